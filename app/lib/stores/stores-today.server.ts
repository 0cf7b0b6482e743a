import { type StoreToday, showStoresToday } from "#contract/telemetry/today";
import { type MinuteState, minuteStates } from "#contract/telemetry/words";
import { type DayStripData, lateDay } from "~/ui/day-strip";
import { orNothing } from "../api/deadline.server";
import type { PageContext } from "../session/guard.server";
import { duration } from "./store-state";

/** Milliseconds that a list waits for its strips. */
const deadline = 1_000;

/**
 * Loads stores' minutes of today as a list's strips, each store once. A list does not wait for
 * strips that are late or fail, and says so in their place. The stores belong to the chosen company, or to
 * `companyId`.
 */
export async function loadStoresToday(
  { api }: Pick<PageContext, "api">,
  storeIds: readonly number[],
  companyId?: number,
): Promise<Map<number, DayStripData>> {
  const ids = [...new Set(storeIds)];
  if (ids.length === 0) return new Map();
  const answer = await orNothing(
    deadline,
    api.call(showStoresToday, { query: companyId === undefined ? { ids } : { ids, companyId } }),
  );
  if (!answer) return new Map(ids.map((id) => [id, lateDay]));
  return new Map(answer.data.map((day) => [day.storeId, toStrip(day)]));
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
  return { minutes, now, paths: Object.fromEntries(paths), words: dayText(runs) };
}

const stateWords: Record<MinuteState, string> = {
  right: "sounded right",
  quiet: "too quiet",
  silent: "silent",
  offline: "offline",
};

/** Describes the day as "Sounded right 9 h 10 min, offline 49 min". */
function dayText(runs: StoreToday["runs"]): string {
  const parts = minuteStates.flatMap((state) => {
    const lasted = runs
      .filter((run) => run.state === state)
      .reduce((sum, { from, to }) => sum + to - from, 0);
    return lasted === 0 ? [] : [`${stateWords[state]} ${duration(lasted * 60_000)}`];
  });
  const words = parts.join(", ");
  return words === "" ? "Nothing today" : words.charAt(0).toUpperCase() + words.slice(1);
}
