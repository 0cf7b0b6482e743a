import type { Figures } from "#contract/base/figures";
import { isProvider, mayOpen } from "#contract/base/roles";
import { type Pulse, showPulse, showPulseOfAll } from "#contract/telemetry/today";
import { chooseCompanyPath } from "~/features/companies/paths";
import { storesPath } from "~/features/stores/paths";
import { orNothing } from "~/lib/api/deadline.server";
import type { PageContext } from "~/lib/session/guard.server";
import { countInTrouble } from "~/lib/stores/store-states";
import { withMembers } from "~/ui/frame/address";
import type { PulseData } from "~/ui/pulse";
import { pulseBars } from "~/ui/pulse-bars";
import { shellTexts } from "./texts";

/** Milliseconds that a page waits for its pulse. */
const deadline = 150;

/**
 * Loads today's pulse of the company, or of all companies for staff who have chosen none. Null for
 * people who may not see stores' status, and if it would delay the page.
 */
export async function loadPulse(
  { api, person, figures }: PageContext,
  companyId: number | undefined,
): Promise<PulseData | null> {
  const ofAll = isProvider(person) && companyId === undefined;
  if (!mayOpen(person, ofAll ? "COMPANIES" : "DASHBOARD")) return null;
  const answer = await orNothing(
    deadline,
    ofAll ? api.call(showPulseOfAll, {}) : api.call(showPulse, {}),
  );
  if (!answer) return null;
  const { slots, now, time, stores } = answer.data;
  const to = ofAll ? chooseCompanyPath : withMembers(storesPath, { sort: "status" });
  return {
    bars: pulseBars(slots, now),
    ...pulseWords(stores, figures),
    time,
    to: mayOpen(person, ofAll ? "COMPANIES" : "STORES") ? to : null,
  };
}

/** Describes the stores as "205" and "of 217 open sound right". */
export function pulseWords(
  stores: Pulse["stores"],
  { figure }: Figures,
): Pick<PulseData, "count" | "words" | "short"> {
  const open = stores.online + countInTrouble(stores);
  if (open === 0)
    return { count: null, words: shellTexts.noneOpen, short: shellTexts.noneOpenShort };
  return {
    count: figure(stores.online),
    words: shellTexts.soundRight(figure(open), open === 1),
    short: shellTexts.soundRightShort(figure(open)),
  };
}
