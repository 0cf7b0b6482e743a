import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appUser, auditLog, store, storeHours } from "#platform/db/schema/index";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { everyDay, storeForm } from "../support/store-form.ts";

let codes = 0;
const form = (overrides: object = {}) => storeForm({ storeCode: `NEW-${++codes}`, ...overrides });

describe("A store's form", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: new Date("2026-11-20T06:00:00Z") });
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at.close());

  const list = (search?: string) => at.as(admin).listStores({ query: { limit: 100, search } });
  const show = (id: number, as = admin) => at.as(as).findStore({ query: { id } });
  const errorsOf = (reply: {
    status: number;
    body: { errors?: { field: string; message: string }[] };
  }) => {
    expect(reply.status, JSON.stringify(reply.body)).toBe(422);
    return Object.fromEntries(
      reply.body.errors?.map(({ field, message }) => [field, message]) ?? [],
    );
  };

  describe("adding a store", () => {
    const add = (overrides: object = {}, as = admin) =>
      at.as(as).addStore({ body: form(overrides) });

    test("keeps what the form says, and its hours stand on every weekday", async () => {
      const reply = await add({
        storeName: " Andheri West ",
        groupId: company.south.groupIds[1],
        week: everyDay("18:30", "02:00", { pastMidnight: true }),
        volume: 45,
      }).answer;
      expect(reply.message).toBe("Store added");
      const { id } = reply.data;
      const [row] = await at.database.db.select().from(store).where(eq(store.id, id));
      expect(row).toMatchObject({
        name: "Andheri West",
        volume: 45,
        status: "active",
        regionId: company.south.regionId,
      });
      const hours = await at.database.db
        .select()
        .from(storeHours)
        .where(eq(storeHours.storeId, id));
      expect(hours.map(({ weekday, opens, closes }) => [weekday, opens, closes]).sort()).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, 1110, 1560]),
      );
    });

    test("refuses what is wrong by field with its message, and adds nothing [VAL-3]", async () => {
      const refused = async (overrides: object) => {
        const reply = await add(overrides).reply;
        expect(reply.status).toBe(422);
        return Object.fromEntries(
          reply.body.errors?.map(({ field, message }) => [field, message]) ?? [],
        );
      };
      const code = "Only alphabets, numbers and special character (),-,. are allowed.";
      const week = (...days: object[]) => ({ week: days });
      expect(
        await refused({
          storeCode: "a b",
          storeName: "a@b",
          city: "",
          timeZone: "Mars/Base",
          ...week({ weekday: 1, opens: "0900", closes: "21:00" }),
          volume: 101,
        }),
      ).toEqual({
        storeCode: code,
        storeName: code,
        city: "This field is required",
        timeZone: "This is not a known time zone.",
        "week.0.opens": "Enter a time, for example 09:30.",
        volume: "Enter a number from 0 to 100.",
      });
      const line = (overrides: object) =>
        week({ weekday: 0, opens: "09:00", closes: "10:00" }, { weekday: 1, ...overrides });
      const fieldsOf = async (overrides: object) => Object.keys(await refused(overrides));
      expect(await fieldsOf(line({ opens: "21:00", closes: "09:00" }))).toEqual(["week.1.closes"]);
      expect(await fieldsOf(line({ opens: "09:00", closes: "09:00" }))).toEqual(["week.1.closes"]);
      expect(await fieldsOf(line({ opens: "09:00", closes: "21:00", pastMidnight: true }))).toEqual(
        ["week.1.closes"],
      );
      expect(await fieldsOf(line({ opens: "24:00", closes: "24:00", pastMidnight: true }))).toEqual(
        ["week.1.opens"],
      );
      expect(await fieldsOf(line({ opens: "09:00" }))).toEqual(["week.1.closes"]);
      expect(await fieldsOf(line({ closed: "false" }))).toEqual(["week.1.closed"]);
      expect(await fieldsOf(line({ weekday: 0, closed: true }))).toEqual(["week"]);
      expect(await fieldsOf(week({ weekday: 3, closed: true }))).toEqual(["week"]);
      expect(Object.keys(await refused({ status: "inactive", companyId: 1, id: 7 }))).toEqual([
        "status",
        "companyId",
        "id",
      ]);
      expect(Object.keys(await refused({ city: "a\ud800" }))).toEqual(["city"]);
      expect(await list()).toHaveLength(9);
    });

    test("a code is taken once in a company, in any case, and free in another", async () => {
      await add({ storeCode: "Twice" });
      expect(await add({ storeCode: "TWICE" }).errors).toEqual({
        storeCode: "This store code is taken.",
      });
      const other = await makeCompany(at.database);
      await add({ storeCode: "Twice" }, other.users.admin);
    });

    test("of two at once with the same code one is added and the other told so, every time", async () => {
      for (let round = 0; round < 10; round++) {
        const replies = await Promise.all([
          add({ storeCode: `Race-${round}` }).reply,
          add({ storeCode: `race-${round}` }).reply,
        ]);
        expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
        expect(replies.find(({ status }) => status === 422)?.body.errors?.[0]?.field).toBe(
          "storeCode",
        );
      }
      expect(await list("race-")).toHaveLength(10);
      expect(await at.database.db.$count(auditLog, eq(auditLog.companyId, company.companyId))).toBe(
        10,
      );
    });

    test("store, hours, audit row and onboarding stand or fall together", async () => {
      const { username } = await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        onboardedStep: 3,
      });
      const step = async () => (await at.as(username).me()).userOnboardedStep;
      const hours = await at.database.db.$count(storeHours);
      await at.database.db.execute(
        sql`alter table audit_log add constraint audit_fails check (item_name <> 'Audit fails')`,
      );
      const failed = await add({ storeName: "Audit fails" }, username).reply;
      await at.database.db.execute(sql`alter table audit_log drop constraint audit_fails`);
      expect([failed.status, failed.body.message]).toEqual([
        500,
        "Something went wrong.Our technical team will fix it soon.",
      ]);
      expect(JSON.stringify(failed.body)).not.toContain("audit");
      expect(await list()).toHaveLength(9);
      expect(await at.database.db.$count(storeHours)).toBe(hours);
      expect(await step()).toBe(3);
      await add({}, username);
      expect(await step()).toBe(4);
      expect(await at.database.db.$count(auditLog, eq(auditLog.companyId, company.companyId))).toBe(
        1,
      );
    });
  });

  describe("changing a store", () => {
    const place = (overrides: object = {}) => ({
      section: "place",
      storeCode: "P-1",
      storeName: "Placed",
      timeZone: "Asia/Kolkata",
      city: "Pune",
      ...overrides,
    });
    const change = (body: object, as = admin) => at.as(as).changeStore({ body });
    const first = () => company.stores[0]?.id ?? 0;
    const groupId = () => company.stores[0]?.groupId ?? undefined;

    test("a section takes the place of what it held, and the others stay [VAL-4] [AUD-1]", async () => {
      const id = first();
      const full = { addressLine: "4 Hill Road", email: "shop@example.com", phone: "9876543210" };
      await change({ id, ...place({ ...full, groupId: groupId() }) });
      expect(await show(id)).toMatchObject({
        ...full,
        storeCode: "P-1",
        phoneCountryCode: "91",
        version: 2,
        setVolume: 60,
      });
      await change({ id, ...place({ groupId: groupId() }) });
      expect(await show(id)).toMatchObject({
        addressLine: null,
        email: null,
        phone: null,
        phoneCountryCode: null,
        version: 3,
      });
      await change({ id, section: "device", deviceKind: "android", deviceSerial: "A-77" });
      const licence = {
        licenceName: "PPL",
        licenceNumber: "77/26",
        licenceFrom: "2026-01-01",
        licenceTo: "2026-12-31",
      };
      await change({ id, section: "sound", volume: 35, ...licence });
      expect(await show(id)).toMatchObject({
        deviceKind: "android",
        setVolume: 35,
        ...licence,
        storeName: "Placed",
        version: 5,
      });
      expect(await change({ id, section: "sound", volume: 35, ...licence })).toMatchObject({
        version: 5,
      }); // nothing changed
      const rows = await at.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.companyId, company.companyId))
        .orderBy(auditLog.id);
      expect(rows.map(({ action }) => action)).toEqual(Array(4).fill("store changed"));
      expect(rows[1]).toMatchObject({
        actorName: admin,
        itemName: "Placed",
        before: { email: "shop@example.com" },
        after: { email: null, version: 3 },
      });
    });

    test("is refused by field, and a code that another store has is told as that [VAL-2] [VAL-3]", async () => {
      const id = first();
      const code = "Only alphabets, numbers and special character (),-,. are allowed.";
      expect(
        await change({
          id,
          ...place({ storeCode: "a b", storeName: "a@b", email: "x", groupId: groupId() }),
        }).errors,
      ).toEqual({
        storeCode: code,
        storeName: code,
        email: "Invalid Email id",
      });
      const usedCode = company.stores[1]?.code.toLowerCase();
      expect(
        await change({ id, ...place({ storeCode: usedCode, groupId: groupId() }) }).errors,
      ).toEqual({
        storeCode: "This store code is taken.",
      });
      expect(errorsOf(await change({ id, section: "sound", volume: 101 }).reply)).toHaveProperty(
        "volume",
      );
      const backwards = { licenceFrom: "2026-12-31", licenceTo: "2026-01-01" };
      expect(
        errorsOf(await change({ id, section: "sound", volume: 1, ...backwards }).reply),
      ).toHaveProperty("licenceTo");
      expect(errorsOf(await change({ id, section: "place", volume: 5 }).reply)).toHaveProperty(
        "volume",
      );
      expect(errorsOf(await change({ id, section: "nothing" }).reply)).toHaveProperty("section");
      expect((await show(id)).version).toBe(1);
    });

    test("who saves an older version is told what another changed in the same fields", async () => {
      const id = first();
      const other = (
        await makeUser(at.database, company.companyId, {
          role: "ROLE_Client_Admin",
          level: "national",
        })
      ).username;
      await change({ id, version: 1, section: "sound", volume: 20 }, other);
      // another section goes through, whatever the version
      await change({ id, version: 1, section: "device", deviceKind: "other" });
      const late = await change({ id, version: 1, section: "sound", volume: 80 }).reply;
      expect(errorsOf(late)).toEqual({
        volume: `${other} has changed this to “20” in the meantime. Save again to keep your entry.`,
      });
      expect((late.body as { version?: number }).version).toBe(3);
      expect(await change({ id, version: 3, section: "sound", volume: 80 })).toMatchObject({
        version: 4,
      });
      const week = everyDay("10:00", "20:00");
      await change({ id, version: 4, section: "hours", week }, other);
      const hours = errorsOf(
        await change({ id, version: 4, section: "hours", week: everyDay("11:00", "20:00") }).reply,
      );
      expect(hours.week).toContain("Sun 10:00 – 20:00");
    });

    test("an older form does not take a store back from its new group [HIE-1] [AUD-1]", async () => {
      const id = first();
      const other = (
        await makeUser(at.database, company.companyId, {
          role: "ROLE_Client_Admin",
          level: "national",
        })
      ).username;
      const from = groupId();
      const to = company.south.groupIds[0];
      await at.as(other).moveStores({ body: { groupId: to, ids: [id] } });
      const late = errorsOf(await change({ id, version: 1, ...place({ groupId: from }) }).reply);
      expect(late.groupId).toContain(
        `${other} has changed this to “South group 1” in the meantime.`,
      );
      expect((await show(id)).groupId).toBe(to);
    });

    test("is within the caller's scope, and to a group of theirs alone [CTX-3] [CTX-4]", async () => {
      const other = await makeCompany(at.database);
      const south = company.stores.find(({ name }) => name.startsWith("South"))?.id ?? 0;
      const { regional } = company.users;
      for (const id of [south, other.stores[0]?.id ?? 0, 999_999]) {
        expect(await change({ id, section: "sound", volume: 5 }, regional).status).toBe(404);
        expect(
          await change({ id, section: "hours", week: everyDay("09:00", "10:00") }, regional).status,
        ).toBe(404);
        expect(
          await at
            .as(regional)
            .addStorePlayer({ body: { storeId: id, username: "nobody", password: "Store@2026x" } })
            .status,
        ).toBe(404);
      }
      const move = (groupId: number | undefined, as: string) =>
        change({ id: first(), ...place({ groupId }) }, as);
      const near = company.north.groupIds[1];
      const far = company.south.groupIds[0];
      expect(Object.keys(errorsOf(await move(far, regional).reply))).toEqual(["groupId"]);
      expect(Object.keys(errorsOf(await move(undefined, regional).reply))).toEqual(["groupId"]);
      expect(Object.keys(errorsOf(await move(other.north.groupIds[0], admin).reply))).toEqual([
        "groupId",
      ]);
      await move(near, regional);
      expect(await show(first())).toMatchObject({
        groupId: near,
        zoneId: company.north.zoneIds[1],
        regionId: company.north.regionId,
      });
      await move(undefined, admin);
      expect(await show(first())).toMatchObject({ groupId: null, zoneId: null, regionId: null });
    });
  });

  describe("who plays a store", () => {
    const signIn = (username: string, password: string) =>
      at.nobody.signIn({ body: { username, password } });

    test("a username and a password make a store manager with the store [STO-1] [VAL-1] [AUD-1]", async () => {
      const username = `Andheri_${++codes}`;
      const added = await at.as(admin).addStore({
        body: form({ username, password: "Store@2026x", email: "andheri@example.com" }),
      });
      const { id } = added;
      expect((await show(id)).users).toMatchObject([{ username, status: "active" }]);
      expect(await signIn(username, "Store@2026x").status).toBe(200);
      const [user] = await at.database.db
        .select()
        .from(appUser)
        .where(eq(appUser.username, username));
      expect(user).toMatchObject({
        role: "ROLE_Store_Music_Manager",
        level: "store",
        email: "andheri@example.com",
      });
      const rows = await at.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.companyId, company.companyId))
        .orderBy(auditLog.id);
      expect(rows.map(({ action }) => action)).toEqual(["store added", "user added"]);
      expect(JSON.stringify(rows)).not.toContain("Store@2026x");
      // a name that is taken refuses the store with it
      expect(
        await at
          .as(admin)
          .addStore({ body: form({ storeName: "Not added", username, password: "Store@2026x" }) })
          .errors,
      ).toEqual({
        username: "This username is taken.",
      });
      expect(await list("Not added")).toEqual([]);
      expect(
        errorsOf(await at.as(admin).addStore({ body: form({ username: "alone.user" }) }).reply),
      ).toHaveProperty("password");
      expect(
        await at.as(admin).addStore({ body: form({ username: "two words", password: "short" }) })
          .errors,
      ).toMatchObject({
        username: "Whitespaces are not allowed",
        password: expect.stringContaining("8 to 20 characters"),
      });
    });

    test("a store that has none is given one later, by whoever owns it", async () => {
      const id = company.stores[2]?.id ?? 0;
      const give = (username: string, as: string) =>
        at.as(as).addStorePlayer({ body: { storeId: id, username, password: "Later@2026x" } });
      const username = `later.${++codes}`;
      await give(username, company.users.regional);
      expect((await show(id)).users.map((user) => user.username)).toEqual([username]);
      expect(await signIn(username, "Later@2026x").status).toBe(200);
      expect(await give(username.toUpperCase(), admin).errors).toEqual({
        username: "This username is taken.",
      });
    });
  });

  test("a code is told free or taken over the own company alone [STO-1] [CTX-4]", async () => {
    const other = await makeCompany(at.database);
    const north = company.stores[0];
    const alone = company.stores[8];
    const unique = async (query: { storeCode: string; id?: number }, as: string) =>
      (await at.as(as).uniqueStore({ query })).unique;
    expect(await unique({ storeCode: alone?.code.toLowerCase() ?? "" }, company.users.zonal)).toBe(
      false,
    );
    expect(await unique({ storeCode: north?.code ?? "", id: north?.id ?? 0 }, admin)).toBe(true);
    expect(await unique({ storeCode: other.stores[0]?.code ?? "" }, admin)).toBe(true);
    expect(
      errorsOf(await at.as(admin).uniqueStore({ query: { storeCode: "a b" } }).reply),
    ).toHaveProperty("storeCode");
  });

  test("stores for ads are the active ones in scope, page by page [CTX-4]", async () => {
    await at.database.db
      .update(store)
      .set({ status: "inactive" })
      .where(and(eq(store.companyId, company.companyId), eq(store.name, "North store 1.2")));
    const page = async (query: object, as: string) =>
      (await at.as(as).storesForNonMusic({ query }).reply).body;
    const namesOf = (body: { data?: unknown }) =>
      (body.data as { storeName: string }[]).map(({ storeName }) => storeName);
    expect(namesOf(await page({}, company.users.zonal))).toEqual(["North store 1.1"]);
    const one = await page({ limit: 5 }, admin);
    const two = await page({ limit: 5, cursor: one.page?.next ?? "" }, admin);
    expect([...namesOf(one), ...namesOf(two)]).toHaveLength(8);
    expect(
      namesOf(await page({ search: "south", groupId: company.south.groupIds[1] }, admin)),
    ).toEqual(["South store 2.1", "South store 2.2"]);
  });
});
