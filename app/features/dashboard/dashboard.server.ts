import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { type Area, mayOpen } from "#contract/base/roles";
import { type Dashboard, showDashboard } from "#contract/dashboard/endpoints";
import { adsPath, availabilityPath } from "~/features/ads/paths";
import { alertsPath } from "~/features/alerts/paths";
import { companyPath } from "~/features/companies/paths";
import { playerHome } from "~/features/player/paths";
import { reportPath } from "~/features/reports/paths";
import { masterRulePath, previewPath } from "~/features/schedule/paths";
import { storeAddPath, storePath, storesPath } from "~/features/stores/paths";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { countInTrouble } from "~/lib/stores/store-states";
import { loadStoresToday } from "~/lib/stores/stores-today.server";
import { withMembers } from "~/ui/frame/address";
import { changeOf, directionOf, percentChange } from "./change-words";
import { dashboardFinding, othersFinding } from "./finding";
import { attentionTexts, dashboardTexts, nextStepsTexts } from "./texts";

const view = z.enum(["bar", "pie", "linear"]).default("bar");
/** The kind of each chart. */
const Address = z.object({ view, ads: view, delivery: z.enum(["bar", "pie"]).default("bar") });

/** Loads the dashboard's figures and describes its findings in words. */
export async function loadDashboard(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, person, figures, ids } = pageContext;
  const views = readQuery(request, Address);
  const { data } = await load(() => api.call(showDashboard, {}));
  const today = await load(() =>
    loadStoresToday(
      pageContext,
      data.bottomStores.map(({ storeId }) => storeId),
    ),
  );
  const maySeeStores = mayOpen(person, "STORES");
  const ranked = (stores: Dashboard["topStores"]) =>
    stores.map(({ storeId, ...store }) => ({
      ...store,
      to: maySeeStores ? storePath(ids.encrypt("store", storeId)) : null,
      today: today.get(storeId) ?? null,
    }));
  const reported = mayOpen(person, "REPORTS");
  const { from, to } = data.week;
  return {
    views,
    lead: [othersFinding(data.stores, figures), `${dashboardTexts.updated(data.time)}.`]
      .filter(Boolean)
      .join(" "),
    finding: data.firstSteps ? undefined : dashboardFinding(data.stores, figures),
    inTrouble: countInTrouble(data.stores),
    troubledTo: maySeeStores ? withMembers(storesPath, { sort: "status" }) : null,
    stores: data.stores,
    openAlerts: data.openAlerts,
    attention: attentionOf(data, pageContext, context.session.companyId),
    // music managers and limited admins see the numbers but may not open the lists
    listed: maySeeStores,
    days: data.playsByType.map(({ day, plays }) => ({
      day,
      plays,
      isPart: day === data.today,
      label:
        day === data.today
          ? dashboardTexts.soFar(showDate(day).slice(0, 5))
          : showDate(day).slice(0, 5),
    })),
    playsFinding: playsFinding(data, figures),
    yesterday: { ...data.yesterday, date: showDate(data.yesterday.day) },
    trend: {
      lead: dashboardTexts.trendLead(showDate(from), showDate(to)),
      rows: trendOf(data, figures),
    },
    ads: adsOf(data.ads, pageContext),
    campaigns: campaignsOf(data.campaigns, figures),
    ranking: {
      top: ranked(data.topStores),
      bottom: ranked(data.bottomStores).sort((one, other) => other.rank - one.rank),
      lead: dashboardTexts.rankLead(showDate(from), showDate(to)),
      all: reported ? withMembers(reportPath(topPerformingStores), { from, to }) : null,
    },
    steps: data.firstSteps && nextSteps(data.firstSteps, pageContext, context.publicUrl),
  };
}
const topPerformingStores = "TopPerformingStores";

/**
 * Lists what is wrong today, the worst first. Each entry links to its list if the person may open
 * it.
 */
function attentionOf(
  { stores, openAlerts, unpublishedDays, licencesEnding, campaigns }: Omit<Dashboard, "firstSteps">,
  { person, ids }: Pick<PageContext, "person" | "ids">,
  companyId: number | undefined,
) {
  const allowed = (area: Area, to: string) => (mayOpen(person, area) ? to : null);
  const inStores = (condition: string) => allowed("STORES", withMembers(storesPath, { condition }));
  const company =
    companyId === undefined
      ? null
      : allowed("COMPANIES", companyPath(ids.encrypt("company", companyId)));
  const { offline, silent, notPlaying, lowVolume, licenceEnding } = stores;
  const texts = attentionTexts;
  return [
    { key: "offline", count: offline, ...texts.offline, isUrgent: true, to: inStores("offline") },
    { key: "silent", count: silent, ...texts.silent, isUrgent: true, to: inStores("silent") },
    {
      key: "not-playing",
      count: notPlaying,
      ...texts.notPlaying,
      isUrgent: true,
      to: inStores("not-playing"),
    },
    {
      key: "unpublished",
      count: unpublishedDays,
      ...texts.unpublished,
      isUrgent: true,
      to: allowed("PREVIEW", previewPath),
    },
    {
      key: "low-volume",
      count: lowVolume,
      ...texts.lowVolume,
      isUrgent: false,
      to: inStores("low-volume"),
    },
    {
      key: "behind",
      count: campaigns.behind,
      ...texts.behind,
      isUrgent: false,
      to: allowed("NON_MUSIC", withMembers(adsPath, { state: "LIVE" })),
    },
    { key: "licences", count: licencesEnding, ...texts.licences, isUrgent: false, to: company },
    {
      key: "store-licences",
      count: licenceEnding,
      ...texts.storeLicences,
      isUrgent: false,
      to: inStores("licence-ending"),
    },
    {
      key: "alerts",
      count: openAlerts,
      ...texts.alerts,
      isUrgent: false,
      to: allowed("DASHBOARD", alertsPath),
    },
  ].filter(({ count }) => count > 0);
}

