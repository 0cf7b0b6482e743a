import { showPlaylistDate } from "#contract/base/dates";
import {
  dayMinutes,
  endMinute,
  type SlotSeason,
  type SlotTimes,
} from "#contract/schedule/slot-times";
import { clockOf, minutesOf } from "#contract/stores/words";
import { linesIn, oneOf, removedLine, type Values, withLinesIn } from "~/ui/form-lines";

export type DrawnSlot = SlotTimes & SlotSeason & { name: string };

/** Formats a slot's time as on a clock; midnight is 00:00, also at the end of a day. */
export const slotClock = (minutes: number): string => clockOf(minutes % dayMinutes);

/** "Oct 20 2027 to Nov 9 2027"; "" for a slot of the whole year. */
export const seasonWords = ({ startsOn, endsOn }: SlotSeason): string =>
  startsOn && endsOn ? `${showPlaylistDate(startsOn)} to ${showPlaylistDate(endsOn)}` : "";

const isClock = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/**
 * Reads the typed slots for drawing; leaves out lines without times or days.
 */
export function typedSlots(values: Values): DrawnSlot[] {
  return linesIn(values, "slots").flatMap((line, place) => {
    const from = oneOf(line.fromMinute);
    const to = oneOf(line.toMinute);
    const weekdays = [line.weekdays ?? []].flat().map(Number);
    if (!isClock(from) || !isClock(to) || weekdays.length === 0) return [];
    const fromMinute = minutesOf(from);
    return [
      {
        name: oneOf(line.slotName) || `Time slot ${place + 1}`,
        fromMinute,
        toMinute: endMinute(fromMinute, minutesOf(to)),
        weekdays,
        startsOn: oneOf(line.startsOn) || null,
        endsOn: oneOf(line.endsOn) || null,
      },
    ];
  });
}

const everyDay = ["0", "1", "2", "3", "4", "5", "6"];

/**
 * Applies a button: "add" adds a slot that starts where the last one ends, "remove-2" removes one.
 * Undefined for any other button.
 */
export function editSlots(values: Values, edit: string): Values | undefined {
  const lines = linesIn(values, "slots");
  if (edit === "add") {
    const last = lines.at(-1);
    return withLinesIn(values, "slots", [
      ...lines,
      {
        slotName: "",
        fromMinute: oneOf(last?.toMinute),
        toMinute: "",
        weekdays: last?.weekdays ?? everyDay,
      },
    ]);
  }
  const removed = removedLine(edit);
  if (removed === undefined) return undefined;
  const id = oneOf(lines[removed]?.id);
  const removedIds = [...[values.removedIds ?? []].flat(), ...(id ? [id] : [])];
  return withLinesIn(
    { ...values, removedIds },
    "slots",
    lines.filter((_, line) => line !== removed),
  );
}
