import { addDays, daysBetween, showPlaylistDate } from "#contract/base/dates";
import { type DayState, type GroupDays, previewDays } from "#contract/schedule/endpoints";
import { owns, wholeCompany } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { PageWanted } from "../../../db/keyset.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { exportDay } from "../logs/day-export.queries.ts";
import { asHead, detailsOf, entryOf } from "../logs/playlist-heads.ts";
import { unpackPositions } from "../logs/playlist-record.ts";
import {
  findHead,
  findStoredPlaylist,
  findVersions,
  type StoredPlaylist,
} from "../logs/playlists.queries.ts";
import { findCurrentLog } from "../logs/store-logs.queries.ts";
import { lockGroupDays, replaceDrafts } from "../logs/write-playlists.queries.ts";
import { isMadeFrom } from "./day-digests.ts";
import { findStoreBreaks, makeLogs } from "./day-figures.ts";
import type { Prepared } from "./day-inputs.ts";
import { showGroupDay, showStoreDay, songsOf } from "./day-view.ts";
import { makingDays } from "./days-thread.ts";
import { asPlaylist, findLocks } from "./earlier-day.service.ts";
import type { EarlierDay } from "./group-day.ts";
import { countGroups, type FoundGroup, findGroupPage, findUngrouped } from "./groups.queries.ts";
import type { DayToMake, MadeDay } from "./make-days.ts";
import { digestWithLocks, planGroups } from "./plan-days.service.ts";
import type { PlanningCall } from "./planning.ts";
import {
  type ChainDay,
  chainOf,
  chainTo,
  datesTo,
  type GroupDay,
  groupIn,
  loadChartSongs,
  loadNearbyVersions,
  loadRepertoire,
  neighboursOf,
  prepareGroups,
  sameHeads,
  todayOf,
} from "./schedule-days.ts";
import { findStore } from "./stores.queries.ts";

const changedSince =
  "The rule, a chart or the opening hours have changed since you opened this day. Check it again, then publish.";

/**
 * A group's day as it plays or will: the published version, else a draft. Drafts of the days up to
 * it that are missing or stale are made and stored first, so that each rests from the one before.
 * Throws 404 for a group out of scope, 422 on `day` for a day too far off, or a past one that was
 * never stored.
 */
export async function previewGroupDay(call: PlanningCall, { groupId, day }: GroupDay) {
  const { prepared, at } = await draftDay(call, { groupId, day });
  const shownHead = at.published ?? at.draft;
  const stored = shownHead && (await findStoredPlaylist(call.scope, call.db, shownHead.id));
  if (!stored)
    throw invalid({ day: "Nothing was planned for this day. Choose today or a coming day." });
  return showDay(call, { prepared, stored, at });
}

/** Shows one version of a group's day as it was made. Throws 404 out of scope. */
export async function showPlaylist(call: PlanningCall, id: number) {
  const { scope, db } = call;
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  const prepared = await prepareGroups(scope, db, [stored.groupId], datesTo(stored.day, call.now));
  const { at } = await chainTo(call, prepared, stored);
  return showDay(call, { prepared, stored, at });
}

/**
 * Lists a page of groups, each with its coming days; the stores without a group come last. Makes
 * nothing: a day that nobody has opened yet is "none".
 */
export async function listComingDays(
  { scope, db, now }: ScopedCall,
  query: PageWanted & {
    days: number;
    search?: string | undefined;
    groupIds?: number[] | undefined;
  },
) {
  const { rows: groups, page } = await findGroupPage(scope, db, query);
  const ungrouped = query.groupIds ? [] : await findUngrouped(scope, db, query);
  const rows: FoundGroup[] = page.next ? groups : [...groups, ...ungrouped];
  const ids = rows.map(({ id }) => id);
  const first = todayOf(rows[0] ?? { timeZone: "UTC" }, now);
  const last = addDays(first, query.days - 1);
  const prepared = await prepareGroups(scope, db, ids, { from: first, to: last });
  const heads = await loadNearbyVersions(scope, db, { groupIds: ids, from: first, to: last });
  const data: GroupDays[] = [];
  for (const { id, name, zoneName, regionName } of rows)
    data.push({
      groupId: id,
      groupName: name,
      zoneName,
      regionName,
      stores: prepared.groups.get(id)?.stores.length ?? 0,
      days: (await chainOf(prepared, { groupId: id, heads, from: first, to: last })).map(asState),
    });
  return {
    data,
    page: { ...page, total: (await countGroups(scope, db, query)) + ungrouped.length },
  };
}

function asState({
  day,
  published,
  draft,
  isDraftCurrent,
  changed,
}: ChainDay): GroupDays["days"][number] {
  const shownHead = published ?? draft;
  const state: DayState = published
    ? "published"
    : !draft
      ? "none"
      : isDraftCurrent
        ? "draft"
        : "stale";
  const { id: playlistId = null, songs = 0, violations = 0 } = shownHead ?? {};
  return {
    day,
    state,
    playlistId,
    inputsChanged: changed.facts || changed.choices,
    songs,
    violations,
  };
}

