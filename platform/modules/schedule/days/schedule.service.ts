import { addDays } from "#contract/base/dates";
import type { DayState, GroupDays } from "#contract/schedule/endpoints";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { PageRequest } from "../../../db/keyset.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { exportDay } from "../logs/day-export.queries.ts";
import { detailsOf, entryOf, toPlaylistHead } from "../logs/playlist-heads.ts";
import { findHead, findStoredPlaylist, findVersions } from "../logs/playlists.queries.ts";
import { findCurrentLog } from "../logs/store-logs.queries.ts";
import { songsOf } from "./day-view.ts";
import { draftDay } from "./draft-day.service.ts";
import { countGroups, type FoundGroup, findGroupPage, findUngrouped } from "./groups.queries.ts";
import { planGroups } from "./plan-days.service.ts";
import { previewGroupDay } from "./preview-day.service.ts";
import {
  type ChainDay,
  chainOf,
  datesTo,
  type GroupDay,
  groupIn,
  loadNearbyVersions,
  prepareGroups,
  todayOf,
} from "./schedule-days.ts";
import { findStore } from "./stores.queries.ts";

const changedSince =
  "The rule, a chart or the opening hours have changed since you opened this day. Check it again, then publish.";

/**
 * Lists a page of groups, each with its coming days; the stores without a group come last. Makes
 * nothing: a day that nobody has opened yet is "none".
 */
export async function listComingDays(
  { scope, db, now }: ScopedCall,
  query: PageRequest & {
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
      days: (await chainOf(prepared, { groupId: id, heads, from: first, to: last })).map(
        toDayState,
      ),
    });
  return {
    data,
    page: { ...page, total: (await countGroups(scope, db, query)) + ungrouped.length },
  };
}

function toDayState({
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
  if (draft.state === "published") return toPlaylistHead(draft, group.stores.length);
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
  return toPlaylistHead(published, group.stores.length);
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
  return toPlaylistHead(draft, stores);
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
 * Gives the rows of a day's CSV, and of which group or store they are: a group's as its preview or
 * a version shows it, a store's as published. Throws 404 out of scope, 422 on `storeId` for a store
 * whose day is not published yet.
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
    const head = await findHead(scope, db, playlistId);
    if (!head) throw notFound();
    return { subject: head.groupName, ...exportDay(scope, playlistId, null) };
  }
  if (storeId === undefined) {
    const preview = await previewGroupDay(call, { groupId: groupId ?? null, day });
    return { subject: preview.groupName, ...exportDay(scope, preview.id, null) };
  }
  const store = await findStore(scope, db, storeId);
  if (!store) throw notFound();
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
  return { subject: store.name, ...exportDay(scope, log.playlistId, { storeId, positions }) };
}
