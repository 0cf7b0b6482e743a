import { type OpeningHours, standingHours } from "../../../engine/opening-hours.ts";
import type { Interval } from "../../../engine/scheduling.ts";
import type { FoundStore } from "./stores.queries.ts";

export type GroupStore = FoundStore & OpeningHours;

export function hoursOn(store: GroupStore, day: string): Interval[] {
  const { opens, closes } = standingHours(store, day);
  return opens === null || closes === null ? [] : [{ from: opens * 60, to: closes * 60 }];
}