/**
 * Publishes the reviewed draft in place of the version published before, with its stores' logs,
 * all in one transaction; on a day that has begun, from the next position on. A version that
 * is published already stays unchanged. Throws 404 out of scope, 422 on `id` if it is no longer
 * what would play.
 */
export async function publishPlaylist(call: ScopedCall, id: number) {
  const { scope, db, now } = call;
  const draft = await findHead(scope, db, id);
  if (!draft) throw notFound();
  const { groupId, day } = draft;
  const group = groupIn(await prepareGroups(scope, db, [groupId], datesTo(day, now)), groupId);
  if (draft.state === "published") return asHead(draft, group.stores.length);
  const today = todayOf(group, now);
  let before: { id: number; version: number } | undefined;
  const { planned } = await planGroups(call, [groupId], {
    from: day < today ? day : today,
    to: day,
    work: (at) => {
      if (at.day !== day || at.draft?.id !== id || !at.isDraftCurrent) return null;
      before = at.published && { id: at.published.id, version: at.published.version };
      return "publish";
    },
    publishing: () => ({ by: call.caller.username, how: "PERSON" }),
    record: async (tx, { days }) => {
      const after = days[0] && (await findHead(scope, tx, days[0].id));
      if (after)
        await audit(tx, call, [
          entryOf(scope, "group day published", after, {
            ...(before && { before }),
            after: detailsOf(after),
          }),
        ]);
    },
  });
  const published = await findHead(scope, db, planned[0]?.days[0]?.id ?? id);
  // somebody else may just have published the same draft
  if (published?.state !== "published") throw invalid({ id: changedSince });
  return asHead(published, group.stores.length);
}

/**
 * Makes a new draft of the day from today's rule, charts and hours, next to a published version,
 * which plays until the draft is published. The same inputs give the same day. Throws 404 out of
 * scope, 422 on `id` for a day that is over.
 */
export async function regeneratePlaylist(call: ScopedCall, id: number) {
  const { scope } = call;
  const from = await findHead(scope, call.db, id);
  if (!from) throw notFound();
  const { prepared, at } = await draftDay(call, from, { besidePublished: true });
  if (!at.draft) throw invalid({ id: "This day is over." });
  const stores = groupIn(prepared, from.groupId).stores.length;
  const draft = at.draft;
  await call.database.transaction((tx) =>
    audit(tx, call, [
      entryOf(scope, "group day regenerated", draft, { before: { id }, after: { id: draft.id } }),
    ]),
  );
  return asHead(draft, stores);
}

/** The versions of a group's day, the newest first. A group out of scope has none. */
export const listVersions = async ({ scope, db }: ScopedCall, { groupId, day }: GroupDay) =>
  (await findVersions(scope, db, groupId, day)).map((version) => {
    const { createdAt, publishedAt, ...head } = detailsOf(version);
    return {
      ...head,
      createdAt: createdAt.toISOString(),
      publishedAt: publishedAt?.toISOString() ?? null,
    };
  });

/** The songs of a version, each once. Throws 404 out of scope. */
export async function listPlaylistSongs({ scope, db }: ScopedCall, id: number) {
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  return songsOf(scope, db, stored.positions);
}

/**
 * Gives the rows of a day's CSV: a group's as its preview or a version shows it, a store's
 * as published. Throws 404 out of scope, 422 on `storeId` for a store whose day is not published
 * yet.
 */
export async function exportSchedule(
  call: ScopedCall,
  {
    groupId,
    storeId,
    playlistId,
    day,
  }: { [id in "groupId" | "storeId" | "playlistId"]?: number | undefined } & { day: string },
) {
  const { scope, db } = call;
  if (playlistId !== undefined) {
    if (!(await findHead(scope, db, playlistId))) throw notFound();
    return exportDay(scope, playlistId, null);
  }
  if (storeId === undefined)
    return exportDay(
      scope,
      (await previewGroupDay(call, { groupId: groupId ?? null, day })).id,
      null,
    );
  if (!(await findStore(scope, db, storeId))) throw notFound();
  const log = await findCurrentLog(scope, db, storeId, day);
  if (!log)
    throw invalid({
      storeId: "This day is not published yet. Publish it, then download the store's day.",
    });
  const positions = log.positions.map((position) =>
    position.planned === undefined
      ? position
      : { ...position, trace: log.playlist[position.planned]?.trace },
  );
  return exportDay(scope, log.playlistId, { storeId, positions });
}

