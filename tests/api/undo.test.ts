import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { store, userUnit } from "#platform/db/schema/index";
import { type Charts, openCharts } from "../support/charts.ts";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import type { Reply } from "../support/platform.ts";

const changeOf = ({ headers }: Reply) => headers.get("X-Request-Id") ?? "";
const tooLate = "This can no longer be undone. You can undo your own changes within an hour.";

describe.each([anyEngine])("Undo on %s", (engine) => {
  let world: Charts;
  let at: Charts["at"];

  beforeAll(async () => {
    world = await openCharts(engine);
    at = world.at;
  });
  afterAll(() => world?.close());

  const statusOf = async ({ companyId }: TestCompany) =>
    Object.fromEntries(
      (await at.database.db.select().from(store).where(eq(store.companyId, companyId))).map(
        ({ name, status }) => [name, status],
      ),
    );
  const idsOf = ({ stores }: TestCompany, ...names: string[]) =>
    stores.filter(({ name }) => names.includes(name)).map(({ id }) => id);

  test("of a bulk change activates exactly its stores, for who did it alone [UI-4] [CTX-4]", async () => {
    const company = await makeCompany(at.database);
    const other = await makeCompany(at.database);
    const { admin, regional } = company.users;
    const change = (body: object, as = admin) => at.as(as).setStoreStatus({ body } as never);
    await change({ status: "inactive", ids: idsOf(company, "Alone", "North store 1.1") });
    const bulk = await change({ status: "inactive", matching: { search: "store" } }).reply;
    expect(bulk.body.data).toEqual({ changed: 7, unchanged: 1 });
    const undoOf = changeOf(bulk);
    for (const who of [regional, other.users.admin])
      expect(await change({ status: "active", undoOf }, who).errors).toEqual({ undoOf: tooLate });
    expect(await change({ status: "inactive", undoOf }).errors).toEqual({ undoOf: tooLate });
    const undone = await change({ status: "active", undoOf }).answer;
    expect([undone.message, undone.data]).toEqual([
      "7 stores activated",
      { changed: 7, unchanged: 0 },
    ]);
    const inactive = Object.entries(await statusOf(company)).filter(
      ([, status]) => status === "inactive",
    );
    expect(inactive.map(([name]) => name).sort()).toEqual(["Alone", "North store 1.1"]);
    expect(await change({ status: "active", undoOf }).errors).toEqual({
      undoOf: "This has already been undone.",
    });
    for (const body of [{ ids: [1], undoOf }, { undoOf: "x" }, { matching: {}, undoOf }, {}])
      expect(await change({ status: "active", ...body }).status).toBe(422);
  });

  test("is refused in words where somebody changed one of the stores since [UI-4]", async () => {
    const company = await makeCompany(at.database);
    const { admin, regional } = company.users;
    const change = (body: object, as = admin) => at.as(as).setStoreStatus({ body } as never);
    const undoOf = changeOf(
      await change({ status: "inactive", matching: { search: "North" } }).reply,
    );
    const ids = idsOf(company, "North store 2.1");
    await change({ status: "active", ids }, regional);
    await change({ status: "inactive", ids }, regional); // the same status, and another's decision
    expect(await change({ status: "active", undoOf }).errors).toEqual({
      undoOf: `${regional} has changed “North store 2.1” again since. Nothing was undone.`,
    });
    expect(
      Object.values(await statusOf(company)).filter((status) => status === "inactive"),
    ).toHaveLength(4);
  });

  test("is offered for an hour, and for a thousand rows at the most", async () => {
    const company = await makeCompany(at.database);
    const change = (body: object) => at.as(company.users.admin).setStoreStatus({ body } as never);
    await at.database.db.insert(store).values(
      Array.from({ length: 1001 }, (_, n) => ({
        companyId: company.companyId,
        code: `M-${n}`,
        name: "Many",
        timeZone: "Asia/Kolkata",
      })),
    );
    const many = changeOf(await change({ status: "inactive", matching: { search: "Many" } }).reply);
    expect(await change({ status: "active", undoOf: many }).errors).toEqual({ undoOf: tooLate });
    const few = changeOf(await change({ status: "inactive", matching: { search: "North" } }).reply);
    const clock = at.clock.now;
    at.clock.now = Date.now() + 3601_000;
    expect(await change({ status: "active", undoOf: few }).errors).toEqual({ undoOf: tooLate });
    at.clock.now = clock;
    await change({ status: "active", undoOf: few });
  });

  test("takes back the status of a user, a company and a chart [UI-4]", async () => {
    const company = await makeCompany(at.database);
    const { admin } = company.users;
    const { id } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const user = (query: object, as = admin) =>
      at.as(as).setUserStatus({ params: { id }, query } as never);
    const ended = changeOf(await user({ status: "inactive" }).reply);
    expect((await user({ status: "active", undoOf: ended }).reply).body.message).toMatch(
      /activated$/,
    );
    expect(await user({ status: "active", undoOf: ended }).status).toBe(422);

    const staff = world.provider.staff.Fever_Super_Admin_Major;
    const query = { companyId: company.companyId };
    const firm = (body: object) => at.as(staff).setCompanyStatus({ query, body } as never);
    const closed = changeOf(await firm({ status: "inactive" }).reply);
    expect(await firm({ status: "active", undoOf: closed })).toMatchObject({ status: "active" });
    expect(await firm({ status: "active", undoOf: closed }).status).toBe(422);

    const chartId = await world.filled("Turned off", [world.song(1)]);
    const chart = (body: object, as = world.client.users.admin) =>
      at.as(as).setChartStatus({ body: { kind: "custom", ...body } } as never);
    const off = changeOf(await chart({ ids: [chartId], status: "inactive" }).reply);
    expect(await chart({ undoOf: off, status: "active" }, world.client.users.regional).status).toBe(
      403,
    );
    expect(await chart({ undoOf: off, status: "active" })).toMatchObject({ changed: 1 });
    expect(await chart({ undoOf: off, status: "active" }).status).toBe(422);
  });

  test("puts removed songs back at their places with their weights [CHT-1]", async () => {
    const { song, filled, addSongs, change, orderOf, client } = world;
    const chartId = await filled(
      "Put back",
      [1, 2, 3, 4, 5, 6].map((n) => song(n)),
    );
    await change({ chartId, songIds: [song(4)], weight: 7 });
    const remove = (...songs: number[]) =>
      at.as(client.users.admin).removeCustomChartSongs({
        query: { chartId, songIds: songs.map((n) => song(n)).join(",") },
      });
    const undoOf = changeOf(await remove(1, 4, 5).reply);
    await addSongs(chartId, { songIds: [song(9)] });
    expect(await orderOf(chartId)).toEqual([2, 3, 6, 9]);
    expect((await addSongs(chartId, { undoOf }).reply).body).toMatchObject({
      message: "3 songs added.",
    });
    expect(await orderOf(chartId)).toEqual([1, 2, 3, 4, 5, 6, 9]);
    const { rows } = await at.database.pool.query(
      "select weight from chart_song where chart_id = $1 and song_id = $2",
      [chartId, song(4)],
    );
    expect(rows[0].weight).toBe(7);
    expect(await addSongs(chartId, { undoOf }).errors).toEqual({
      undoOf: "This has already been undone.",
    });
    expect(
      await addSongs(await filled("Another", [song(1)]), {
        undoOf: changeOf(await remove(2).reply),
      }).status,
    ).toBe(404);
  });

  test("moves stores back to the groups that each came from [HIE-1]", async () => {
    const company = await makeCompany(at.database);
    const { admin, regional } = company.users;
    const [group1 = 0, group2 = 0] = company.north.groupIds;
    const move = (body: object, as = admin) => at.as(as).moveStores({ body } as never);
    const groupsOf = async () =>
      Object.fromEntries(
        (
          await at.database.db.select().from(store).where(eq(store.companyId, company.companyId))
        ).map(({ name, groupId }) => [name, groupId]),
      );
    const before = await groupsOf();
    const moved = await move({
      groupId: group2,
      ids: idsOf(company, "North store 1.1", "North store 2.1", "South store 1.1", "Alone"),
    }).reply;
    expect(moved.body.data).toEqual({ changed: 3, unchanged: 1 });
    const back = await move({ undoOf: changeOf(moved) }).answer;
    expect([back.message, back.data]).toEqual([
      "3 stores moved back",
      { changed: 3, unchanged: 0 },
    ]);
    expect(await groupsOf()).toEqual(before);
    const again = await move({ groupId: group2, ids: idsOf(company, "North store 1.1") }).reply;
    await move({ groupId: group1, ids: idsOf(company, "North store 1.1") }, regional);
    expect(await move({ undoOf: changeOf(again) }).errors).toEqual({
      undoOf: `${regional} has changed “North store 1.1” again since. Nothing was undone.`,
    });
    expect(await move({ undoOf: changeOf(again), groupId: group1 }).status).toBe(422);
  });

  test("gives users back the unit that they had, a store user the store before [ASN-5]", async () => {
    const company = await makeCompany(at.database);
    const [first = 0, second = 0] = idsOf(company, "South store 1.1", "South store 1.2");
    const manager = await makeUser(at.database, company.companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units: [{ storeId: first }],
    });
    const unitsOf = async () =>
      (await at.database.db.select().from(userUnit).where(eq(userUnit.userId, manager.id))).map(
        ({ storeId }) => storeId,
      );
    const update = (body: object) => at.as(company.users.admin).updateUnitUsers({ body } as never);
    const assigned = await update({ storeId: second, toAssign: [manager.id] }).reply;
    expect(await unitsOf()).toEqual([second]);
    await update({ storeId: second, undoOf: changeOf(assigned) });
    expect(await unitsOf()).toEqual([first]);
    expect((await update({ storeId: second, undoOf: changeOf(assigned) }).wrongFields)[0]).toBe(
      "undoOf",
    );
    const unassignment = await update({ storeId: first, toUnassign: [manager.id] }).reply;
    expect(await unitsOf()).toEqual([]);
    expect(await update({ storeId: first, undoOf: changeOf(unassignment) })).toEqual({
      assigned: 1,
      unassigned: 0,
    });
    expect(await unitsOf()).toEqual([first]);
  });
});
