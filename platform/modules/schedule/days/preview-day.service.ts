import { owns, wholeCompany } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { unpackPositions } from "../logs/playlist-record.ts";
import { findStoredPlaylist, type StoredPlaylist } from "../logs/playlists.queries.ts";
import { findCurrentLog } from "../logs/store-logs.queries.ts";
import { isMadeFrom } from "./day-digests.ts";
import { findStoreBreaks, makeLogs } from "./day-figures.ts";
import type { PlanningInputs } from "./day-inputs.ts";
import { showGroupDay, showStoreDay } from "./day-view.ts";
import { draftDay } from "./draft-day.service.ts";
import { toPlaylist } from "./earlier-day.service.ts";
import type { PlanningCall } from "./planning.ts";
import {
  type ChainDay,
  chainTo,
  datesTo,
  type GroupDay,
  groupIn,
  prepareGroups,
  todayOf,
} from "./schedule-days.ts";
import { findStore } from "./stores.queries.ts";

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
  const group = toPlaylist(stored, at);
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

type StoredDay = { prepared: PlanningInputs; stored: StoredPlaylist; at: ChainDay };

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
