import { createHash } from "node:crypto";
import { addDays, dateIn, daysBetween, showPlaylistDate } from "#contract/base/dates";
import { type DayFigures, isClean } from "#contract/schedule/day-figures";
import { previewDays } from "#contract/schedule/endpoints";
import { daysAtOnce, groupDaysAtOnce, type PublishDays, type PublishQuestion } from "#contract/schedule/publishing";
import type { BreakCause } from "#contract/schedule/words";
import { owns } from "../../access/scope.ts";
import type { ScopedCall } from "../../http/context.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/index.ts";
import { reviewDays } from "./day-figures.ts";
import type { Prepared } from "./group-day.ts";
import { groupsAtOnce, planGroups } from "./plan-days.service.ts";
import { findStoredPlaylist, type StoredPlaylist } from "./playlists.queries.ts";
import { type ChainDay, chainOf, groupIn, headsAround, prepareGroups } from "./schedule-days.ts";
import { findGroupIds, findGroups, type GroupId } from "./schedule-inputs.queries.ts";

/** `today` is the company's. */
type Period = { today: string; from: string; to: string };
type Draft = { groupId: GroupId; day: string; id: number };

/**
 * Publishes the days of groups that are not published yet, each group in a transaction of its own. Drafts that are missing are made first, as
 * a preview makes them; what is wrong with any of them is answered as a question, and nothing is published until it is confirmed. What is
 * published are the drafts that were looked at: groups with one that was changed meanwhile are `missed`. Throws 404 for a group that is not
 * the caller's, 422 on `from`, `to` and `groupIds` for days that are over, too far off or too many.
 */
export async function publishDays(call: ScopedCall, request: PublishDays) {
  const { scope } = call;
  const { groupIds, period } = await readDays(call, request);
  const { missed: busy } = await planGroups(call, groupIds, {
    from: period.today, // each day rests from those before it
    to: period.to,
    work: ({ missing }) => (missing ? "draft" : null),
    publishing: () => ({ by: call.caller.username, how: "PERSON" }),
  });
  const drafts = await findDrafts(call, groupIds, period);
  const seen = confirmOf(drafts);
  const question = request.confirm === seen ? null : await askAbout(call, drafts, period, seen);
  if (question) return { groups: 0, days: 0, missed: 0, question };
  const wanted = new Set(drafts.map(({ id }) => id));
  const { planned } = await planGroups(call, [...new Set(drafts.map(({ groupId }) => groupId))], {
    from: period.today,
    to: period.to,
    work: ({ published, draft, isDraftCurrent }) => (!published && draft && isDraftCurrent && wanted.has(draft.id) ? "publish" : null),
    publishing: () => ({ by: call.caller.username, how: "PERSON" }),
    record: (tx, group) =>
      audit(
        tx,
        call,
        group.days.map(({ day, id, stores }) => ({
          companyId: scope.companyId,
          action: "group day published",
          itemKind: "group playlist",
          itemId: id,
          itemName: `${group.name}, ${day}`,
          after: { day, stores },
        })),
      ),
  });
  const daysOf = new Map(planned.map(({ groupId, days }) => [groupId, days.length]));
  const missed = new Set([...busy, ...(await findDrafts(call, groupIds, period)).map(({ groupId }) => groupId)]);
  return { groups: daysOf.size, days: [...daysOf.values()].reduce((sum, days) => sum + days, 0), missed: missed.size, question: null };
}

async function readDays({ scope, db, now }: ScopedCall, { groupIds, ungrouped, matching, from, to }: PublishDays) {
  const wanted = matching ? await findGroupIds(scope, db, matching) : [...new Set([...groupIds, ...(ungrouped ? [null] : [])])];
  const groups = await findGroups(scope, db, wanted);
  if (wanted.length === 0) throw invalid({ groupIds: "There is no such group." });
  if (groups.length < wanted.length || !groups.every(({ id, regionId, zoneId }) => owns(scope, { regionId, zoneId, groupId: id })))
    throw notFound();
  const today = dateIn(groups[0]?.timeZone ?? "UTC", now);
  const last = addDays(today, previewDays);
  if (from < today) throw invalid({ from: "Choose today or a coming day." });
  if (to < from) throw invalid({ to: "Choose the first day or a later one." });
  if (to > last) throw invalid({ to: `Choose a day up to ${showPlaylistDate(last)}.` });
  const days = daysBetween(from, to);
  if (days > daysAtOnce) throw invalid({ to: `Choose at most ${daysAtOnce} days.` });
  if (days * wanted.length > groupDaysAtOnce)
    throw invalid({
      to: `For ${wanted.length} groups, choose at most ${Math.floor(groupDaysAtOnce / wanted.length)} days, or fewer groups.`,
    });
  return { groupIds: wanted, period: { today, from, to } };
}

