import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { ungrouped } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import { groupsWithin } from "../../../access/scope-conditions.ts";
import { groupPlaylist, storeGroup } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import type { GroupId } from "../days/groups.queries.ts";
import type { StoredPosition, StoredSummary } from "./playlist-record.ts";

const head = {
  id: groupPlaylist.id,
  groupId: groupPlaylist.groupId,
  groupName: sql<string>`coalesce(${storeGroup.name}, ${ungrouped}::text)`,
  day: groupPlaylist.day,
  version: groupPlaylist.version,
  state: groupPlaylist.state,
  digest: groupPlaylist.inputsDigest,
  facts: groupPlaylist.factsDigest,
  choices: groupPlaylist.choicesDigest,
  events: groupPlaylist.events,
  createdAt: groupPlaylist.createdAt,
  publishedAt: groupPlaylist.publishedAt,
  publishedBy: groupPlaylist.publishedBy,
  publishedHow: groupPlaylist.publishedHow,
  editedBy: groupPlaylist.editedBy,
  editedHow: groupPlaylist.editedHow,
  songs: sql<number>`coalesce((${groupPlaylist.summary} ->> 'songs')::int, 0)`,
  /**
   * True if a rule's mix called its songs; else there was no rule, and what plays is the fallback
   * or nothing.
   */
  isByRule: sql<boolean>`jsonb_array_length(coalesce(${groupPlaylist.summary} -> 'shares', '[]')) > 0`,
  violations: sql<number>`jsonb_array_length(coalesce(${groupPlaylist.summary} -> 'violations', '[]'))`,
};

export const ofGroup = and(
  eq(storeGroup.companyId, groupPlaylist.companyId),
  eq(storeGroup.id, groupPlaylist.groupId),
);
export const hasGroup = (groupId: GroupId) =>
  groupId === null ? isNull(groupPlaylist.groupId) : eq(groupPlaylist.groupId, groupId);

/**
 * Matches days of groups within the scope; only a scope of the whole company has the days of stores
 * without a group.
 */
export const playlistsWithin = (scope: Scope) =>
  scope.reach === "company"
    ? eq(groupPlaylist.companyId, scope.companyId)
    : and(eq(groupPlaylist.companyId, scope.companyId), groupsWithin(scope));

const selectHeads = (db: Db) =>
  db.select(head).from(groupPlaylist).leftJoin(storeGroup, ofGroup).$dynamic();

/** The drafts and published versions of groups within the scope, from a day to a day. */
export const findHeads = (
  scope: Scope,
  db: Db,
  groupIds: readonly GroupId[],
  from: string,
  to: string,
) =>
  selectHeads(db)
    .where(
      and(
        playlistsWithin(scope),
        sql`(${groupPlaylist.groupId} = any(${sql.param(groupIds.filter((id) => id !== null))}::bigint[])
          ${groupIds.includes(null) ? sql`or ${groupPlaylist.groupId} is null` : sql``})`,
        sql`${groupPlaylist.day} between ${from} and ${to}`,
        ne(groupPlaylist.state, "superseded"),
      ),
    )
    .orderBy(groupPlaylist.groupId, groupPlaylist.day);
export type PlaylistHead = Awaited<ReturnType<typeof findHeads>>[number];

/** The days of all groups that are stored and have music, from a day to a day. */
export const findStoredDays = (
  scope: Scope,
  db: Db,
  { from, to, ofGroups }: { from: string; to: string; ofGroups: SQL },
) =>
  db
    .selectDistinct({ groupId: groupPlaylist.groupId, day: groupPlaylist.day })
    .from(groupPlaylist)
    .where(
      and(
        eq(groupPlaylist.companyId, scope.companyId),
        ofGroups,
        sql`${groupPlaylist.day} between ${from} and ${to}`,
        ne(groupPlaylist.state, "superseded"),
        sql`${head.songs} > 0`,
      ),
    );