/** Shows a store's day: its log, or the log from its group's draft. Throws 404 out of scope. */
export async function previewStoreDay(
  call: ScopedCall,
  { storeId, day }: { storeId: number; day: string },
) {
  const { scope, db } = call;
  const store = await findStore(scope, db, storeId);
  if (!store) throw notFound();
  const current = await findCurrentLog(scope, db, storeId, day);
  // the store's group is planned as a whole, whoever asks
  const all = wholeCompany(scope.companyId);
  if (current) {
    const playlist = unpackPositions(current.playlist, current.summary);
    return showStoreDay(all, db, { store, day, log: current }, { ...current, playlist });
  }
  const { prepared, at } = await draftDay({ ...call, scope: all }, { groupId: store.groupId, day });
  const shownHead = at.published ?? at.draft;
  const stored = shownHead && (await findStoredPlaylist(all, db, shownHead.id));
  if (!stored)
    throw invalid({ day: "Nothing was planned for this day. Choose today or a coming day." });
  const group = asPlaylist(stored, at);
  const [dayLogs] = await makeLogs(
    { scope: all, db },
    {
      prepared,
      groupId: stored.groupId,
      versions: [{ at, playlist: group }],
      storeIds: new Set([storeId]),
    },
  );
  const preview = { id: null, playlistId: stored.id, positions: dayLogs?.logs[0]?.positions ?? [] };
  return showStoreDay(
    all,
    db,
    { store, day, log: preview },
    {
      playlist: group.positions,
      summary: stored.summary,
    },
  );
}

const tries = 3;

/**
 * Stores the missing drafts up to a day, and gives the current state. They are made outside of the
 * transaction that stores them.
 */
async function draftDay(
  call: PlanningCall,
  { groupId, day }: GroupDay,
  { besidePublished = false } = {},
) {
  const { scope, database, db, now } = call;
  let again = besidePublished;
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepareGroups(scope, db, [groupId], datesTo(day, now));
    const today = todayOf(groupIn(prepared, groupId), now);
    if (day > today && daysBetween(today, day) - 1 > previewDays)
      throw invalid({
        day: `Choose a day up to ${showPlaylistDate(addDays(today, previewDays))}.`,
      });
    const { chain, heads, at } = await chainTo(call, prepared, { groupId, day });
    const daysToMake = chain.filter(
      (one) => one.missing || (again && one.day === day && one.draft?.digest !== one.expected),
    );
    if (day < today || daysToMake.length === 0) return { prepared, at };
    const days: (DayToMake & { earlier: EarlierDay })[] = [];
    for (const one of daysToMake)
      days.push({
        day: one.day,
        inputs: one.inputs,
        earlier: { begun: [], locked: await findLocks(call, one) },
      });
    const madeDays = await makingDays.make({
      companyId: scope.companyId,
      days,
      repertoire: await loadRepertoire(scope, db, {
        chartSongs: await loadChartSongs(scope, db, prepared),
        days: daysToMake,
        keptVersions: days.map(({ earlier }) => earlier),
      }),
      stored: await neighboursOf(scope, db, { groupId, from: today, to: day }),
    });
    const drafts = daysToMake.map(({ day: newDay, expected, facts, choices, events }, place) => {
      const { positions, summary } = madeDays[place] as MadeDay;
      return {
        day: newDay,
        digest: digestWithLocks(expected, positions),
        facts,
        choices,
        events,
        positions,
        summary,
      };
    });
    const stored = await database.transaction(async (tx) => {
      await lockGroupDays(scope, tx, groupId);
      if (
        !sameHeads(
          heads,
          await loadNearbyVersions(scope, tx, { groupIds: [groupId], from: today, to: day }),
        )
      )
        return false;
      await replaceDrafts(scope, tx, groupId, drafts);
      return true;
    });
    if (stored) again = false;
    else if (attempt >= tries)
      throw invalid({ day: "Someone else is changing these days. Try again." });
  }
}

type StoredDay = { prepared: Prepared; stored: StoredPlaylist; at: ChainDay };

async function showDay({ scope, db, now }: PlanningCall, { prepared, stored, at }: StoredDay) {
  const group = groupIn(prepared, stored.groupId);
  const { id, zoneId, zoneName, regionId } = group;
  const over = at.day < todayOf(group, now);
  const newer =
    at.published && at.draft && at.draft.version > at.published.version ? at.draft.id : null;
  return showGroupDay(scope, db, stored, {
    zoneName,
    storeBreaks:
      stored.state === "superseded"
        ? []
        : await findStoreBreaks({ scope, db }, prepared, stored, at),
    inputsChanged: !over && isOutdated(stored, at),
    draftId: newer,
    mayChange: owns(scope, { regionId, zoneId, groupId: id }),
    stores: at.inputs.stores.map(({ store: { id, code, name }, isStaggered }) => ({
      id,
      storeCode: code,
      storeName: name,
      isStaggered,
    })),
  });
}

/**
 * A draft that keeps the order of a version with an older rule or chart is as outdated as that
 * version.
 */
const isOutdated = ({ state, digest, choices }: StoredPlaylist, at: ChainDay) =>
  state === "published"
    ? at.changed.facts || at.changed.choices
    : state === "draft" &&
      (!isMadeFrom(digest, at.expected) || (choices ?? at.choices) !== at.choices);
