import { type StoreToday, showStoresToday } from "#contract/telemetry/today";
import { type MinuteState, minuteStates } from "#contract/telemetry/words";
import type { DayStripData } from "~/ui/day-strip";
import { orNothing } from "./deadline.server";
import type { Guarded } from "./guard.server";
import { duration } from "./store-state";

/** A list waits so many milliseconds for its strips. */
const deadline = 1_000;

/**
 * Today of stores minute by minute, as strips of a list; of each store that is named once. A list
 * does without strips that are late or cannot be had. The stores are of the company that the person
 * works in, or of the one named.
 */
export async function loadStoresToday(
  { api }: Pick<Guarded, "api">,
  storeIds: readonly number[],
  companyId?: number,
): Promise<Map<number, DayStripData>> {
  const ids = [...new Set(storeIds)];
  if (ids.length === 0) return new Map();
  const answer = await orNothing(
    deadline,
    api.call(showStoresToday, { query: { ids, companyId } }),
  );
  return new Map((answer?.data ?? []).map((day) => [day.storeId, toStrip(day)]));
}

export function toStrip({ minutes, now, runs }: StoreToday): DayStripData {
  const pathOf = (state: MinuteState) =>
    runs
      .filter((run) => run.state === state)
      .map(({ from, to }) => `M${from} 7H${to}`)
      .join("");
  const paths = minuteStates.flatMap((state) => {
    const path = pathOf(state);
    return path === "" ? [] : [[state, path]];
  });
  return { minutes, now, paths: Object.fromEntries(paths), words: wordsOf(runs) };
}

const stateWords: Record<MinuteState, string> = {
  right: "sounded right",
  quiet: "too quiet",
  silent: "silent",
  offline: "offline",
};

/** "Sounded right 9 h 10 min, offline 49 min". */
function wordsOf(runs: StoreToday["runs"]): string {
  const parts = minuteStates.flatMap((state) => {
    const lasted = runs
      .filter((run) => run.state === state)
      .reduce((sum, { from, to }) => sum + to - from, 0);
    return lasted === 0 ? [] : [`${stateWords[state]} ${duration(lasted * 60_000)}`];
  });
  const words = parts.join(", ");
  return words === "" ? "Nothing today" : words.charAt(0).toUpperCase() + words.slice(1);
}
