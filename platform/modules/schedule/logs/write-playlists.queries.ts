import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { EditKind, PublicationKind } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import { invalid } from "../../../base/refusal.ts";
import { groupPlaylist, scheduledSong, song } from "../../../db/schema/index.ts";
import type { Tx } from "../../../db/types.ts";
import type { GroupId } from "../days/groups.queries.ts";
import type { StoredPosition, StoredSummary } from "./playlist-record.ts";
import { ofDays } from "./playlists.queries.ts";

/** Lets only this transaction make or publish days of a group, until it ends. */
export async function lockGroupDays(scope: Scope, tx: Tx, groupId: GroupId): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`group days ${scope.companyId} ${groupId}`}, 0))`,
  );
}

export type NewPlaylist = {
  day: string;
  digest: string;
  facts: string;
  choices: string;
  events: Record<string, string>;
  positions: StoredPosition[];
  summary: StoredSummary;
};
/** The person or process that publishes days, and the time. */
export type Publication = { at: Date; by: string | null; how: PublicationKind };

/**
 * Records the songs of days that are about to be stored, so that none can be deleted any longer.
 * Throws 422 on `day` if one was deleted since the days were made. Locks only songs that were never
 * recorded, in the order of their keys, and waits for one that is being deleted.
 */
export async function recordSongs(
  tx: Tx,
  days: { day: string; songIds: readonly number[] }[],
): Promise<void> {
  const first = new Map<number, string>();
  for (const { day, songIds } of days)
    for (const songId of songIds) if (!((first.get(songId) ?? day) < day)) first.set(songId, day);
  const { rows } = await tx.execute<{ missing: number }>(sql`with new_songs as (
      select * from unnest(${sql.param([...first.keys()])}::bigint[], ${sql.param([...first.values()])}::date[]) as given (id, day)
      where not exists (select 1 from ${scheduledSong} where ${scheduledSong.songId} = given.id)
    ), locked_songs as (
      select ${song.id} as id from ${song} where ${song.id} in (select new_songs.id from new_songs) order by ${song.id} for key share
    ), recorded_songs as (
      insert into ${scheduledSong} (song_id, first_day) select id, new_songs.day from locked_songs join new_songs using (id) order by id on conflict do nothing
    )
    select count(*)::int as missing from new_songs where id not in (select locked_songs.id from locked_songs)`);
  if (rows.some(({ missing }) => missing > 0))
    throw invalid({ day: "A song of this day was deleted in the meantime. Try again." });
}

/**
 * Replaces the drafts of the days; version numbers go on. A draft that a person changed stays
 * as a version to restore. Throws 422 as `recordSongs` does.
 */
export async function replaceDrafts(scope: Scope, tx: Tx, groupId: GroupId, drafts: NewPlaylist[]) {
  const ofDrafts = and(ofDays(scope, groupId, drafts), eq(groupPlaylist.state, "draft"));
  await tx
    .update(groupPlaylist)
    .set({ state: "superseded" })
    .where(and(ofDrafts, isNotNull(groupPlaylist.editedHow)));
  await tx.delete(groupPlaylist).where(ofDrafts);
  return insertVersions(scope, tx, { groupId, days: drafts });
}

/** The person who changed a version into a new one, and how. */
export type PlaylistEdit = { by: string; how: EditKind };

/**
 * A person's draft takes the place of the day's draft, which stays as a version to go back to.
 * Throws 422 as `recordSongs` does.
 */
export async function replaceByEdit(
  scope: Scope,
  tx: Tx,
  { groupId, draft, editing }: { groupId: GroupId; draft: NewPlaylist; editing: PlaylistEdit },
) {
  await supersedeDraft(scope, tx, groupId, draft.day);
  const [row] = await insertVersions(scope, tx, {
    groupId,
    days: [draft],
    how: {
      editedBy: editing.by,
      editedHow: editing.how,
    },
  });
  if (!row) throw new Error("a version was not written");
  return row.id;
}

/**
 * Keeps a day's draft only as a version to go back to; deletes the oldest of those that were never
 * published beyond a number.
 */
export async function supersedeDraft(
  scope: Scope,
  tx: Tx,
  groupId: GroupId,
  day: string,
): Promise<void> {
  const ofDay = ofDays(scope, groupId, [{ day }]);
  await tx
    .update(groupPlaylist)
    .set({ state: "superseded" })
    .where(and(ofDay, eq(groupPlaylist.state, "draft")));
  const neverPublished = and(
    ofDay,
    eq(groupPlaylist.state, "superseded"),
    isNull(groupPlaylist.publishedAt),
  );
  const old = tx
    .select({ id: groupPlaylist.id })
    .from(groupPlaylist)
    .where(neverPublished)
    .orderBy(desc(groupPlaylist.version))
    .offset(draftsToGoBackTo);
  await tx.delete(groupPlaylist).where(and(neverPublished, inArray(groupPlaylist.id, old)));
}

const draftsToGoBackTo = 20;

/**
 * Publishes new versions in place of the published or drafted ones of their days. `keepEdited`
 * leaves a person's draft in place. Throws 422 as `recordSongs` does.
 */
export async function replacePublished(
  scope: Scope,
  tx: Tx,
  {
    groupId,
    days,
    publication,
  }: { groupId: GroupId; days: NewPlaylist[]; publication: Publication },
  { keepEdited }: { keepEdited: boolean },
) {
  await supersede(scope, tx, groupId, days);
  // see editedDigest
  const isUnedited = keepEdited
    ? sql`position('.' in ${groupPlaylist.inputsDigest}) = 0`
    : undefined;
  await tx
    .delete(groupPlaylist)
    .where(and(ofDays(scope, groupId, days), eq(groupPlaylist.state, "draft"), isUnedited));
  return insertVersions(scope, tx, { groupId, days, how: publicationColumns(publication) });
}

/** Keeps a published version and notes the new facts, which would give the same positions. */
export const confirmPublished = (
  { companyId }: Scope,
  tx: Tx,
  id: number,
  { digest, facts, choices }: NewPlaylist,
) =>
  tx
    .update(groupPlaylist)
    .set({ inputsDigest: digest, factsDigest: facts, choicesDigest: choices })
    .where(and(eq(groupPlaylist.companyId, companyId), eq(groupPlaylist.id, id)));

/** Supersedes the published versions of the days; the transaction then writes others. */
const supersede = (scope: Scope, tx: Tx, groupId: GroupId, days: readonly { day: string }[]) =>
  tx
    .update(groupPlaylist)
    .set({ state: "superseded" })
    .where(and(ofDays(scope, groupId, days), eq(groupPlaylist.state, "published")));

async function insertVersions(
  scope: Scope,
  tx: Tx,
  {
    groupId,
    days,
    how = {},
  }: { groupId: GroupId; days: NewPlaylist[]; how?: Partial<typeof groupPlaylist.$inferInsert> },
) {
  const songsOf = (positions: StoredPosition[]) => positions.flatMap(({ songId }) => songId ?? []);
  await recordSongs(
    tx,
    days.map(({ day, positions }) => ({ day, songIds: songsOf(positions) })),
  );
  const versions = await tx
    .select({ day: groupPlaylist.day, last: sql<number>`max(${groupPlaylist.version})::int` })
    .from(groupPlaylist)
    .where(ofDays(scope, groupId, days))
    .groupBy(groupPlaylist.day);
  return tx
    .insert(groupPlaylist)
    .values(
      days.map(({ day, digest, facts, choices, events, positions, summary }) => ({
        companyId: scope.companyId,
        groupId,
        day,
        version: (versions.find((version) => version.day === day)?.last ?? 0) + 1,
        inputsDigest: digest,
        factsDigest: facts,
        choicesDigest: choices,
        events,
        positions,
        summary,
        ...songColumns(positions),
        state: "draft" as const,
        ...how,
      })),
    )
    .returning({ id: groupPlaylist.id, day: groupPlaylist.day });
}

function songColumns(positions: readonly StoredPosition[]) {
  const songs = positions.flatMap(({ songId, startSeconds }) =>
    songId === undefined ? [] : [{ songId, second: Math.round(startSeconds) }],
  );
  return {
    songIds: songs.map(({ songId }) => songId),
    songStarts: songs.map(({ second }) => second),
  };
}

const publicationColumns = ({ at, by, how }: Publication) => ({
  state: "published" as const,
  publishedAt: at,
  publishedBy: by,
  publishedHow: how,
});

/**
 * Publishes a draft in place of the day's published version; false if it is no longer a draft.
 */
export async function publishDraft(
  scope: Scope,
  tx: Tx,
  draft: { id: number; groupId: GroupId; day: string },
  publication: Publication & Pick<NewPlaylist, "events">,
): Promise<boolean> {
  const own = eq(groupPlaylist.companyId, scope.companyId);
  const [locked] = await tx
    .select({ id: groupPlaylist.id })
    .from(groupPlaylist)
    .where(and(own, eq(groupPlaylist.id, draft.id), eq(groupPlaylist.state, "draft")))
    .for("update");
  if (!locked) return false;
  await supersede(scope, tx, draft.groupId, [draft]);
  await tx
    .update(groupPlaylist)
    .set({ ...publicationColumns(publication), events: publication.events })
    .where(and(own, eq(groupPlaylist.id, draft.id)));
  return true;
}
