import { setTimeout as pause } from "node:timers/promises";
import { addDays, dateIn } from "#contract/base/dates";
import type { StoreBreaks } from "#contract/schedule/day-figures";
import type { GroupPlaylist, LogPosition, PlaylistPosition } from "#contract/schedule/positions";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { standingHours } from "../../../engine/opening-hours.ts";
import type { LockedSong } from "../../../engine/scheduling.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { announceEvents } from "../../webhooks/index.ts";
import {
  type StoredPosition,
  type StoredSummary,
  unpackLog,
  unpackPositions,
} from "../logs/playlist-record.ts";
import {
  confirmPublished,
  findStoredPlaylist,
  lockGroupDays,
  type NewPlaylist,
  type PlaylistHead,
  type Publishing,
  publishDraft,
  replaceDrafts,
  replacePublished,
  type StoredPlaylist,
} from "../logs/playlists.queries.ts";
import { findCurrentLogs, findLogFacts, replaceLogs } from "../logs/store-logs.queries.ts";
import { replaceRefusals } from "./booked-plays.queries.ts";
import { digestOf, editedDigest, isEdited, storeFacts } from "./day-digests.ts";
import type { DayInputs, Prepared } from "./day-inputs.ts";
import { makingDays } from "./days-thread.ts";
import { type EarlierDay, locksOf } from "./group-day.ts";
import type { GroupStore } from "./group-store.ts";
import { type DayRecord, type DayToMake, silentSeconds } from "./make-days.ts";
import {
  type ChainDay,
  type ChartSongs,
  chainOf,
  loadChartSongs,
  loadNearbyVersions,
  loadRepertoire,
  neighboursOf,
  prepareGroups,
  sameHeads,
} from "./schedule-days.ts";
import type { GroupId } from "./schedule-inputs.queries.ts";
import { brokenByStores, countryNames } from "./store-breaks.ts";
import { closingInstant, latestWallSecond } from "./wall-second.ts";

/** Holds what days are made with; the demo and jobs have no caller. */
export type PlanningCall = Pick<ScopedCall, "scope" | "database" | "db" | "now"> & {
  /** Aborts work that runs behind when the process ends; no further group is planned. */
  stopped?: AbortSignal;
};

/**
 * Names what becomes of a day: `draft` makes one; `publish` publishes its draft where that is
 * current, else a day made now; `follow` publishes a new version that keeps what it can of the
 * published one. If nothing changed, `follow` keeps the published version and the logs of stores
 * whose own facts are the same; what has begun to play stays in all.
 */
export type DayWork = "draft" | "publish" | "follow";

export type PlannedGroup = {
  groupId: GroupId;
  name: string;
  /** `stores` have a new log; of a version that `stays`, others keep theirs. */
  days: {
    day: string;
    id: number;
    work: DayWork;
    stays: boolean;
    stores: number;
    openStores: number;
    silent: number;
    storeBreaks: StoreBreaks[];
  }[];
};
type Plan = {
  from: string;
  to: string;
  work: (at: ChainDay, groupId: GroupId) => DayWork | null;
  publishing: (at: ChainDay) => Omit<Publishing, "at">;
  /** True if a day that is followed has new logs in all its stores, whatever they are made from. */
  renewsLogs?: (at: ChainDay, groupId: GroupId) => boolean;
  /** Done in the transaction of each group. */
  record?: (tx: Tx, group: PlannedGroup) => Promise<void>;
};

/**
 * Makes and publishes days of groups, each group in a transaction of its own, with the logs of its
 * stores. Groups with nothing to do are not in the answer; `missed` are those whose days somebody
 * else kept changing meanwhile. Groups must be within the scope. One that fails keeps none of the
 * others from being planned; then it throws what failed, for example 422 on `day` where a song was
 * deleted meanwhile.
 */
