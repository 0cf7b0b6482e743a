import { addDays, dateIn } from "#contract/base/dates";
import { mayOpen } from "#contract/base/roles";
import { type Dashboard, dashboardDays } from "#contract/dashboard/endpoints";
import type { ScopedCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { sumAdSeconds } from "../ads/index.ts";
import { countOpenAlerts } from "../alerts/index.ts";
import { findFirstSteps, findTimeZone, findTopSongs, findUnusedPlayer, sumDays, sumPlaysByType } from "./dashboard.queries.ts";

const topSongs = 5;

export function dashboardService({ counter }: Pick<Services, "counter">) {
  return {
    /** The dashboard (DASH-1) of the stores within the scope; today is the date on the company's clock. */
    async showDashboard(call: Pick<ScopedCall, "scope" | "db" | "now" | "caller">): Promise<Dashboard> {
      const { scope, db, now } = call;
      const today = dateIn(await findTimeZone(scope, db), now);
      const from = addDays(today, 1 - dashboardDays);
      const [yesterday, dayBefore] = [addDays(today, -1), addDays(today, -2)];
      const byType = await sumPlaysByType(scope, db, from, today);
      const days = await sumDays(scope, db, dayBefore, yesterday);
      const playsOn = (day: string, kind: string) => byType.find((row) => row.day === day && row.kind === kind)?.plays ?? 0;
      const totalOf = (day: string) => days.find((row) => row.day === day) ?? { day, plays: 0, received: 0, seconds: 0, stores: 0 };
      return {
        today,
        stores: await counter.counts(scope),
        openAlerts: await countOpenAlerts(scope, db),
        playsByType: Array.from({ length: dashboardDays }, (_, index) => addDays(from, index)).map((day) => ({
          day,
          plays: { MUSIC: playsOn(day, "MUSIC"), AD: playsOn(day, "AD"), JINGLE: playsOn(day, "JINGLE"), TOH: playsOn(day, "TOH") },
        })),
        topSongs: await findTopSongs(scope, db, from, today, topSongs),
        yesterday: totalOf(yesterday),
        dayBefore: totalOf(dayBefore),
        ads: await sumAdSeconds(call, { from: today, to: addDays(today, 6) }),
        firstSteps: byType.length > 0 ? null : await showFirstSteps(call),
      };
    },
  };
}

/** A player account is shown to those who may open its store. */
async function showFirstSteps({ scope, db, caller }: Pick<ScopedCall, "scope" | "db" | "caller">): Promise<Dashboard["firstSteps"]> {
  const { hasPlayed, ...steps } = await findFirstSteps(scope, db);
  return hasPlayed ? null : { ...steps, player: mayOpen(caller, "STORES") ? await findUnusedPlayer(scope, db) : null };
}
