import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, storeState } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { bothEngines } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { everyDay } from "../support/store-form.ts";

/** A Monday, noon in Kolkata; the stores are open from 09:00 to 21:00. */
const now = new Date("2026-05-11T06:30:00Z");
const today = "2026-05-11";
const tomorrow = "2026-05-12";
const week = everyDay("09:00", "21:00");

describe.each(bothEngines)("A store's hours on %s", (engine) => {
  let at: TestPlatform;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    library = await makeLibrary(at.database, (await makeProvider(at.database)).companyId, 60);
  });
  beforeEach(async () => {
    at.clock.now = now.getTime();
    company = await makeCompany(at.database);
    const lastSeenAt = new Date("2026-05-01"); // offline whenever they are open
    await at.database.db
      .insert(storeState)
      .values(
        company.stores.map(({ id }) => ({ companyId: company.companyId, storeId: id, lastSeenAt })),
      );
  });
  afterAll(() => at.close());

  const id = () => company.stores[0]?.id ?? 0;
  const saveHours = (body: object) =>
    at
      .as(company.users.admin)
      .changeStore({ body: { id: id(), section: "hours", week, ...body } as never });
  const set = async (body: object) => expect(await saveHours(body).status).toBe(200);
  const conditionAt = async (instant: string) => {
    at.clock.now = Date.parse(instant);
    const one = (await at.as(company.users.admin).findStore({ query: { id: id() } })).condition;
    const { search } = { search: company.stores[0]?.code ?? "" };
    expect(
      await at.as(company.users.admin).listStores({ query: { search, condition: one } }),
    ).toHaveLength(1); // the list's filter says the same
    return one;
  };

  test("an exception stands in place of its weekday's hours, for that date alone", async () => {
    await set({
      exceptions: [
        { day: "2026-05-12", closed: true, note: "Holiday" },
        { day: "2026-05-13", opens: "20:00", closes: "02:00", pastMidnight: true },
        { day: "2026-05-14", closed: true },
      ],
    });
    const at0 = (day: string, clock: string) => conditionAt(`${day}T${clock}:00+05:30`);
    expect(await at0("2026-05-11", "12:00")).toBe("offline");
    for (const clock of ["00:30", "09:30", "12:00", "20:59"])
      expect(await at0("2026-05-12", clock), clock).toBe("closed");
    expect(await at0("2026-05-13", "12:00")).toBe("closed"); // its weekday would be open
    expect(await at0("2026-05-13", "20:00")).toBe("offline");
    // of the evening before, though the date is closed
    expect(await at0("2026-05-14", "01:59")).toBe("offline");
    expect(await at0("2026-05-14", "02:00")).toBe("closed");
    expect(await at0("2026-05-15", "12:00")).toBe("offline");
    at.clock.now = Date.parse("2026-05-12T06:30:00Z");
    const counts = await at.as(company.users.admin).storeCounts();
    expect(counts).toMatchObject({ total: 9, closed: 1, offline: 8 });
  });

  test("an exception of a closed evening ends what would stay open past midnight", async () => {
    await set({
      week: everyDay("18:00", "02:00", { pastMidnight: true }),
      exceptions: [{ day: today, closed: true }],
    });
    expect(await conditionAt("2026-05-11T01:00:00+05:30")).toBe("offline"); // Sunday's night
    expect(await conditionAt("2026-05-12T01:00:00+05:30")).toBe("closed");
    expect(await conditionAt("2026-05-12T18:00:00+05:30")).toBe("offline");
  });

  test("a closed date has no position in the log, and the schedule says why [STO-1]", async () => {
    const { admin } = company.users;
    const timeSlotId = await makeSlot(at.database, company.companyId);
    await at.as(admin).addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } });
    const groupId = company.north.groupIds[0] ?? 0;
    const preview = () => at.as(admin).previewGroupDay({ query: { groupId, day: tomorrow } });
    const logOf = async (storeId: number) =>
      (await at.as(admin).storeAudioLog({ query: { storeId, day: tomorrow } })).hours;
    const stateOf = async () => {
      const groups = await at.as(admin).previewByCompany({ query: {} });
      return groups
        .find((group) => group.groupId === groupId)
        ?.days.find(({ day }) => day === tomorrow)?.state;
    };
    await preview();
    expect((await logOf(id())).length).toBe(12);
    expect(await stateOf()).toBe("draft");
    await set({ exceptions: [{ day: tomorrow, closed: true, note: "Holiday" }] });
    expect(await stateOf()).toBe("stale");
    const day = await preview();
    expect(await logOf(id())).toEqual([]);
    expect((await logOf(company.stores[1]?.id ?? 0)).length).toBe(12); // its neighbour plays on
    await at.as(admin).changePlaylist({ body: { id: day.id, change: "publish" } });
    const schedule = (as: string, storeId = id()) =>
      at.as(as).storeSchedule({ query: { storeId, days: 3 } });
    const data = await schedule(company.users.group);
    const none = { songs: 0, ads: 0, promos: 0, tohs: 0, firstSeconds: 0, lastSeconds: 0 };
    expect(data).toMatchObject({
      timeZone: "Asia/Kolkata",
      days: [
        {
          day: today,
          opens: 540,
          closes: 1260,
          exception: false,
          state: expect.stringMatching(/none|draft/),
          log: null,
        },
        {
          day: tomorrow,
          opens: null,
          closes: null,
          exception: true,
          note: "Holiday",
          state: "published",
          log: none,
        },
        { day: "2026-05-13", state: "none", log: null },
      ],
    });
    const open = await schedule(admin, company.stores[1]?.id);
    expect(open.days[1]?.log?.songs).toBeGreaterThan(100);
    expect(open.days[1]?.log?.lastSeconds).toBeLessThanOrEqual(21 * 3600 + 600);
    expect(await schedule(company.users.group, company.stores[4]?.id).status).toBe(404);
    expect(await schedule(admin, company.stores[8]?.id)).toMatchObject({
      days: [{ state: "none" }, {}, {}],
    }); // it has no group, and is planned all the same
  });

  test("hours are kept as they were sent, and what cannot be is refused by line [VAL-3] [VAL-4]", async () => {
    const showStore = () => at.as(company.users.admin).findStore({ query: { id: id() } });
    await set({
      week: [
        { weekday: 5, opens: "18:00", closes: "02:00", pastMidnight: true },
        { weekday: 1, opens: "00:00", closes: "24:00" },
        { weekday: 0, closed: true, opens: "10:00", closes: "09:00" },
      ],
      exceptions: [
        { day: "2026-12-25", closed: true, note: "Christmas" },
        { day: "2026-11-08", opens: "10:00", closes: "23:00" },
      ],
    });
    expect(await showStore()).toMatchObject({
      week: [
        { weekday: 1, opens: 0, closes: 1440 },
        { weekday: 5, opens: 1080, closes: 1560 },
      ],
      exceptions: [
        { day: "2026-11-08", opens: 600, closes: 1380, note: null },
        { day: "2026-12-25", opens: null, closes: null, note: "Christmas" },
      ],
    });
    const refused = (body: object) => saveHours(body).wrongFields;
    expect(
      await refused({ exceptions: [{ day: tomorrow, opens: "10:00", closes: "09:00" }] }),
    ).toEqual(["exceptions.0.closes"]);
    expect(await refused({ exceptions: [{ day: tomorrow }] })).toEqual([
      "exceptions.0.opens",
      "exceptions.0.closes",
    ]);
    expect(await refused({ exceptions: [{ day: "12/05/26", closed: true }] })).toEqual([
      "exceptions.0.day",
    ]);
    expect(
      await refused({ exceptions: [tomorrow, tomorrow].map((day) => ({ day, closed: true })) }),
    ).toEqual(["exceptions"]);
    const many = Array.from({ length: 61 }, (_, n) => ({
      day: `2027-0${1 + Math.floor(n / 28)}-${String(1 + (n % 28)).padStart(2, "0")}`,
      closed: true,
    }));
    expect(await refused({ exceptions: many })).toEqual(["exceptions"]);
    await set({}); // the section without exceptions clears them
    expect((await showStore()).exceptions).toEqual([]);
  });

  test("exceptions of past dates stay, and later ones are replaced [VAL-4] [AUD-1]", async () => {
    const days = async () =>
      (await at.as(company.users.admin).findStore({ query: { id: id() } })).exceptions.map(
        ({ day }) => day,
      );
    const closed = (...days: string[]) => ({
      exceptions: days.map((day) => ({ day, closed: true })),
    });
    await set(closed(today, tomorrow, "2026-05-20"));
    at.clock.now = Date.parse("2026-05-11T19:00:00Z"); // past midnight in Kolkata
    await set(closed("2026-05-20"));
    expect(await days()).toEqual([today, "2026-05-20"]);
    await set(closed(today, "2026-05-21")); // sent along as it is
    expect(await days()).toEqual([today, "2026-05-21"]);
    expect(
      await saveHours({
        exceptions: [
          { day: "2026-05-21", closed: true },
          { day: today, opens: "10:00", closes: "11:00" },
        ],
      }).errors,
    ).toEqual({ "exceptions.1.day": "This date is in the past. Its hours cannot change." });
    const rows = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.companyId, company.companyId))
      .orderBy(auditLog.id);
    expect(rows.at(-1)).toMatchObject({
      before: { exceptions: [{ day: "2026-05-20" }] },
      after: { exceptions: [{ day: "2026-05-21" }] },
    });
    await set({});
    expect(await days()).toEqual([today]);
  });
});
