import type { TypedWindow } from "#contract/library/play-windows";
import { endMinute } from "#contract/schedule/slot-times";
import { clockOf, minutesOf } from "#contract/stores/words";
import type { ItemWindow } from "./catalogue.queries.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** A window as the table has it: none where it is left out, nulls where it is cleared. */
export function windowColumns({ playFrom, playTo, playDays }: TypedWindow): Partial<ItemWindow> {
  if (playFrom === undefined) return {};
  if (playFrom === null || !playTo)
    return { playFromMinute: null, playToMinute: null, playWeekdays: null };
  const from = minutesOf(playFrom);
  return {
    playFromMinute: from,
    playToMinute: endMinute(from, minutesOf(playTo)),
    playWeekdays: playDays?.length ? playDays : everyDay,
  };
}

/** The same as clocks show it. */
export const windowOf = ({ playFromMinute, playToMinute, playWeekdays }: Partial<ItemWindow>) => ({
  playFrom: playFromMinute == null ? null : clockOf(playFromMinute),
  playTo: playToMinute == null ? null : clockOf(playToMinute),
  playDays: playWeekdays ?? null,
});