/** Gives what each group's days in the period are, of so many groups at a time that memory stays bounded. */
async function* chainsOf({ scope, db }: ScopedCall, groupIds: readonly GroupId[], { from, to }: Period) {
  for (let first = 0; first < groupIds.length; first += groupsAtOnce) {
    const ids = groupIds.slice(first, first + groupsAtOnce);
    const prepared = await prepareGroups(scope, db, ids, { from, to });
    const heads = await headsAround(scope, db, ids, from, to);
    for (const groupId of ids) {
      yield { groupId, prepared, chain: chainOf(prepared, groupId, heads, from, to) };
      await new Promise(setImmediate); // others are answered in between
    }
  }
}

/** The drafts that would be published. */
async function findDrafts(call: ScopedCall, groupIds: readonly GroupId[], period: Period): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for await (const { groupId, chain } of chainsOf(call, groupIds, period))
    for (const { day, published, draft } of chain) if (!published && draft) drafts.push({ groupId, day, id: draft.id });
  return drafts;
}

/** Stands for drafts as they are now: a version never changes. */
const confirmOf = (drafts: readonly Draft[]): string =>
  createHash("sha256")
    .update(drafts.map(({ id }) => id).join())
    .digest("base64url");

/** What is wrong with drafts, the worst days first; null where nothing is. */
async function askAbout(call: ScopedCall, drafts: readonly Draft[], period: Period, confirm: string): Promise<PublishQuestion | null> {
  const ids = new Set(drafts.map(({ id }) => id));
  const wrong: WrongDay[] = [];
  for await (const { groupId, prepared, chain } of chainsOf(call, [...new Set(drafts.map((draft) => draft.groupId))], period))
    for (const { stored, figures } of await reviewGroup(call, prepared, groupId, chain, ids))
      if (!isClean(figures)) wrong.push(asWrongDay(stored, groupIn(prepared, groupId).zoneName, figures));
  if (wrong.length === 0) return null;
  const songs = new Map<BreakCause, number>();
  for (const { breaks } of wrong) for (const { cause, songs: count } of breaks) songs.set(cause, (songs.get(cause) ?? 0) + count);
  return {
    confirm,
    days: drafts.length,
    wrongDays: wrong.length,
    silentSeconds: wrong.reduce((sum, day) => sum + day.silentSeconds, 0),
    breaks: [...songs].map(([cause, count]) => ({ cause, songs: count })).sort((one, other) => other.songs - one.songs),
    givenUp: wrong.reduce((sum, { breaks }) => sum + breaks.reduce((part, { givenUp }) => part + givenUp, 0), 0),
    worst: wrong.sort(worstFirst).slice(0, worstDays),
  };
}

const worstDays = 20;

async function reviewGroup(call: ScopedCall, prepared: Prepared, groupId: GroupId, chain: readonly ChainDay[], ids: ReadonlySet<number>) {
  const days: { stored: StoredPlaylist; at: ChainDay }[] = [];
  for (const at of chain) {
    const stored = at.draft && ids.has(at.draft.id) ? await findStoredPlaylist(call.scope, call.db, at.draft.id) : undefined;
    if (stored) days.push({ stored, at });
  }
  const figures = await reviewDays(call, prepared, groupId, days);
  return days.map(({ stored }, place) => ({ stored, figures: figures[place] as DayFigures }));
}

type WrongDay = PublishQuestion["worst"][number];
const asWrongDay = ({ id, groupId, groupName, day }: StoredPlaylist, zoneName: string | null, figures: DayFigures): WrongDay => ({
  ...{ id, groupId, groupName, zoneName, day },
  ...figures,
});

/** Without a song, then by silence (a store's, where it is longer), then by stores without music, then by rule breaks. */
function worstFirst(one: WrongDay, other: WrongDay): number {
  const [a, b] = [badness(one), badness(other)];
  const place = a.findIndex((figure, at) => figure !== b[at]);
  return place < 0 ? 0 : (b[place] ?? 0) - (a[place] ?? 0);
}

const badness = ({ songs, silentSeconds, mostSilent, withoutMusic, breaks }: WrongDay): number[] => [
  songs === 0 ? 1 : 0,
  withoutMusic.length,
  mostSilent?.silentSeconds ?? silentSeconds,
  breaks.reduce((sum, { songs: count }) => sum + count, 0),
];
