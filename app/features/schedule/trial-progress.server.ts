import type { UnitIds } from "#contract/schedule/master-rule";
import { findRuleTrial } from "#contract/schedule/what-if";
import { load, type PageContext } from "~/lib/session/guard.server";
import { progressOf, type TrialProgress } from "./what-if-words";

/** How far the person's own trial is; null if it is over or there is none. */
export async function loadTrialProgress(
  { api }: PageContext,
  unit: UnitIds,
  timeSlotId: number,
): Promise<TrialProgress | null> {
  const { data } = await load(() => api.call(findRuleTrial, { query: { ...unit, timeSlotId } }));
  return data && progressOf(data);
}
