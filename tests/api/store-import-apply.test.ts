import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applyStoreCsv,
  type ImportRun,
  listStoreCsvRows,
  refusedStoreCsvRows,
  showStoreCsv,
} from "#contract/imports/endpoints";
import { auditLog, importRow, importRun, store, storeHours } from "#platform/db/schema/index";
import { keepHouse } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine, somebodyWaits } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { storeCsv } from "../support/store-csv.ts";
import { everyDay } from "../support/store-form.ts";

describe.each([anyEngine])("The stores' CSV on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at.close());

  const { send, check, countsOf, rowsOf, apply, storesNow, codeOf } = storeCsv(() => ({
    at,
    admin,
    company,
  }));

  describe("applying", () => {
    const file = () =>
      `Code,Name,City,Volume,Monday\nA-1,Added,Pune,10,closed\n${codeOf(0)},Changed,Pune,20,10:00-20:00\n${codeOf(1)},,,,`;

    test("writes all rows at once with an audit row each, and does so once [STO-1] [AUD-1]", async () => {
      const run = await check(file());
      expect(countsOf(run)).toEqual([1, 1, 1, 0]);
      const reply = await apply(run);
      expect([reply.status, reply.body.message]).toEqual([200, "1 added, 1 changed"]);
      const again = await Promise.all([apply(run), apply(run)]);
      expect(again.map(({ body }) => body.data)).toEqual([reply.body.data, reply.body.data]);
      const stores = await storesNow();
      expect(stores).toHaveLength(10);
      const changed = stores[0];
      const added = stores.at(-1);
      expect(changed).toMatchObject({
        name: "Changed",
        volume: 20,
        city: "Pune",
        version: 2,
        regionId: company.north.regionId,
      });
      expect(added).toMatchObject({
        code: "A-1",
        name: "Added",
        volume: 10,
        timeZone: "Asia/Kolkata",
        country: "IN",
        groupId: null,
      });
      const entries = await at.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.companyId, company.companyId))
        .orderBy(auditLog.id);
      expect(entries).toMatchObject([
        {
          action: "store added",
          itemKind: "store",
          itemId: String(added?.id),
          itemName: "Added",
          actorName: admin,
          before: null,
        },
        {
          action: "store changed",
          itemId: String(changed?.id),
          itemName: "Changed",
          before: {
            storeName: "North store 1.1",
            volume: 60,
            city: null,
            week: expect.arrayContaining([{ weekday: 1, opens: 540, closes: 1260 }]),
          },
          after: {
            storeName: "Changed",
            volume: 20,
            city: "Pune",
            week: expect.arrayContaining([{ weekday: 1, opens: 600, closes: 1200 }]),
          },
        },
      ]);
    });

    test("is refused whole where anything was changed since, and the file is to be checked again", async () => {
      const spoil: (() => Promise<unknown>)[] = [
        () =>
          at.database.db
            .update(store)
            .set({ volume: 99 })
            .where(eq(store.id, company.stores[0]?.id ?? 0)),
        () =>
          at.database.db
            .update(storeHours)
            .set({ closes: 1300 })
            .where(eq(storeHours.storeId, company.stores[0]?.id ?? 0)),
        () =>
          at.database.db
            .insert(store)
            .values({ companyId: company.companyId, code: "a-1", name: "Other", timeZone: "UTC" }),
      ];
      for (const [i, change] of spoil.entries()) {
        company = await makeCompany(at.database);
        admin = company.users.admin;
        const run = await check(file());
        await change();
        const before = await storesNow();
        const { status, body } = await apply(run);
        expect([status, body.message]).toEqual([
          422,
          `Some of the data has changed since we checked the file (row ${i === 2 ? 2 : 3}). Upload the file again to check it again.`,
        ]);
        expect(await storesNow()).toEqual(before);
        expect(await at.as(admin).showStoreCsv({ params: { importId: run.id } })).toMatchObject({
          state: "checked",
        });
      }
    });

    test("who saves a form from before the file is told what the file changed [AUD-1]", async () => {
      await apply(await check(file()));
      const id = company.stores[0]?.id;
      const late = await at
        .as(admin)
        .changeStore({ body: { section: "sound", id, version: 1, volume: 80 } } as never).errors;
      const message = `${admin} has changed this to “20” in the meantime. Save again to keep your entry.`;
      expect(late).toEqual({ volume: message });
      const hours = { section: "hours", id, version: 1, week: everyDay("08:00", "18:00") };
      const lateHours = await at.as(admin).changeStore({ body: hours } as never).reply;
      expect([lateHours.status, lateHours.body.errors?.map(({ field }) => field)]).toEqual([
        422,
        ["week"],
      ]);
      expect(lateHours.body.errors?.[0]?.message).toContain(`${admin} has changed this to “`);
      expect(lateHours.body.errors?.[0]?.message).toContain("Mon 10:00");
    });

    test("twice at the same moment it is done once, and both are told the same [STO-1]", async () => {
      const run = await check(file());
      const [one, other] = await Promise.all([apply(run), apply(run)]);
      expect([one?.status, other?.status, one?.body.data]).toEqual([200, 200, other?.body.data]);
      expect(await storesNow()).toHaveLength(10);
      expect(
        await at.database.db.$count(
          auditLog,
          and(eq(auditLog.companyId, company.companyId), eq(auditLog.itemKind, "store")),
        ),
      ).toBe(2);
    });

    test("of two who apply the same rows at once, one is told that they changed [STO-1]", async () => {
      const { username: second } = await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      });
      const own = await check(file());
      const others = await check(file(), second);
      const replies = await Promise.all([apply(own), apply(others, second)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refused = replies.find(({ status }) => status === 422);
      expect(refused?.body.message).toMatch(
        /^Some of the data has changed since we checked the file/,
      );
      expect(await storesNow()).toHaveLength(10);
      expect(
        await at.database.db.$count(
          auditLog,
          and(eq(auditLog.companyId, company.companyId), eq(auditLog.itemKind, "store")),
        ),
      ).toBe(2);
    });

    // the embedded engine runs one transaction after the other
    test.skipIf(engine === "embedded")(
      "locks groups before stores, as whoever moves a group does: neither waits in a circle",
      async () => {
        const run = await check(`Code,Group\n${codeOf(0)},North group 2`);
        let applied: ReturnType<typeof apply> | undefined;
        await at.database.dedicated(async (client) => {
          await client.query("begin");
          await client.query("select 1 from store_group where id = $1 for no key update", [
            company.north.groupIds[1],
          ]);
          applied = apply(run);
          await somebodyWaits(client);
          await client.query("select 1 from store where company_id = $1 for no key update nowait", [
            company.companyId,
          ]);
          await client.query("commit");
        });
        expect((await applied)?.status).toBe(200);
      },
    );

    test("what others changed beside does not stand in the way, and stays", async () => {
      const run = await check(`Code,Volume\n${codeOf(0)},20`);
      await at
        .as(admin)
        .setStoreStatus({ body: { status: "inactive", ids: [company.stores[0]?.id] } });
      expect((await apply(run)).status).toBe(200);
      expect((await storesNow())[0]).toMatchObject({ status: "inactive", volume: 20 });
    });

    test("a failure half-way leaves nothing [STO-1]", async () => {
      const run = await check(file());
      const before = await storesNow();
      const name = `stop_${company.companyId}`;
      await at.database.db.execute(
        sql.raw(`create function ${name}() returns trigger language plpgsql as
        $$ begin if new.company_id = ${company.companyId} then raise exception 'stop'; end if; return new; end $$`),
      );
      await at.database.db.execute(
        sql.raw(
          `create trigger ${name} before insert on audit_log for each row execute function ${name}()`,
        ),
      );
      expect((await apply(run)).status).toBe(500);
      expect(await storesNow()).toEqual(before);
      await at.database.db.execute(sql.raw(`drop function ${name} cascade`));
      expect((await apply(run)).status).toBe(200);
    });

    test("with dryRun=false any refused row refuses the whole file, by row", async () => {
      const refused = await send("Code,Name,City\nN-1,New,Pune\nN 2,New,", {
        query: "dryRun=false",
      });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        "1 of the file's rows are refused. Nothing has changed.",
      ]);
      expect(refused.body.errors?.map(({ field }) => field)).toEqual(["rows.3"]);
      expect(
        await at.database.db.$count(importRun, eq(importRun.companyId, company.companyId)),
      ).toBe(0);
      expect(await storesNow()).toHaveLength(9);
      const reply = await send("Code,Name,City\nN-1,New,Pune", { query: "dryRun=false" });
      expect([reply.status, reply.body.message, (reply.body.data as ImportRun).state]).toEqual([
        201,
        "1 added, 0 changed",
        "applied",
      ]);
      expect(await storesNow()).toHaveLength(10);
    });

    test("moves a store to another group, and never out of any", async () => {
      const run = await check(
        `Code,Region,Zone,Group\n${codeOf(0)},South,South zone 2,South group 2\n${codeOf(1)},,,\n${codeOf(2)},,,No such\n${codeOf(3)},North,,`,
      );
      expect((await rowsOf(run)).map(({ notes }) => notes)).toEqual([
        ["Group: North › North zone 1 › North group 1 → South › South zone 2 › South group 2"],
        [],
        ["Group: There is no group “No such”."],
        ["Group: This field is required"],
      ]);
      await apply(run);
      expect(
        (await storesNow()).slice(0, 2).map(({ regionId, groupId }) => [regionId, groupId]),
      ).toEqual([
        [company.south.regionId, company.south.groupIds[1]],
        [company.north.regionId, company.north.groupIds[0]],
      ]);
    });

    test("the stores' own export is read back as it is, and changes nothing", async () => {
      const text = await at.as(admin).exportStores().text;
      const run = await check(text);
      expect([countsOf(run), await rowsOf(run, admin, { outcome: "refused" })]).toEqual([
        [0, 0, 9, 0],
        [],
      ]);
      expect((await apply(run)).body.message).toBe(
        "There is nothing to apply: no row adds or changes anything.",
      );
    });
  });

  describe("whose it is [CTX-4]", () => {
    test("a regional admin's file reaches only their own stores and groups", async () => {
      const { regional } = company.users;
      const run = await check(
        [
          "Code,Name,City,Group",
          `${codeOf(0)},Mine,Pune,North group 2`,
          `${codeOf(4)},Theirs,Pune,North group 1`,
          "Q-1,Mine,Pune,North group 1",
          "Q-2,Theirs,Pune,South group 1",
          "Q-3,Nowhere,Pune,",
        ].join("\n"),
        regional,
      );
      expect(
        (await rowsOf(run, regional)).map(({ outcome, notes }) => [outcome, notes.at(-1)]),
      ).toEqual([
        ["change", "City: empty → Pune"],
        ["refused", "Store code: There is no such item, or you are not allowed to see it."],
        ["add", undefined],
        ["refused", "Group: There is no group “South group 1”. Did you mean “North group 1”?"],
        ["refused", "Group: This field is required"],
      ]);
      expect((await apply(run, regional)).body.message).toBe("1 added, 1 changed");
    });

    test("who checked a file alone sees and applies it, in its company", async () => {
      const other = await makeCompany(at.database);
      const { staff } = await makeProvider(at.database);
      const run = await check(`Code,Volume\n${codeOf(0)},20`);
      const params = { importId: run.id };
      const query = { companyId: company.companyId };
      for (const as of [other.users.admin, company.users.regional]) {
        for (const endpoint of [showStoreCsv, listStoreCsvRows, refusedStoreCsvRows, applyStoreCsv])
          expect(await at.as(as).call(endpoint, { params }).status).toBe(404);
      }
      expect(await at.as(staff.Fever_Admin_Major).applyStoreCsv({ params, query }).status).toBe(
        404,
      );
      expect(
        await at.as(admin).applyStoreCsv({ params, query: { companyId: other.companyId } }).status,
      ).toBe(403);
      expect((await storesNow())[0]).toMatchObject({ volume: 60 });
      const own = await send(`Code,Volume\n${codeOf(0)},20`, {
        as: staff.Fever_Admin_Major,
        query: `companyId=${company.companyId}`,
      });
      expect([
        own.status,
        await at
          .as(staff.Fever_Admin_Major)
          .applyStoreCsv({ params: { importId: (own.body.data as ImportRun).id }, query }).status,
      ]).toEqual([201, 200]);
    });

    test("who lost a store or its group before applying is told that it is no longer as it was", async () => {
      const run = await check(`Code,Volume\n${codeOf(0)},20`, company.users.regional);
      await at.database.db
        .update(store)
        .set({
          regionId: company.south.regionId,
          zoneId: company.south.zoneIds[0],
          groupId: company.south.groupIds[0],
        })
        .where(and(eq(store.companyId, company.companyId), eq(store.code, codeOf(0))));
      expect((await apply(run, company.users.regional)).status).toBe(422);
      expect((await storesNow())[0]).toMatchObject({ volume: 60 });
    });
  });

  test("a checked file is kept for a week", async () => {
    const run = await check(`Code,Volume\n${codeOf(0)},20`);
    await at.database.db
      .update(importRun)
      .set({ createdAt: sql`now() - interval '8 days'` })
      .where(eq(importRun.id, run.id));
    const files = { list: async function* () {}, remove: async () => {} };
    await keepHouse({ files: files as never, database: at.database, now: new Date() });
    expect((await apply(run)).status).toBe(404);
    expect(await at.database.db.$count(importRow, eq(importRow.importId, run.id))).toBe(0);
  });
});
