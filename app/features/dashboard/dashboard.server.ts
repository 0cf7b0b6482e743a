import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import { counted } from "#contract/base/figure";
import { mayOpen } from "#contract/base/roles";
import { type Dashboard, showDashboard } from "#contract/dashboard/endpoints";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";

const views = ["bar", "pie", "linear"] as const;
const Address = z.object({ view: z.enum(views).default("bar") });

/** What the dashboard shows, its findings put in words. */
export async function loadDashboard({ request }: LoaderFunctionArgs, { api, person }: Guarded) {
  const { view } = readQuery(request, Address);
  const { data } = await load(() => api.call(showDashboard, {}));
  return {
    view,
    stores: data.stores,
    // music managers and limited admins see the numbers and have no list behind them
    listed: mayOpen(person, "STORES"),
    reported: mayOpen(person, "REPORTS"),
    days: data.playsByType.map(({ day, plays }) => ({ day, label: showDate(day).slice(0, 5), plays })),
    finding: findingOf(data),
    yesterday: { ...data.yesterday, date: showDate(data.yesterday.day) },
    change: changeOf(data.yesterday.plays, data.dayBefore.plays),
    topSongs: data.topSongs,
  };
}

/** A chart's title says what it shows (docs/ui.md). */
function findingOf({ yesterday, dayBefore, playsByType }: Dashboard): string {
  if (playsByType.every(({ plays }) => Object.values(plays).every((count) => count === 0))) return "Nothing was played in the last 14 days";
  const plays = `${counted(yesterday.plays, "play")} yesterday`;
  const change = changeOf(yesterday.plays, dayBefore.plays);
  return change ? `${plays}, ${change}` : plays;
}

/** "12% more than the day before"; null where there is nothing to compare with. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "as many as the day before";
  return `${Math.abs(percent)}% ${percent > 0 ? "more" : "fewer"} than the day before`;
}