export async function planGroups(
  call: PlanningCall,
  groupIds: readonly GroupId[],
  plan: Plan,
): Promise<{ planned: PlannedGroup[]; missed: GroupId[] }> {
  const { scope, db, stopped } = call;
  const [planned, missed]: [PlannedGroup[], GroupId[]] = [[], []];
  const failures: unknown[] = [];
  for (let first = 0; first < groupIds.length; first += groupsAtOnce) {
    const prepared = await prepareGroups(
      scope,
      db,
      groupIds.slice(first, first + groupsAtOnce),
      plan,
    );
    let chartSongs: Promise<ChartSongs> | undefined;
    const together: Together = {
      prepared,
      readChartSongs: () => (chartSongs ??= loadChartSongs(scope, db, prepared)),
    };
    const waiting = prepared.groups.keys();
    const lane = async () => {
      for (const groupId of waiting) {
        if (stopped?.aborted) return;
        const began = performance.now();
        const group = await planGroup(call, together, groupId, plan).catch(
          (error: unknown) => void failures.push(error),
        );
        if (group === "changed meanwhile") missed.push(groupId);
        else if (group) planned.push(group);
        await yieldToRequests(performance.now() - began, stopped);
      }
    };
    await Promise.all(Array.from({ length: stopped ? 1 : parallelGroups }, lane));
    if (stopped?.aborted) return { planned, missed };
  }
  if (failures.length > 1) throw new AggregateError(failures, "not all groups were planned");
  if (failures.length === 1) throw failures[0];
  return { planned, missed };
}

/**
 * Others are answered in between. What runs behind rests as long as it has worked: then half of the
 * pages never meet it.
 */
const yieldToRequests = (worked: number, stopped: AbortSignal | undefined): Promise<unknown> =>
  stopped
    ? pause(Math.min(worked, longestRest), undefined, { signal: stopped }).catch(() => {})
    : new Promise(setImmediate);
const longestRest = 1_000;
/** While the days of one group are made, what another's come of is read, and written. */
const parallelGroups = 2;

/**
 * Groups whose inputs are held at a time; their songs are read once, when the first has something
 * to do.
 */
type Together = { prepared: Prepared; readChartSongs: () => Promise<ChartSongs> };
export const groupsAtOnce = 20;
const tries = 3;

async function planGroup(call: PlanningCall, together: Together, groupId: GroupId, plan: Plan) {
  for (let attempt = 1; attempt < tries; attempt++) {
    const group = await tryGroup(call, together, groupId, plan);
    if (group !== "changed meanwhile") return group;
  }
  return tryGroup(call, together, groupId, plan);
}

type PlannedDay = {
  at: ChainDay;
  work: DayWork;
  version: NewPlaylist;
  stays: boolean;
  /** The stores whose logs stay with it. */
  unchanged: ReadonlySet<number> | undefined;
  logs: DayRecord["logs"];
  refused: DayRecord["refused"];
  isDraft: boolean;
  silent: number;
  storeBreaks: StoreBreaks[];
};

