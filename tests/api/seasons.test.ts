import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "#contract/base/dates";
import type { GroupDay } from "#contract/schedule/endpoints";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-05-11T06:30:00Z");
const first = "2026-05-14";
const last = "2026-05-15";

describe("Seasons", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let usualSlotId: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    const provider = await makeProvider(platform.database);
    library = await makeLibrary(platform.database, provider.companyId);
    company = await makeCompany(platform.database);
    usualSlotId = await makeSlot(platform.database, company.companyId);
    await admin().addMasterRule({
      body: { timeSlotId: usualSlotId, ...ruleOver([library.popular, 100]) },
    });
  });
  afterAll(() => platform?.close());

  const admin = () => platform.as(company.users.admin);
  const season = {
    slotName: "Spring festival",
    fromMinute: 12 * 60,
    toMinute: 18 * 60,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startsOn: first,
    endsOn: last,
  };
  const save = (slots: object[], removedIds: number[] = []) =>
    admin().changeTimeSlots({ body: { slots, removedIds } });
  const preview = (day: string) =>
    admin().previewGroupDay({ query: { groupId: company.north.groupIds[0], day } });
  const slotsIn = ({ hours }: GroupDay) =>
    hours.map(({ hour, lines }) => [
      hour,
      ...new Set(
        lines.flatMap((line) => (line.kind === "MUSIC" ? [line.reason.slot?.name ?? ""] : [])),
      ),
    ]);

  it("plays a season's own rule in its hours and on its days, and changes no other day [SCH-7]", async () => {
    const before = await preview(addDays(first, -1));
    await admin().changePlaylist({ body: { id: before.id, change: "publish" } });
    const { slots, effects } = await save([{ ...season, rulesFromId: usualSlotId }]);
    expect(effects).toMatchObject({ draftDays: 0, publishedDays: 0, withoutRule: [] });
    const added = slots.find(({ slotName }) => slotName === season.slotName);
    const { own } = await admin().masterRuleBySlot({ query: { timeSlotId: added?.id } });
    await admin().changeMasterRule({
      body: { id: own?.id, version: own?.version, ...ruleOver([library.thirds, 100]) },
    });
    const after = await preview(addDays(first, -1));
    expect([after.version, after.inputsChanged]).toEqual([before.version, false]);
    for (const day of [first, last]) {
      const festive = await preview(day);
      expect(slotsIn(festive)).toEqual(
        slotsIn(festive).map(([hour]) => [
          hour,
          Number(hour) >= 12 && Number(hour) < 18 ? season.slotName : "All day",
        ]),
      );
      expect(new Set(festive.summary.shares.map(({ name }) => name))).toEqual(
        new Set(["Popular", "Thirds"]),
      );
    }
    expect(new Set(slotsIn(await preview(addDays(last, 1))).map(([, slot]) => slot))).toEqual(
      new Set(["All day"]),
    );
  });

  it("refuses half a season, one that ends before it begins, and two at once [SCH-7]", async () => {
    const other = { ...season, slotName: "Other" };
    expect(await save([{ ...other, endsOn: null }]).errors).toEqual({
      "slots.0.endsOn":
        "Enter the first and the last day of a season, or neither for the whole year.",
    });
    expect(await save([{ ...other, startsOn: last, endsOn: first }]).errors).toEqual({
      "slots.0.endsOn": "The last day is before the first.",
    });
    expect(await save([{ ...other, startsOn: last, endsOn: "2026-06-01" }]).errors).toEqual({
      "slots.0.fromMinute":
        "This overlaps “Spring festival” (12:00 – 18:00). Change one of the two.",
    });
    const later = { ...other, startsOn: "2026-11-01", endsOn: "2027-01-15" };
    const { slots } = await save([later]);
    const added = slots.find(({ slotName }) => slotName === "Other");
    expect(added).toMatchObject(later);
    await save([], [added?.id ?? 0]);
  });

  it("shows a year with its seasons, its events and the country's holidays [SCH-7]", async () => {
    const { id } = await admin().addEventPlaylist({
      body: {
        name: "Monsoon",
        startsOn: "2026-07-01",
        endsOn: "2026-07-10",
        weekdays: season.weekdays,
        fromMinute: 600,
        toMinute: 720,
        priority: 5,
        mode: "ORDER",
        wholeCompany: true,
      },
    });
    const year = await admin().showSeasonCalendar({ query: {} });
    expect(year).toMatchObject({
      year: 2026,
      today: "2026-05-11",
      country: { id: "IN", name: "India" },
      events: [{ id, name: "Monsoon", startsOn: "2026-07-01", endsOn: "2026-07-10" }],
      seasons: [{ name: "Spring festival", startsOn: first, endsOn: last }],
      moreEvents: false,
    });
    expect(year.holidays).toContainEqual({
      date: "2026-11-08",
      name: "Diwali",
      isExpected: true,
    });
    const next = await admin().showSeasonCalendar({ query: { year: 2027 } });
    expect([next.year, next.events, next.seasons]).toEqual([2027, [], []]);
    const other = await makeCompany(platform.database);
    const theirs = await platform.as(other.users.admin).showSeasonCalendar({ query: {} });
    expect([theirs.events, theirs.seasons]).toEqual([[], []]);
    expect(await admin().showSeasonCalendar({ query: { year: 1 } }).errors).toEqual({
      year: "Enter a year from 2000 to 2099.",
    });
  });
});
