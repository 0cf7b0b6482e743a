import type { Scope } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import type { StoredPosition } from "../logs/playlist-record.ts";
import { findCurrentLog } from "../logs/store-logs.queries.ts";

/**
 * Finds the seconds that songs and artists rest by the rule at the end of a store's day; 0 without
 * such a rule. A player that goes on after its log keeps to it.
 */
export async function findLastRest(scope: Scope, db: Db, storeId: number, day: string) {
  const log = await findCurrentLog(scope, db, storeId, day);
  const last = log?.positions.findLast(({ kind }) => kind === "MUSIC");
  const trace = last?.planned === undefined ? last?.trace : log?.playlist[last.planned]?.trace;
  return { songSeconds: askedOf(trace, "rest"), artistSeconds: askedOf(trace, "artist") };
}

const askedOf = (trace: StoredPosition["trace"], rule: "rest" | "artist"): number =>
  Math.round((trace && "stage" in trace ? trace[rule]?.askedSeconds : null) ?? 0);
