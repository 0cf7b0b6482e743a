import type { CampaignRow } from "#contract/ads/campaigns";
import { isWeekly, playsOfWeekday } from "#contract/ads/plays";
import { hourOfWeek, hoursOfDay } from "#contract/ads/words";
import type { Figures } from "#contract/base/figures";
import { dayMinutes, type SlotTimes } from "#contract/schedule/slot-times";
import { clockOf, weekdayNames, weekFromMonday } from "#contract/stores/words";

/** "Mon to Fri", "Sat, Sun"; "Every day" of all seven. */
export function weekdayWords(weekdays: readonly number[]): string {
  const days = weekFromMonday.flatMap((day, place) =>
    weekdays.includes(day) ? [{ place, name: weekdayNames[day].slice(0, 3) }] : [],
  );
  const first = days[0];
  const last = days.at(-1);
  if (days.length === 7) return "Every day";
  if (first && last && days.length > 2 && last.place - first.place === days.length - 1)
    return `${first.name} to ${last.name}`;
  return days.map(({ name }) => name).join(", ");
}

/** A play window: "06:00–11:00, Mon to Fri", "22:00–02:00 next day, Every day". */
export const windowWords = ({ fromMinute, toMinute, weekdays }: SlotTimes): string =>
  `${clockOf(fromMinute)}–${clockOf(toMinute)}${toMinute > dayMinutes ? " next day" : ""}, ${weekdayWords(weekdays)}`;

/**
 * Describes a campaign's hours: "10:00–14:00, 2 plays an hour; 18:00–20:00, 1 play an hour", or
 * its exact times; where days differ, each row after its days: "Mon to Fri: …. Sat, Sun: …".
 */
export function hoursWords(
  { plays, exactTimes }: Pick<CampaignRow, "plays" | "exactTimes">,
  figures: Figures,
): string {
  if (exactTimes) return exactTimes.map(clockOf).join(", ");
  if (!isWeekly(plays)) return dayHoursWords(plays, figures);
  const daysByHours = new Map<string, number[]>();
  for (const day of weekFromMonday) {
    const hours = dayHoursWords(playsOfWeekday(plays, day), figures);
    if (hours) daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), day]);
  }
  return [...daysByHours].map(([hours, days]) => `${weekdayWords(days)}: ${hours}`).join(". ");
}

const dayHoursWords = (plays: readonly number[], { counted }: Figures): string =>
  stretchesOf(plays)
    .map(
      ({ from, to, count }) =>
        `${clockOf(from * 60)}–${clockOf(to * 60)}, ${counted(count, "play")} an hour`,
    )
    .join("; ");

/** Groups consecutive hours with the same number of plays; leaves out hours without plays. */
function stretchesOf(plays: readonly number[]): { from: number; to: number; count: number }[] {
  const stretches: { from: number; to: number; count: number }[] = [];
  for (const [hour, count] of plays.entries()) {
    const last = stretches.at(-1);
    if (last && last.to === hour && last.count === count) last.to = hour + 1;
    else if (count > 0) stretches.push({ from: hour, to: hour + 1, count });
  }
  return stretches;
}

/** Describes each stretch of prime hours as "Mon 18:00 – 21:00", in the order of the week. */
export function primeWords(primeHours: readonly number[]): string[] {
  return weekFromMonday.flatMap((day) => {
    const ofDay = hoursOfDay.filter((hour) => primeHours.includes(hourOfWeek(day, hour)));
    const begins = ofDay.filter((hour) => !ofDay.includes(hour - 1));
    return begins.map((from) => {
      const to = hoursOfDay.find((hour) => hour > from && !ofDay.includes(hour)) ?? 24;
      return `${weekdayNames[day].slice(0, 3)} ${clockOf(from * 60)} – ${clockOf(to * 60)}`;
    });
  });
}
