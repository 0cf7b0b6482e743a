import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { type Area, mayOpen } from "#contract/base/roles";
import { type Dashboard, showDashboard } from "#contract/dashboard/endpoints";
import { availabilityPath } from "~/features/ads/paths";
import { playerHome } from "~/features/player/paths";
import { masterRulePath, previewPath } from "~/features/schedule/paths";
import { storeAddPath, storePath } from "~/features/stores/paths";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { dashboardTexts, nextStepsTexts } from "./texts";

const views = ["bar", "pie", "linear"] as const;
const Address = z.object({ view: z.enum(views).default("bar") });

/** What the dashboard shows, its findings put in words. */
export async function loadDashboard({ request, context }: LoaderFunctionArgs, guarded: Guarded) {
  const { api, person, figures } = guarded;
  const { view } = readQuery(request, Address);
  const { data } = await load(() => api.call(showDashboard, {}));
  return {
    view,
    stores: data.stores,
    openAlerts: data.openAlerts,
    // music managers and limited admins see the numbers and have no list behind them
    listed: mayOpen(person, "STORES"),
    reported: mayOpen(person, "REPORTS"),
    days: data.playsByType.map(({ day, plays }) => ({ day, label: showDate(day).slice(0, 5), plays })),
    finding: findingOf(data, figures),
    yesterday: { ...data.yesterday, date: showDate(data.yesterday.day) },
    change: changeOf(data.yesterday.plays, data.dayBefore.plays),
    ads: adsOf(data.ads, guarded),
    topSongs: data.topSongs,
    steps: data.firstSteps && nextSteps(data.firstSteps, guarded, context.publicUrl),
  };
}

/** Ad seconds of the coming week; null where no store has any on sale. */
function adsOf({ from, to, capacity, booked, held }: Dashboard["ads"], { person, figures: { figure } }: Guarded) {
  if (capacity === 0) return null;
  const percent = (part: number) => Math.round((part / capacity) * 100);
  return {
    title: dashboardTexts.adsSold(percent(booked)),
    dates: `${showDate(from)} to ${showDate(to)}`,
    shares: { booked: (booked / capacity) * 100, held: (held / capacity) * 100 },
    facts: [
      { term: "Booked", value: `${figure(booked)} s` },
      { term: "Held", value: `${figure(held)} s` },
      { term: "Free", value: `${figure(capacity - booked - held)} s` },
    ],
    to: mayOpen(person, "NON_MUSIC") ? withMembers(availabilityPath, { from, to, show: "sold" }) : null,
  };
}

/** What leads to the first play, in order; each leads to its page where the person may open that. */
function nextSteps({ player, ...done }: NonNullable<Dashboard["firstSteps"]>, { ids, person }: Guarded, publicUrl: string) {
  const allowed = (area: Area, to: string) => (mayOpen(person, area) ? to : undefined);
  return [
    {
      ...{ title: "Add a store", text: nextStepsTexts.store },
      ...{ isDone: done.hasStore, to: allowed("STORES", storeAddPath), action: "Add store", address: undefined },
    },
    {
      ...{ title: "Choose the music", text: nextStepsTexts.rule },
      ...{ isDone: done.hasRule, to: allowed("MASTER_RULE", masterRulePath), action: "Open master rule", address: undefined },
    },
    {
      ...{ title: "Publish a day", text: nextStepsTexts.publish },
      ...{ isDone: done.hasPublishedDay, to: allowed("PREVIEW", previewPath), action: "Open preview", address: undefined },
    },
    {
      title: nextStepsTexts.signIn,
      text: player ? nextStepsTexts.signInAs(player.storeName, player.username) : nextStepsTexts.signInAnyStore,
      isDone: done.hasSeenPlayer,
      to: player ? allowed("STORES", storePath(ids.encrypt("store", player.storeId))) : undefined,
      action: "Open store",
      address: `${publicUrl}${playerHome}`,
    },
  ];
}

/** A chart's title says what it shows (docs/ui.md). */
function findingOf({ yesterday, dayBefore, playsByType }: Dashboard, { counted }: Figures): string {
  if (playsByType.every(({ plays }) => Object.values(plays).every((count) => count === 0))) return dashboardTexts.noPlays;
  const plays = `${counted(yesterday.plays, "play")} yesterday`;
  const change = changeOf(yesterday.plays, dayBefore.plays);
  return change ? `${plays}, ${change}` : plays;
}

/** "12% more than the day before"; null where there is nothing to compare with. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return dashboardTexts.sameAsBefore;
  return percent > 0 ? dashboardTexts.more(percent) : dashboardTexts.fewer(-percent);
}
