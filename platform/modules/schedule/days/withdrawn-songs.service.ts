import { addDays } from "#contract/base/dates";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { refuseUnknownSong } from "../../library/index.ts";
import { findSummary } from "../logs/playlists.queries.ts";
import { findUnplayableDays } from "../logs/unplayable-days.queries.ts";
import {
  findClients,
  findPublishSettings,
  type PublishSettings,
} from "../publishing/publishing.queries.ts";
import { notifyBreaks, notifySilence, silenceToNotify } from "./day-notices.service.ts";
import { findPlayingGroups, type GroupId } from "./groups.queries.ts";
import { type JobCall, stillPlays } from "./keep-days.service.ts";
import { silentSeconds } from "./make-days.ts";
import { groupsAtOnce, planGroups } from "./plan-days.service.ts";

/** `hasNews` tells that songs were withdrawn after the run began. */
type WithdrawalCall = JobCall & { hasNews?: () => boolean };

/**
 * A day of some groups of a company, the next due first, and when its first song is due (epoch
 * milliseconds); by group, the stores whose own logs play one.
 */
type Lot = {
  companyId: number;
  publishRules: PublishSettings;
  day: string;
  due: number;
  groups: Map<GroupId, readonly number[]>;
};

/**
 * Replaces songs that may no longer be played in the published days of all companies that play
 * one, what is due next first. After news it ends early, with at least one group's day done, as
 * these may be due before what is left: the next run does both.
 */
export async function replaceWithdrawnSongs(call: WithdrawalCall): Promise<void> {
  const failures = new Failures();
  const lots: Lot[] = [];
  for (const companyId of await findClients(call.db))
    lots.push(
      ...((await failures.attempt(`company ${companyId}`, () => findLots(call, companyId))) ?? []),
    );
  for (const lot of lots.sort((one, other) => one.due - other.due)) {
    await failures.attempt(`${lot.day} of company ${lot.companyId}`, () => replaceIn(call, lot));
    if (call.stopped?.aborted || call.hasNews?.()) break;
  }
  failures.throwAny("not all withdrawn songs were replaced");
}

/**
 * Counts the groups' published days, in all companies, in which a song that may no longer be played
 * there has yet to be replaced. Throws 404 for a song that is not there.
 */
export async function countWaitingDays(call: ScopedCall, songId: number): Promise<number> {
  await refuseUnknownSong(call, songId);
  let days = 0;
  for (const companyId of await findClients(call.db))
    for (const { groups } of await findLots(call, companyId, songId)) days += groups.size;
  return days;
}

/** With `songId`, finds those of that song alone. */
async function findLots(
  { db, now }: Pick<WithdrawalCall, "db" | "now">,
  companyId: number,
  songId?: number,
): Promise<Lot[]> {
  const scope = wholeCompany(companyId);
  const unplayable = await findUnplayableDays(scope, db, now, { songId });
  if (unplayable.length === 0) return [];
  const groupIds = unplayable.map(({ groupId }) => groupId);
  const playing = new Set(await findPlayingGroups(scope, db, groupIds));
  const publishRules = await findPublishSettings(scope, db);
  const lots: Lot[] = [];
  for (const { groupId, day, due, storeIds } of unplayable) {
    if (!publishRules || !playing.has(groupId)) continue;
    let lot = lots.findLast((one) => one.day === day);
    if (!lot || lot.groups.size === groupsAtOnce) {
      lot = { companyId, publishRules, day, due, groups: new Map() };
      lots.push(lot);
    }
    lot.groups.set(groupId, storeIds);
  }
  return lots;
}

async function replaceIn(
  call: WithdrawalCall,
  { companyId, publishRules, day, groups }: Lot,
): Promise<void> {
  const scope = wholeCompany(companyId);
  const [first] = groups.keys();
  await planGroups({ ...call, scope }, [...groups.keys()], {
    from: day,
    to: day,
    work(at, groupId) {
      if (groupId !== first && call.hasNews?.()) return null;
      return at.published && stillPlays(at, call.now) ? "follow" : null;
    },
    outdatedLogs: (_, groupId) => groups.get(groupId) ?? [],
    publishing: () => ({ by: null, how: "CHANGE" }),
    async record(tx, group) {
      await notifyBreaks(tx, companyId, publishRules, group);
      if (group.days.every(({ silent }) => silent <= silenceToNotify)) return;
      // days are made one by one: people are notified only of the first of several silent days
      const before = await findSummary(scope, tx, group.groupId, addDays(day, -1));
      if (before && silentSeconds(before) > silenceToNotify) return;
      await notifySilence(tx, companyId, publishRules, group);
    },
  });
}
