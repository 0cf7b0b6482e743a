import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alert, store } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const anHourAgo = new Date(now.getTime() - 3_600_000);

describe.each([anyEngine])("The map of the operations wall on %s", (engine) => {
  let at: TestPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let company: TestCompany;
  let other: TestCompany;
  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    staff = (await makeProvider(at.database)).staff;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    await move(company, [0, 1, 2, 3], { city: "Mumbai", state: "Maharashtra" });
    await move(company, [4, 5], { city: "Chennai", state: "Tamil Nadu" });
    await move(company, [6], { city: "CHENNAI", state: "Tamil Nadu" });
    await move(other, [0], { city: "Aurangabad", state: "Bihar" });
  });

  type Address = Partial<Pick<typeof store.$inferInsert, "city" | "state" | "country" | "status">>;
  const move = (of: TestCompany, places: number[], address: Address) =>
    at.database.db
      .update(store)
      .set(address)
      .where(
        and(
          eq(store.companyId, of.companyId),
          inArray(
            store.id,
            places.map((place) => of.stores[place]?.id ?? 0),
          ),
        ),
      );
  const addAlert = (of: TestCompany, place: number, values: Partial<typeof alert.$inferInsert>) =>
    at.database.db.insert(alert).values({
      companyId: of.companyId,
      storeId: of.stores[place]?.id ?? 0,
      kind: "offline",
      beganAt: anHourAgo,
      watchedFrom: anHourAgo,
      watchedAt: anHourAgo,
      raisedAt: anHourAgo,
      ...values,
    });
  const mapOf = (as: string) => at.as(as).listWallCities();
  const figuresOf = async (as: string) =>
    (await mapOf(as)).cities.map(({ city, stores, troubled, worst }) => [
      city,
      stores,
      troubled,
      worst,
    ]);

  test("a city has its stores, those in trouble and the worst of their alerts [OPS-2]", async () => {
    await addAlert(company, 0, { kind: "silent" });
    await addAlert(company, 0, { kind: "not-playing" });
    await addAlert(company, 1, { kind: "low-volume" });
    await addAlert(company, 4, {});
    await addAlert(company, 4, { kind: "help", reason: "no-music" });
    const { cities, totals } = await mapOf(company.users.admin);
    expect(cities.map(({ place, troubled, worst }) => [place, troubled, worst])).toEqual([
      ["Chennai, Tamil Nadu, IN", 1, "help"],
      ["Mumbai, Maharashtra, IN", 2, "silent"],
      ["IN", 0, null],
    ]);
    expect(cities.map(({ stores }) => stores)).toEqual([3, 4, 2]);
    expect(totals).toEqual({ cities: 3, troubledCities: 2, stores: 9, troubled: 3 });
    const { page } = await at.as(company.users.admin).showWall().answer;
    expect(page.totals).toMatchObject({ stores: totals.troubled });
  });

  test("the wall narrowed to a place has the alerts that the map counts there", async () => {
    await addAlert(company, 0, {});
    await addAlert(company, 6, {});
    const [, chennai] = (await mapOf(company.users.admin)).cities;
    expect(chennai).toMatchObject({ stores: 3, troubled: 1 });
    const query = { place: chennai?.place };
    const { data, page } = await at.as(company.users.admin).showWall({ query }).answer;
    expect(data.map(({ storeId }) => storeId)).toEqual([company.stores[6]?.id]);
    expect(page).toMatchObject({ total: 1, totals: { open: 1, stores: 1 } });
  });

  test("an alert that is put off or over, and a deactivated store, leave a city quiet", async () => {
    await addAlert(company, 0, { snoozedUntil: new Date(now.getTime() + 60_000) });
    await addAlert(company, 1, { endedAt: now, ending: "recovered" });
    await addAlert(company, 2, { raisedAt: null });
    await move(company, [3], { status: "inactive" });
    expect(await figuresOf(company.users.admin)).toEqual([
      ["Chennai", 3, 0, null],
      ["Mumbai", 3, 0, null],
      [null, 2, 0, null],
    ]);
  });

  test("people see the cities of their own locations, staff those of all [CTX-4]", async () => {
    await addAlert(other, 0, {});
    expect(await figuresOf(company.users.regional)).toEqual([["Mumbai", 4, 0, null]]);
    expect((await mapOf(company.users.limited)).totals).toMatchObject({ stores: 9, troubled: 0 });
    const { manager, admin } = company.users;
    expect(await mapOf(manager).status).toBe(403);
    expect(await at.as(admin).listWallCitiesOfAll().status).toBe(403);
    expect(await at.as(staff.Fever_Music_Admin).listWallCitiesOfAll().status).toBe(403);
    const ops = at.as(staff.Fever_Admin_Ops);
    const all = await ops.listWallCitiesOfAll();
    expect(all.cities.map(({ city }) => city)).toEqual(
      expect.arrayContaining(["Aurangabad", "Mumbai"]),
    );
    const query = { onlyCompanyId: other.companyId };
    const { cities, totals } = await ops.listWallCitiesOfAll({ query });
    expect(cities[0]).toMatchObject({ city: "Aurangabad", troubled: 1, worst: "offline" });
    expect(totals).toMatchObject({ stores: 9, troubled: 1 });
  });

  test("a city stands where the list of places has it, of two with one name that of its state", async () => {
    const positionOf = async (address: Address) => {
      await move(other, [0, 1, 2, 3, 4, 5, 6, 7, 8], address);
      const { position } = (await mapOf(other.users.admin)).cities[0] ?? {};
      return (
        position && [Math.round(position.latitude), Math.round(position.longitude), position.of]
      );
    };
    const aurangabad = { city: "aurangabad" };
    expect(await positionOf({ ...aurangabad, state: "Bihar" })).toEqual([25, 84, "city"]);
    expect(await positionOf({ ...aurangabad, state: "Maharashtra" })).toEqual([20, 75, "city"]);
    expect((await positionOf({ ...aurangabad, state: null }))?.[2]).toBe("country");
  });

  test("a city that no list has stands in the middle of its state, which is on its continent", async () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const address = { city: "Nowhere", state: "Free State", country: "ZA" };
    await move(other, all, address);
    const { position } = (await mapOf(other.users.admin)).cities[0] ?? {};
    expect(position?.of).toBe("state");
    expect(position?.latitude).toBeLessThan(-26);
    expect(position?.longitude).toBeGreaterThan(24);
  });
});
