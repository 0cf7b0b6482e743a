import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type EditKind, type PublishedHow, ungrouped } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import { groupsWithin } from "../../../access/scope-conditions.ts";
import { invalid } from "../../../base/refusal.ts";
import {
  dateCell,
  type ExportRows,
  numberCell,
  textCell,
  wordCell,
} from "../../../db/export-cells.ts";
import {
  company,
  groupPlaylist,
  region,
  scheduledSong,
  song,
  store,
  storeGroup,
  zone,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { GroupId } from "../days/schedule-inputs.queries.ts";
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
const ownChart = (position: SQL) =>
  sql`case when coalesce(${position}.trace ->> 'stage', '') not in ('FALLBACK', 'LEAST_RECENT') then ${position}."categoryId" end`;

/** The songs of the versions named with their times, out of the stored positions. */
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

/** Lets one at a time make or publish days of a group, until the transaction ends. */
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
export type Publication = { at: Date; by: string | null; how: PublishedHow };

/**
 * Records the songs of days that are about to be stored, so that none can be deleted any longer.
 * Throws 422 on `day` if one was deleted since the days were made. Locks only songs that were never
 * recorded, in the order of their keys, and waits for one that is being deleted.
 */
export async function noteSongs(
  tx: Tx,
  days: { day: string; songIds: readonly number[] }[],
): Promise<void> {
  const first = new Map<number, string>();
  for (const { day, songIds } of days)
    for (const songId of songIds) if (!((first.get(songId) ?? day) < day)) first.set(songId, day);
  const { rows } = await tx.execute<{ missing: number }>(sql`with wanted as (
      select * from unnest(${sql.param([...first.keys()])}::bigint[], ${sql.param([...first.values()])}::date[]) as given (id, day)
      where not exists (select 1 from ${scheduledSong} where ${scheduledSong.songId} = given.id)
    ), there as (
      select ${song.id} as id from ${song} where ${song.id} in (select wanted.id from wanted) order by ${song.id} for key share
    ), noted as (
      insert into ${scheduledSong} (song_id, first_day) select id, wanted.day from there join wanted using (id) order by id on conflict do nothing
    )
    select count(*)::int as missing from wanted where id not in (select there.id from there)`);
  if (rows.some(({ missing }) => missing > 0))
    throw invalid({ day: "A song of this day was deleted in the meantime. Try again." });
}

/**
 * Replaces the drafts of the days; version numbers go on. A draft that a person changed stays
 * as a version to restore. Throws 422 as `noteSongs` does.
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
export type Editing = { by: string; how: EditKind };

/**
 * A person's draft takes the place of the day's draft, which stays as a version to go back to.
 * Throws 422 as `noteSongs` does.
 */
export async function replaceByEdit(
  scope: Scope,
  tx: Tx,
  { groupId, draft, editing }: { groupId: GroupId; draft: NewPlaylist; editing: Editing },
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
 * leaves a person's draft in place. Throws 422 as `noteSongs` does.
 */
export async function replacePublished(
  scope: Scope,
  tx: Tx,
  { groupId, days, publishing }: { groupId: GroupId; days: NewPlaylist[]; publishing: Publication },
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
  return insertVersions(scope, tx, { groupId, days, how: asPublished(publishing) });
}

/** A published version stays, now as one made from other facts: its positions would be the same. */
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

const ofDays = (scope: Scope, groupId: GroupId, days: readonly { day: string }[]) =>
  and(
    eq(groupPlaylist.companyId, scope.companyId),
    hasGroup(groupId),
    inArray(
      groupPlaylist.day,
      days.map(({ day }) => day),
    ),
  );

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
  await noteSongs(
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

const asPublished = ({ at, by, how }: Publication) => ({
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
  publishing: Publication & Pick<NewPlaylist, "events">,
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
    .set({ ...asPublished(publishing), events: publishing.events })
    .where(and(own, eq(groupPlaylist.id, draft.id)));
  return true;
}

/**
 * The lines of a stored day of a group as one select of a file; of a store's log of it, where that is
 * given with its traces.
 */
export function exportDay(
  scope: Scope,
  playlistId: number,
  log: { storeId: number; positions: StoredPosition[] } | null,
): ExportRows {
  const positions = log ? sql`${JSON.stringify(log.positions)}::jsonb` : groupPlaylist.positions;
  const wall = sql`to_char(make_interval(secs => mod(floor(line."startSeconds")::int, 86400)), 'HH24:MI:SS')`;
  return {
    columns: [
      ["Company", textCell(company.name)],
      ["Region", textCell(region.name)],
      ["Zone", textCell(zone.name)],
      ["Group", textCell(sql`coalesce(${storeGroup.name}, ${ungrouped}::text)`)],
      ["Store code", textCell(store.code)],
      ["Store", textCell(store.name)],
      ["Date", dateCell(groupPlaylist.day)],
      ["Time", wordCell(wall)],
      ["Type", wordCell(sql`line.kind`)],
      ["Title", textCell(sql`coalesce(${song.title}, line.name)`)],
      ["Artist", textCell(song.artist)],
      ["Seconds", numberCell(sql`round(line."durationSeconds")`)],
      [
        "Chart or filter",
        textCell(
          sql`(${groupPlaylist.summary} -> 'categories' ->> (${ownChart(sql`line`)})::text)`,
        ),
      ],
      [
        "Slot",
        textCell(sql`(${groupPlaylist.summary} -> 'slots' -> line."slotId"::text ->> 'name')`),
      ],
      ["Chosen by", wordCell(sql`coalesce(line.trace ->> 'stage', line.trace ->> 'why')`)],
      [
        "Rules broken",
        wordCell(
          sql`(select string_agg(rule, ' ') from jsonb_array_elements_text(coalesce(line.trace -> 'broken', '[]') || coalesce(line.trace -> 'relaxed', '[]')) as rule)`,
        ),
      ],
    ],
    slices: (cells) => [
      sql`select ${cells}
    from ${groupPlaylist}
    join ${company} on ${company.id} = ${groupPlaylist.companyId}
    left join ${storeGroup} on ${ofGroup}
    left join ${zone} on ${zone.companyId} = ${storeGroup.companyId} and ${zone.id} = ${storeGroup.zoneId}
    left join ${region} on ${region.companyId} = ${storeGroup.companyId} and ${region.id} = ${storeGroup.regionId}
    left join ${store} on ${store.companyId} = ${groupPlaylist.companyId} and ${store.id} = ${log?.storeId ?? null}::bigint
    cross join lateral jsonb_to_recordset(${positions}) as line(kind text, "startSeconds" double precision, "durationSeconds" double precision,
      "songId" bigint, name text, "categoryId" bigint, "slotId" bigint, trace jsonb)
    left join ${song} on ${song.id} = line."songId"
    where ${groupPlaylist.companyId} = ${scope.companyId} and ${groupPlaylist.id} = ${playlistId}
    order by line."startSeconds"`,
    ],
  };
}