async function tryGroup(
  call: PlanningCall,
  { prepared, readChartSongs }: Together,
  groupId: GroupId,
  plan: Plan,
): Promise<PlannedGroup | "changed meanwhile" | undefined> {
  const { scope, database, db, now } = call;
  const { from, to } = plan;
  const heads = await loadNearbyVersions(scope, db, [groupId], from, to);
  const daysToPlan = (await chainOf(prepared, groupId, heads, from, to)).flatMap((at) => {
    const work = plan.work(at, groupId);
    return work ? [{ at, work }] : [];
  });
  if (daysToPlan.length === 0) return undefined;
  const earlier = new Map<string, EarlierDay>();
  for (const { at, work } of daysToPlan) earlier.set(at.day, await earlierOf(call, at, work));
  const wantedDays = daysToPlan.map(({ at }) => at);
  const repertoire = await loadRepertoire(scope, db, await readChartSongs(), wantedDays, [
    ...earlier.values(),
  ]);
  const toMake: DayToMake[] = [];
  const chosen: {
    at: ChainDay;
    work: DayWork;
    isDraft: boolean;
    unchanged: ReadonlySet<number> | undefined;
  }[] = [];
  for (const { at, work } of daysToPlan) {
    const before = earlier.get(at.day);
    const ofFollowed = () =>
      plan.renewsLogs?.(at, groupId) ? noStores : findUnchanged(scope, db, at);
    const unchanged = work === "follow" ? await ofFollowed() : undefined;
    const logs =
      work === "draft"
        ? undefined
        : { begun: await begunLogs(scope, db, at.inputs, now), ...(unchanged && { unchanged }) };
    // a current draft is published as the row that people looked at, unless a part of the day has begun
    const isDraft =
      work === "publish" &&
      at.isDraftCurrent &&
      before?.begun.length === 0 &&
      logs?.begun.size === 0;
    toMake.push({
      day: at.day,
      inputs: at.inputs,
      logs,
      ...(isDraft ? { playlist: before?.playlist } : { earlier: before }),
    });
    chosen.push({ at, work, isDraft, unchanged });
  }
  const stored = await neighboursOf(scope, db, groupId, from, to);
  const madeDays = await makingDays.makeRecords({
    companyId: scope.companyId,
    days: toMake,
    repertoire,
    stored,
  });
  const days: PlannedDay[] = [];
  const countryName = await countryNames();
  for (const [place, { at, work, isDraft, unchanged }] of chosen.entries()) {
    const { positions, summary, stays, logs, refused, broken } = madeDays[place] as DayRecord;
    // as silent as before
    if (at.published?.songs === 0 && summary.songs === 0 && !at.changed.facts) continue;
    const version = { day: at.day, ...digestsFor(at, work, positions), positions, summary };
    const storeBreaks = brokenByStores(
      at.inputs.stores,
      summary.violations.length,
      broken,
      countryName,
    );
    days.push({
      at,
      work,
      version,
      stays,
      unchanged,
      logs,
      refused,
      isDraft,
      silent: silentSeconds(summary),
      storeBreaks,
    });
  }
  if (days.length === 0) return undefined;
  const name = prepared.groups.get(groupId)?.name ?? "";
  return database.transaction(async (tx) => {
    await lockGroupDays(scope, tx, groupId);
    if (!sameHeads(heads, await loadNearbyVersions(scope, tx, [groupId], from, to)))
      return "changed meanwhile" as const;
    const group: PlannedGroup = { groupId, name, days: [] };
    const drafts = days.filter(({ work }) => work === "draft");
    if (drafts.length > 0)
      await replaceDrafts(
        scope,
        tx,
        groupId,
        drafts.map(({ version }) => version),
      );
    for (const planned of days) {
      const { at, work, stays, unchanged, logs, refused, silent, storeBreaks } = planned;
      if (work === "draft") continue;
      const id = await publishOne(scope, tx, groupId, planned, { at: now, ...plan.publishing(at) });
      await replaceLogs(
        scope,
        tx,
        { groupId, day: at.day, playlistId: id, stay: (stays && unchanged) || noStores },
        logs,
        now,
      );
      const storeIds = logs.map(({ storeId }) => storeId);
      await replaceRefusals(scope, tx, { storeIds, logDay: at.day }, refused);
      group.days.push({
        day: at.day,
        id,
        work,
        stays,
        stores: logs.length,
        openStores: openStoresOf(at),
        silent,
        storeBreaks,
      });
    }
    await plan.record?.(tx, group);
    await announceEvents(scope, tx, {
      kind: "day.published",
      now,
      facts: group.days.map((day) => publishedFact(group, day)),
    });
    return group;
  });
}

const publishedFact = (
  { groupId, name }: PlannedGroup,
  { day, id, work, stays, stores }: PlannedGroup["days"][number],
) => ({
  groupId,
  groupName: groupId === null ? null : name,
  day,
  playlistId: id,
  stores,
  isNewVersion: work === "follow" && !stays,
});

const openStoresOf = ({ inputs }: ChainDay) =>
  inputs.stores.filter(({ opening }) => opening.length > 0).length;

const noStores: ReadonlySet<number> = new Set();

