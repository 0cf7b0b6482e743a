import { LRUCache } from "lru-cache";
import { elementAt } from "#contract/base/element-at";
import { type DayFigures, isClean } from "#contract/schedule/day-figures";
import type { PublishQuestion } from "#contract/schedule/publishing";
import type { Database } from "../../../db/database.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { reviewDays } from "../days/day-figures.ts";
import type { PlanningInputs } from "../days/day-inputs.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { type ChainDay, groupIn } from "../days/schedule-days.ts";
import { findStoredPlaylist, type StoredPlaylist } from "../logs/playlists.queries.ts";

/** Records what was found wrong with a draft, if anything. */
type DraftCheck = { wrong: WrongDay | null };

/** Size of the cache, in drafts and the store names that they list: about 20 MB. */
const mostChecked = 200_000;
const checked = new WeakMap<Database, LRUCache<number, DraftCheck>>();

/**
 * Caches what this process found out about drafts, by their ids: a version never changes, so the
 * next step need not check it again.
 */
export function checkedIn(database: Database): LRUCache<number, DraftCheck> {
  const checkedDrafts =
    checked.get(database) ??
    new LRUCache<number, DraftCheck>({
      maxSize: mostChecked,
      sizeCalculation: ({ wrong }) =>
        1 +
        (wrong?.withoutMusic.length ?? 0) +
        (wrong?.storeBreaks ?? []).reduce((sum, { stores }) => sum + stores.length, 0),
    });
  checked.set(database, checkedDrafts);
  return checkedDrafts;
}

export async function reviewGroup(
  call: ScopedCall,
  prepared: PlanningInputs,
  groupId: GroupId,
  chain: readonly ChainDay[],
): Promise<void> {
  const checkedDrafts = checkedIn(call.database);
  const days: { stored: StoredPlaylist; at: ChainDay }[] = [];
  for (const at of chain) {
    const isUnchecked = at.draft && !checkedDrafts.has(at.draft.id);
    const stored =
      isUnchecked && at.draft
        ? await findStoredPlaylist(call.scope, call.db, at.draft.id)
        : undefined;
    if (stored) days.push({ stored, at });
  }
  const figures = await reviewDays(call, prepared, groupId, days);
  for (const [place, { stored }] of days.entries()) {
    const ofDay = elementAt(figures, place);
    checkedDrafts.set(stored.id, {
      wrong: isClean(ofDay) ? null : toWrongDay(stored, groupIn(prepared, groupId).zoneName, ofDay),
    });
  }
}

type WrongDay = PublishQuestion["worst"][number];
const toWrongDay = (
  { id, groupId, groupName, day }: StoredPlaylist,
  zoneName: string | null,
  figures: DayFigures,
): WrongDay => ({
  id,
  groupId,
  groupName,
  zoneName,
  day,
  ...figures,
});

/**
 * Puts days without a song first, then sorts by stores without music, by silence (the most silent
 * store's, if longer than the group's) and by rule breaks.
 */
export function worstFirst(one: WrongDay, other: WrongDay): number {
  const a = badness(one);
  const b = badness(other);
  const place = a.findIndex((figure, at) => figure !== b[at]);
  return place < 0 ? 0 : (b[place] ?? 0) - (a[place] ?? 0);
}

const badness = ({
  songs,
  silentSeconds,
  mostSilent,
  withoutMusic,
  breaks,
  storeBreaks,
}: WrongDay): number[] => [
  songs === 0 ? 1 : 0,
  withoutMusic.length,
  mostSilent?.silentSeconds ?? silentSeconds,
  Math.max(
    breaks.reduce((sum, { songs: count }) => sum + count, 0),
    ...storeBreaks.map(({ breaks: count }) => count),
  ),
];
