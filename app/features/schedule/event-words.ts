import { showPlaylistDate } from "#contract/base/dates";
import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import { dayMinutes } from "#contract/schedule/slot-times";
import { ruleLevelLabels } from "#contract/schedule/words";
import { weekdayNames, weekFromMonday } from "#contract/stores/words";
import { slotClock } from "./slot-lines";

type Times = {
  startsOn: string;
  endsOn: string;
  weekdays: readonly number[];
  fromMinute: number;
  toMinute: number;
};

/** "Nov 22 2026 to Nov 24 2026, Sat, Sun". */
export function eventDays({ startsOn, endsOn, weekdays }: Times): string {
  const dates =
    startsOn === endsOn
      ? showPlaylistDate(startsOn)
      : `${showPlaylistDate(startsOn)} to ${showPlaylistDate(endsOn)}`;
  if (weekdays.length === 7) return dates;
  const days = weekFromMonday
    .filter((day) => weekdays.includes(day))
    .map((day) => weekdayNames[day].slice(0, 3));
  return `${dates}, ${days.join(", ")}`;
}

/** "17:00–01:00 next day". */
export function eventHours({ fromMinute, toMinute }: Times): string {
  if (toMinute - fromMinute === dayMinutes) return "All day";
  return `${slotClock(fromMinute)}–${slotClock(toMinute)}${toMinute > dayMinutes ? " next day" : ""}`;
}

export const unitWords = ({
  level,
  name,
}: {
  level: keyof typeof ruleLevelLabels;
  name: string;
}): string => (level === "COMPANY" ? "Whole company" : `${ruleLevelLabels[level]} ${name}`);

/**
 * Lists the events whose songs play on a day, with the seconds when the first song starts and the
 * last one ends.
 */
export function eventsIn(lines: readonly PlaylistLine[]) {
  const events = new Map<
    number,
    { id: number; name: string; from: number; to: number; inOrder: boolean }
  >();
  for (const line of lines) {
    if (line.kind !== "MUSIC" || !line.reason.event) continue;
    const { id, name } = line.reason.event;
    const from = line.startSeconds;
    const to = line.startSeconds + line.durationSeconds;
    const event = events.get(id) ?? { id, name, from, to, inOrder: false };
    events.set(id, { ...event, to, inOrder: event.inOrder || line.reason.category === null });
  }
  return [...events.values()];
}