/** The stores whose current logs were made from the facts of now. */
async function findUnchanged(
  scope: Scope,
  db: Db,
  { inputs, published }: ChainDay,
): Promise<ReadonlySet<number>> {
  if (!published) return noStores;
  // a group's day comes of all its stores, whoever asks
  const facts = await findLogFacts(wholeCompany(scope.companyId), db, published.id);
  return new Set(
    inputs.stores.flatMap((one) =>
      facts.get(one.store.id) === storeFacts(one) ? [one.store.id] : [],
    ),
  );
}

/**
 * Where only facts are followed, a rule or chart that changed is still one that waits for a person.
 */
function digestsFor(at: ChainDay, work: DayWork, positions: Locks) {
  const { facts, choices: choicesNow, events, expected, published, draft, isDraftCurrent } = at;
  if (work === "publish" && draft && isDraftCurrent) {
    const choices = draft.choices ?? choicesNow;
    // a draft of a published day that was edited plays its events as they were
    const drawnEvents = choices === choicesNow ? events : draft.events;
    return { facts, choices, events: drawnEvents, digest: draft.digest };
  }
  if (work !== "follow" || !published)
    return { facts, choices: choicesNow, events, digest: digestWithLocks(expected, positions) };
  const choices = published.choices ?? choicesNow;
  const digest = digestOf({ facts, choices });
  return {
    facts,
    choices,
    events: published.events,
    digest: isEdited(published.digest) ? editedDigest(digest) : digest,
  };
}

type Locks = readonly Pick<StoredPosition, "locked">[];

/**
 * The digest of a day that was made of its inputs, and of the songs that people had locked before.
 */
export const digestWithLocks = (expected: string, positions: Locks): string =>
  positions.some(({ locked }) => locked) ? editedDigest(expected) : expected;

/**
 * The published row where it stays, the draft's where it is published as it is; all else is a new
 * version.
 */
async function publishOne(
  scope: Scope,
  tx: Tx,
  groupId: GroupId,
  planned: PlannedDay,
  publishing: Publishing,
) {
  const { at, work, version, stays, isDraft } = planned;
  const { draft, published } = at;
  if (stays && published) {
    await confirmPublished(scope, tx, published.id, version);
    return published.id;
  }
  if (
    isDraft &&
    draft &&
    (await publishDraft(scope, tx, draft, { ...publishing, events: version.events }))
  )
    return draft.id;
  const [row] = await replacePublished(scope, tx, groupId, [version], publishing, {
    keepEdited: work === "follow",
  });
  if (!row) throw new Error("a version was not written");
  return row.id;
}

/**
 * The version that a day keeps, a current draft whole and a published one as far as it can, and the
 * positions that have begun.
 */
async function earlierOf(
  { scope, db, now }: PlanningCall,
  at: ChainDay,
  work: DayWork,
): Promise<EarlierDay> {
  if (work === "draft") return { begun: [], locked: await findLocks({ scope, db }, at) };
  const published = await playlistOf(scope, db, at, at.published);
  const begun = published ? begunOfGroup(published.positions, at.inputs, now) : [];
  if (work === "follow" && published)
    return { playlist: published, begun, locked: locksOf(published.positions) };
  const draft = at.isDraftCurrent ? await playlistOf(scope, db, at, at.draft) : undefined;
  if (!draft) return { begun, locked: await findLocks({ scope, db }, at) };
  return { playlist: draft, begun, locked: locksOf(draft.positions) };
}

/** The songs that people locked in what stands for a day: its draft, else what is published. */
export async function findLocks(
  { scope, db }: Pick<PlanningCall, "scope" | "db">,
  at: ChainDay,
): Promise<LockedSong[]> {
  const currentHead = at.draft ?? at.published;
  if (!currentHead || !isEdited(currentHead.digest)) return [];
  return locksOf((await playlistOf(scope, db, at, currentHead))?.positions ?? []);
}

export async function playlistOf(
  scope: Scope,
  db: Db,
  at: ChainDay,
  head: PlaylistHead | undefined,
): Promise<GroupPlaylist | undefined> {
  const stored = head && (await findStoredPlaylist(scope, db, head.id));
  return stored && asPlaylist(stored, at);
}

