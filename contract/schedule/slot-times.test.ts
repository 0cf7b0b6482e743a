import { describe, expect, test } from "vitest";
import { doOverlap, endMinute, stretchesOn, weekOf } from "./slot-times.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const sunday = 0;
const friday = 5;
const saturday = 6;
const slot = (name: string, from: number, to: number, weekdays: number[] = everyDay) => ({
  name,
  fromMinute: from * 60,
  toMinute: to * 60,
  weekdays,
});
const hoursOn = (slots: ReturnType<typeof slot>[], weekday: number) =>
  stretchesOn(slots, weekday).map((stretch) => [
    stretch.from / 60,
    stretch.to / 60,
    stretch.slot?.name ?? null,
  ]);

describe("Time slots over a week [MST-1]", () => {
  test("a slot past midnight goes on in the next day's first hours, and what no slot holds is a gap", () => {
    expect(hoursOn([slot("Day", 6, 22), slot("Night", 22, 26)], friday)).toEqual([
      [0, 2, "Night"],
      [2, 6, null],
      [6, 22, "Day"],
      [22, 24, "Night"],
    ]);
    expect(hoursOn([], friday)).toEqual([[0, 24, null]]);
  });

  test("a variant goes before the slot of every day, on its weekdays and the night after them alone", () => {
    const slots = [slot("All day", 0, 24), slot("Party", 21, 27, [friday, saturday])];
    expect(hoursOn(slots, friday)).toEqual([
      [0, 21, "All day"],
      [21, 24, "Party"],
    ]);
    expect(hoursOn(slots, sunday)).toEqual([
      [0, 3, "Party"],
      [3, 24, "All day"],
    ]);
    expect(weekOf(slots, [1, 2, 3, 4, 5, 6, 0]).map(({ days }) => days)).toEqual([
      [1, 2, 3, 4],
      [5],
      [6],
      [0],
    ]);
  });

  test("a season goes before the slots of the year, variants too, from its first day to the night after its last [SCH-7]", () => {
    const festival = {
      ...slot("Festival", 20, 26),
      startsOn: "2027-10-28", // a Thursday
      endsOn: "2027-10-29",
    };
    const year = [slot("All day", 0, 24), slot("Party", 21, 24, [friday, saturday])];
    const hours = (date: string, weekday: number) =>
      stretchesOn([...year, festival], weekday, date).map(({ from, to, slot }) => [
        from / 60,
        to / 60,
        slot?.name,
      ]);
    expect(hours("2027-10-27", 3)).toEqual([[0, 24, "All day"]]);
    expect(hours("2027-10-29", friday)).toEqual([
      [0, 2, "Festival"],
      [2, 20, "All day"],
      [20, 24, "Festival"],
    ]);
    expect(hours("2027-10-30", saturday)).toEqual([
      [0, 2, "Festival"],
      [2, 21, "All day"],
      [21, 24, "Party"],
    ]);
    expect(weekOf([...year, festival], [4, friday])).toEqual(weekOf(year, [4, friday]));
    expect(doOverlap(festival, slot("a", 0, 24))).toBe(false);
    expect(doOverlap(festival, { ...festival, startsOn: "2027-10-29", endsOn: "2027-11-02" })).toBe(
      true,
    );
    expect(doOverlap(festival, { ...festival, startsOn: "2027-10-30", endsOn: "2027-11-02" })).toBe(
      false,
    );
  });

  test("two slots overlap where they claim the same moment, over midnight and over the week's end too", () => {
    expect(doOverlap(slot("a", 6, 12), slot("b", 12, 18))).toBe(false);
    expect(doOverlap(slot("a", 6, 12), slot("b", 11, 18))).toBe(true);
    expect(doOverlap(slot("a", 22, 26), slot("b", 0, 2))).toBe(true);
    expect(doOverlap(slot("a", 22, 26), slot("b", 2, 22))).toBe(false);
    expect(doOverlap(slot("a", 22, 26, [saturday]), slot("b", 1, 6, [sunday]))).toBe(true);
    expect(doOverlap(slot("a", 22, 26, [friday]), slot("b", 1, 6, [sunday]))).toBe(false);
    // a variant stands in the place of the default
    expect(doOverlap(slot("a", 0, 24), slot("b", 10, 12, [sunday]))).toBe(false);
  });

  test("an end that is not after the beginning is on the next day", () => {
    expect([
      endMinute(540, 1020),
      endMinute(1320, 120),
      endMinute(360, 360),
      endMinute(0, 1440),
    ]).toEqual([1020, 1560, 1800, 1440]);
  });
});