/** All versions of a group's day, the newest first. */
export const findVersions = (scope: Scope, db: Db, groupId: GroupId, day: string) =>
  selectHeads(db)
    .where(and(playlistsWithin(scope), hasGroup(groupId), eq(groupPlaylist.day, day)))
    .orderBy(desc(groupPlaylist.version));

export async function findHead(
  scope: Scope,
  db: Db,
  id: number,
): Promise<PlaylistHead | undefined> {
  const [row] = await selectHeads(db).where(and(playlistsWithin(scope), eq(groupPlaylist.id, id)));
  return row;
}

/** The summary of a group's published day; undefined if it has none. */
export async function findSummary(scope: Scope, db: Db, groupId: GroupId, day: string) {
  const [row] = await db
    .select({ summary: groupPlaylist.summary })
    .from(groupPlaylist)
    .where(and(ofDays(scope, groupId, [{ day }]), eq(groupPlaylist.state, "published")));
  return row?.summary as StoredSummary | undefined;
}

/** A version with its positions as stored. */
export async function findStoredPlaylist(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select({ ...head, positions: groupPlaylist.positions, summary: groupPlaylist.summary })
    .from(groupPlaylist)
    .leftJoin(storeGroup, ofGroup)
    .where(and(playlistsWithin(scope), eq(groupPlaylist.id, id)));
  return (
    row && {
      ...row,
      positions: row.positions as StoredPosition[],
      summary: row.summary as StoredSummary,
    }
  );
}
export type StoredPlaylist = NonNullable<Awaited<ReturnType<typeof findStoredPlaylist>>>;

/** A song from outside the called chart counts for no chart. */
export const ownChart = (position: SQL) =>
  sql`case when coalesce(${position}.trace ->> 'stage', '') not in ('FALLBACK', 'LEAST_RECENT') then ${position}."categoryId" end`;

/** Reads the songs and their times from the stored positions of the given versions. */
export async function findPlays(scope: Scope, db: Db, ids: number[]) {
  const { rows } = await db.execute<{
    id: number;
    songId: number;
    startSeconds: number;
    categoryId: number | null;
  }>(sql`
    select ${groupPlaylist.id} as id, play."songId", play."startSeconds", ${ownChart(sql`play`)} as "categoryId"
    from ${groupPlaylist}, jsonb_to_recordset(${groupPlaylist.positions}) as play("songId" bigint, "startSeconds" double precision, "categoryId" bigint, trace jsonb)
    where ${eq(groupPlaylist.companyId, scope.companyId)} and ${groupPlaylist.id} = any(${sql.param(ids)}::bigint[]) and play."songId" is not null`);
  return rows;
}

/**
 * The songs of a group's stored days from a day to a day, and their seconds: of each day the
 * published version, else the draft.
 */
export async function findDaySongs(
  scope: Scope,
  db: Db,
  { groupId, from, to }: { groupId: GroupId; from: string; to: string },
) {
  const { rows } = await db.execute<{ day: string; songIds: number[]; starts: number[] }>(sql`
    select distinct on (${groupPlaylist.day}) ${groupPlaylist.day}::text as day,
      array_to_json(${groupPlaylist.songIds}) as "songIds", array_to_json(${groupPlaylist.songStarts}) as starts
    from ${groupPlaylist}
    where ${groupPlaylist.companyId} = ${scope.companyId} and ${hasGroup(groupId)} and ${groupPlaylist.day} between ${from} and ${to}
      and ${groupPlaylist.state} <> 'superseded'
    order by ${groupPlaylist.day}, ${groupPlaylist.state} desc`);
  return rows;
}

export const ofDays = (scope: Scope, groupId: GroupId, days: readonly { day: string }[]) =>
  and(
    eq(groupPlaylist.companyId, scope.companyId),
    hasGroup(groupId),
    inArray(
      groupPlaylist.day,
      days.map(({ day }) => day),
    ),
  );
