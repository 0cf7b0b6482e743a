import { addDays, dateIn, timeIn } from "#contract/base/dates";
import { elementAt } from "#contract/base/element-at";
import { wholeCompany } from "../../../access/scope.ts";
import type { ChangedPlays } from "../../../db/changes.ts";
import { findUnplayableDays } from "../logs/unplayable-days.queries.ts";
import { findPublishSettings, type PublishSettings } from "../publishing/publishing.queries.ts";
import { findChangedCampaigns, markInLogs } from "./booked-plays.queries.ts";
import { notifyBreaks, notifySilence } from "./day-notices.service.ts";
import { findDaysFingerprint } from "./days-fingerprint.queries.ts";
import { findPlayingGroups, type GroupId } from "./groups.queries.ts";
import { firstPlayingDay, planGroups } from "./plan-days.service.ts";
import type { PlannedGroup, PlanningCall } from "./planning.ts";
import type { ChainDay } from "./schedule-days.ts";
import { findStoreZones } from "./stores.queries.ts";

/** Drafts are made for a week, today counted as the first of its days. */
export const daysDrafted = 7;
/** A day is published at least this many hours before it begins. */
const hoursOut = 48;

export type JobCall = Omit<PlanningCall, "scope">;

/**
 * Makes sure that a company's stores have music, even if nobody acts (RUN-1, SCH-4): drafts a week,
 * publishes days so that at least 48 hours are always published, updates published days for changes
 * in stores, hours, zones and spots, and replaces songs that were withdrawn. It never waits for a
 * person: a day that nobody approved in time is published unapproved. Remaining silence is reported
 * to the company's admins. Running it again changes nothing. Gives what was done; nothing for a
 * company that is not active.
 *
 * `lastFingerprints` holds the fingerprint of each company whose days were in order: until it
 * changes or another day is due, one small read is enough. With `only`, looks at the groups whose
 * plays have changed, and reads nothing else of the company; plays that change after the drafted
 * days wait for the day on which these are drafted.
 */
export async function keepDays(
  call: JobCall,
  companyId: number,
  lastFingerprints = new Map<number, string>(),
  only?: readonly ChangedPlays[],
): Promise<PlannedGroup[]> {
  const { db, now } = call;
  const scope = wholeCompany(companyId);
  const publishRules = await findPublishSettings(scope, db);
  if (!publishRules) return [];
  const to = addDays(dateIn(publishRules.timeZone, now), daysDrafted - 1);
  const { from, publishTo } = await daysOf({ scope, db, now }, publishRules);
  // a store open past midnight also plays what is booked for the next day
  const changed = only?.filter((change) => change.from <= addDays(to, 1));
  const affectedGroupIds = changed?.flatMap(({ groupIds }) => groupIds);
  if (affectedGroupIds?.length === 0) return [];
  const fingerprint = affectedGroupIds
    ? undefined
    : `${from} ${publishTo} ${to} ${await findDaysFingerprint(scope, db, { from, to })}`;
  if (fingerprint !== undefined && lastFingerprints.get(companyId) === fingerprint) return [];
  const groupIds = await findPlayingGroups(scope, db, affectedGroupIds);
  if (groupIds.length === 0) return [];
  // read before the days are checked: later changes are followed by the next run
  const changedCampaigns = await findChangedCampaigns(scope, db, affectedGroupIds);
  const unplayable = new Map(
    (await findUnplayableDays(scope, db, now)).map(({ groupId, day, storeIds }) => [
      `${groupId} ${day}`,
      storeIds,
    ]),
  );
  const outdatedLogs = ({ day }: { day: string }, groupId: GroupId) =>
    unplayable.get(`${groupId} ${day}`);
  const { planned, missed } = await planGroups({ ...call, scope }, groupIds, {
    from,
    to,
    work(at, groupId) {
      if (!stillPlays(at, now)) return null;
      if (at.published && waitsForMusic(at)) return "publish";
      if (at.published) return at.changed.facts || outdatedLogs(at, groupId) ? "follow" : null;
      if (at.day <= publishTo) return "publish";
      return at.missing ? "draft" : null;
    },
    outdatedLogs,
    isBackground: only === undefined,
    publishing: (at) => ({
      by: null,
      how: at.published ? "CHANGE" : publishRules.needsApproval ? "UNAPPROVED" : "SCHEDULE",
    }),
    async record(tx, group) {
      await notifySilence(tx, companyId, publishRules, group);
      await notifyBreaks(tx, companyId, publishRules, group);
    },
  });
  if (missed.length === 0 && !call.stopped?.aborted)
    await markInLogs(scope, db, changedCampaigns, now);
  // these writes change the fingerprint, so only the next run may store it
  if (fingerprint !== undefined && planned.length + missed.length === 0 && !call.stopped?.aborted)
    lastFingerprints.set(companyId, fingerprint);
  return planned;
}

/**
 * A published day without a song takes up the first that comes, and one without a rule the first
 * rule.
 */
const waitsForMusic = ({ published, changed }: ChainDay) =>
  published !== undefined && (published.songs === 0 || (!published.isByRule && changed.choices));

/**
 * Gives the days from yesterday, which may still play past midnight, to the last that must be
 * published.
 */
async function daysOf(
  { scope, db, now }: Pick<PlanningCall, "scope" | "db" | "now">,
  { timeZone, publishMinute, needsApproval }: PublishSettings,
) {
  const zones = [timeZone, ...(await findStoreZones(scope, db))];
  const out = new Date(now.getTime() + hoursOut * 3_600_000);
  const [hours = 0, minutes = 0] = timeIn(timeZone, now).split(":").map(Number);
  // at its time each day the schedule publishes one more, unless people do
  const oneMore = !needsApproval && hours * 60 + minutes >= publishMinute ? 1 : 0;
  const dates = (at: Date) => zones.map((zone) => dateIn(zone, at)).sort();
  return {
    from: addDays(elementAt(dates(now), 0), -1),
    publishTo: addDays(elementAt(dates(out), zones.length - 1), oneMore),
  };
}

/** True if a day is not over in one of its stores. */
export const stillPlays = ({ day, inputs }: ChainDay, now: Date) =>
  inputs.stores.some(({ store }) => firstPlayingDay(store, now) <= day);