/** A stored version of a day as the engine takes it, with the rule's version of now. */
export const asPlaylist = (
  { groupId, positions, summary }: StoredPlaylist,
  { day, inputs }: ChainDay,
): GroupPlaylist => ({
  date: day,
  unitId: groupId ?? 0,
  ruleVersion: inputs.ruleVersion,
  positions: unpackPositions(positions, summary),
  summary,
});

/** The positions that have begun in all of the group's stores; none where it has no stores. */
export function begunOfGroup(
  positions: readonly PlaylistPosition[],
  inputs: DayInputs,
  now: Date,
): PlaylistPosition[] {
  const begunBy = begunSecondOf(inputs, now);
  return positions.filter(({ startSeconds }) => startSeconds <= begunBy);
}

/**
 * The second of the day up to which all of the group's stores have come; before any second where it
 * has no stores.
 */
export function begunSecondOf({ stores, day }: DayInputs, now: Date): number {
  if (stores.length === 0) return Number.NEGATIVE_INFINITY;
  return Math.min(...stores.map(({ store: { timeZone } }) => latestWallSecond(day, timeZone, now)));
}

/**
 * The positions of each store's current log that have begun, by store, as one array for stores that
 * play the same; nothing is read of a day that has not begun anywhere.
 */
async function begunLogs(
  scope: Scope,
  db: Db,
  { stores, day }: DayInputs,
  now: Date,
): Promise<Map<number, LogPosition[]>> {
  const begun = stores
    .filter(({ store: { timeZone } }) => latestWallSecond(day, timeZone, now) >= 0)
    .map(({ store }) => store.id);
  if (begun.length === 0) return new Map();
  const all = wholeCompany(scope.companyId); // a group's day comes of all its stores, whoever asks
  const logs = await findCurrentLogs(all, db, begun, [day]);
  const playlists = new Map<number, { positions: PlaylistPosition[]; summary: StoredSummary }>();
  for (const id of new Set(logs.map(({ playlistId }) => playlistId))) {
    const stored = await findStoredPlaylist(all, db, id);
    if (stored)
      playlists.set(id, {
        positions: unpackPositions(stored.positions, stored.summary),
        summary: stored.summary,
      });
  }
  const shared = new Map<readonly StoredPosition[], LogPosition[]>();
  const begunOf = (playlistId: number, positions: readonly StoredPosition[]) => {
    const playlist = playlists.get(playlistId);
    const past = positions.filter(({ startsAt = 0 }) => startsAt <= now.getTime());
    return playlist ? unpackLog(past, playlist.positions, playlist.summary) : [];
  };
  return new Map(
    logs.map(({ storeId, playlistId, positions }) => {
      const past = shared.get(positions) ?? begunOf(playlistId, positions);
      shared.set(positions, past);
      return [storeId, past];
    }),
  );
}

/**
 * Publishes a range of days of many groups in the name of a person, as the demo needs it: days that
 * are published stay. Gives how many days were published.
 */
export async function publishGroupDays(
  call: PlanningCall,
  {
    groupIds,
    from,
    to,
    publishedBy,
  }: { groupIds: readonly GroupId[]; from: string; to: string; publishedBy: string },
): Promise<number> {
  const { planned } = await planGroups(call, groupIds, {
    from,
    to,
    work: ({ published }) => (published ? null : "publish"),
    publishing: () => ({ by: publishedBy, how: "PERSON" }),
  });
  return planned.reduce((sum, { days }) => sum + days.length, 0);
}

/**
 * The first date that still plays in a store: yesterday's where it is open past midnight, else
 * today's.
 */
export function firstPlayingDay(store: GroupStore, now: Date): string {
  const today = dateIn(store.timeZone, now);
  const yesterday = addDays(today, -1);
  const { closes } = standingHours(store, yesterday);
  return closes !== null && closingInstant(yesterday, store.timeZone, closes * 60) > now.getTime()
    ? yesterday
    : today;
}