/** The last seven whole days beside the seven before them. */
function trendOf(
  { week, weekBefore }: Pick<Dashboard, "week" | "weekBefore">,
  { figure, counted }: Figures,
) {
  const hours = ({ seconds }: Dashboard["week"]) => Math.round(seconds / 3600);
  const uptime = ({ open, online }: Dashboard["week"]) =>
    open > 0 ? Math.round((1000 * online) / open) / 10 : null;
  const now = uptime(week);
  const before = uptime(weekBefore);
  const percent = (share: number | null) => (share === null ? "–" : `${figure(share)}%`);
  const points = now !== null && before !== null ? Math.round((now - before) * 10) / 10 : null;
  return [
    {
      term: "Plays",
      now: figure(week.plays),
      before: figure(weekBefore.plays),
      ...directionOf(week.plays - weekBefore.plays, percentChange(week.plays, weekBefore.plays)),
    },
    {
      term: "Playing time",
      now: counted(hours(week), "hour"),
      before: counted(hours(weekBefore), "hour"),
      ...directionOf(
        hours(week) - hours(weekBefore),
        percentChange(hours(week), hours(weekBefore)),
      ),
    },
    {
      term: "Uptime",
      now: percent(now),
      before: percent(before),
      ...directionOf(
        points ?? 0,
        points === null ? null : dashboardTexts.points(figure(Math.abs(points))),
      ),
    },
  ];
}

/** Describes the plays of live campaigns; null if none is live. */
function campaignsOf(
  { live, behind, due, verified }: Dashboard["campaigns"],
  { figure, counted }: Figures,
) {
  if (live === 0) return null;
  const share = due > 0 ? (verified / due) * 100 : null;
  return {
    title: share === null ? dashboardTexts.noneDue : dashboardTexts.delivered(Math.round(share)),
    verified,
    open: Math.max(0, due - verified),
    facts: [
      { term: "Due so far", value: counted(due, "play") },
      { term: "Verified", value: figure(verified) },
      {
        term: "Live campaigns",
        value: behind > 0 ? `${figure(live)}, ${figure(behind)} behind` : figure(live),
      },
    ],
  };
}

/** Describes the coming week's ad seconds; null if no store sells any. */
function adsOf(
  { from, to, capacity, booked, held, days }: Dashboard["ads"],
  { person, figures: { counted } }: PageContext,
) {
  if (capacity === 0) return null;
  const hours = (seconds: number) => counted(Math.round(seconds / 360) / 10, "hour");
  const percent = (part: number) => Math.round((part / capacity) * 100);
  return {
    title: dashboardTexts.adsSold(percent(booked)),
    dates: `${showDate(from)} to ${showDate(to)}`,
    parts: [booked, held, capacity - booked - held],
    days: days.map((day) => ({
      label: showDate(day.day).slice(0, 5),
      values: [day.booked, day.held, day.capacity - day.booked - day.held],
    })),
    facts: [
      { term: "Booked", value: hours(booked) },
      { term: "Held", value: hours(held) },
      { term: "Free", value: hours(capacity - booked - held) },
    ],
    to: mayOpen(person, "NON_MUSIC")
      ? withMembers(availabilityPath, { from, to, show: "sold" })
      : null,
  };
}

/** Lists the steps to the first play. Each links to its page if the person may open it. */
function nextSteps(
  { player, ...done }: NonNullable<Dashboard["firstSteps"]>,
  { ids, person }: PageContext,
  publicUrl: string,
) {
  const allowed = (area: Area, to: string) => (mayOpen(person, area) ? to : undefined);
  return [
    {
      title: "Add a store",
      text: nextStepsTexts.store,
      isDone: done.hasStore,
      to: allowed("STORES", storeAddPath),
      action: "Add store",
      address: undefined,
    },
    {
      title: "Choose the music",
      text: nextStepsTexts.rule,
      isDone: done.hasRule,
      to: allowed("MASTER_RULE", masterRulePath),
      action: "Open master rule",
      address: undefined,
    },
    {
      title: "Publish a day",
      text: nextStepsTexts.publish,
      isDone: done.hasPublishedDay,
      to: allowed("PREVIEW", previewPath),
      action: "Open preview",
      address: undefined,
    },
    {
      title: nextStepsTexts.signIn,
      text: player
        ? nextStepsTexts.signInAs(player.storeName, player.username)
        : nextStepsTexts.signInAnyStore,
      isDone: done.hasSeenPlayer,
      to: player ? allowed("STORES", storePath(ids.encrypt("store", player.storeId))) : undefined,
      action: "Open store",
      address: `${publicUrl}${playerHome}`,
    },
  ];
}

/** Sums up the chart in its title (docs/ui.md). */
function playsFinding(
  { yesterday, dayBefore, playsByType }: Dashboard,
  { counted }: Figures,
): string {
  if (playsByType.every(({ plays }) => Object.values(plays).every((count) => count === 0)))
    return dashboardTexts.noPlays;
  const plays = `${counted(yesterday.plays, "play")} yesterday`;
  const change = changeOf(yesterday.plays, dayBefore.plays);
  return change ? `${plays}, ${change}` : plays;
}
