import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { type EditKind, type PublishedHow, ungrouped } from "#contract/schedule/words";
import { groupsWithin, type Scope, storesWithin } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { type CsvRows, csvDate, csvSafe } from "../../db/copy-csv.ts";
import { company, groupPlaylist, region, scheduledSong, song, store, storeGroup, storeLog, zone } from "../../db/schema/index.ts";
import { invalid } from "../../http/refusal.ts";
import type { StoredPosition, StoredSummary } from "./playlist-record.ts";
import { type GroupId, isPlayable } from "./schedule-inputs.queries.ts";

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
  createdAt: groupPlaylist.createdAt,
  publishedAt: groupPlaylist.publishedAt,
  publishedBy: groupPlaylist.publishedBy,
  publishedHow: groupPlaylist.publishedHow,
  editedBy: groupPlaylist.editedBy,
  editedHow: groupPlaylist.editedHow,
  songs: sql<number>`coalesce((${groupPlaylist.summary} ->> 'songs')::int, 0)`,
  /** Whether a rule's mix called its songs; else there was no rule, and what plays is the fallback or nothing. */
  isByRule: sql<boolean>`jsonb_array_length(coalesce(${groupPlaylist.summary} -> 'shares', '[]')) > 0`,
  violations: sql<number>`jsonb_array_length(coalesce(${groupPlaylist.summary} -> 'violations', '[]'))`,
};

const ofGroup = and(eq(storeGroup.companyId, groupPlaylist.companyId), eq(storeGroup.id, groupPlaylist.groupId));
const hasGroup = (groupId: GroupId) => (groupId === null ? isNull(groupPlaylist.groupId) : eq(groupPlaylist.groupId, groupId));

/** Days of groups within the scope; those of the stores without a group lie in the whole company alone. */
const playlistsWithin = (scope: Scope) =>
  scope.reach === "company"
    ? eq(groupPlaylist.companyId, scope.companyId)
    : and(eq(groupPlaylist.companyId, scope.companyId), groupsWithin(scope));

const selectHeads = (db: Db) => db.select(head).from(groupPlaylist).leftJoin(storeGroup, ofGroup).$dynamic();

/** The drafts and published versions of groups within the scope, from a day to a day. */
export const findHeads = (scope: Scope, db: Db, groupIds: readonly GroupId[], from: string, to: string) =>
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

/** All versions of a group's day, the newest first. */
export const findVersions = (scope: Scope, db: Db, groupId: GroupId, day: string) =>
  selectHeads(db)
    .where(and(playlistsWithin(scope), hasGroup(groupId), eq(groupPlaylist.day, day)))
    .orderBy(desc(groupPlaylist.version));

export async function findHead(scope: Scope, db: Db, id: number): Promise<PlaylistHead | undefined> {
  const [row] = await selectHeads(db).where(and(playlistsWithin(scope), eq(groupPlaylist.id, id)));
  return row;
}

/** A version with its positions as stored. */
export async function findStoredPlaylist(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select({ ...head, positions: groupPlaylist.positions, summary: groupPlaylist.summary })
    .from(groupPlaylist)
    .leftJoin(storeGroup, ofGroup)
    .where(and(playlistsWithin(scope), eq(groupPlaylist.id, id)));
  return row && { ...row, positions: row.positions as StoredPosition[], summary: row.summary as StoredSummary };
}
export type StoredPlaylist = NonNullable<Awaited<ReturnType<typeof findStoredPlaylist>>>;

/** The songs of the versions named with their times, out of the stored positions. */
export async function findPlays(scope: Scope, db: Db, ids: number[]) {
  const { rows } = await db.execute<{ id: number; songId: number; startSeconds: number; categoryId: number | null }>(sql`
    select ${groupPlaylist.id} as id, play."songId", play."startSeconds", play."categoryId"
    from ${groupPlaylist}, jsonb_to_recordset(${groupPlaylist.positions}) as play("songId" bigint, "startSeconds" double precision, "categoryId" bigint)
    where ${eq(groupPlaylist.companyId, scope.companyId)} and ${groupPlaylist.id} = any(${sql.param(ids)}::bigint[]) and play."songId" is not null`);
  return rows;
}

/** Lets one at a time make or publish days of a group, until the transaction ends. */
export async function lockGroupDays(scope: Scope, tx: Tx, groupId: GroupId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`group days ${scope.companyId} ${groupId}`}, 0))`);
}

export type NewPlaylist = {
  day: string;
  digest: string;
  facts: string;
  choices: string;
  positions: StoredPosition[];
  summary: StoredSummary;
};
/** Who or what publishes days, and when. */
export type Publishing = { at: Date; by: string | null; how: PublishedHow };

/**
 * Notes the songs of days that are about to be stored: none of them is deleted any more. Throws 422 on `day` where one was since the days
 * were made. Of the songs alone that were never noted: locked in the order of their keys, and waited for where one is being deleted.
 */
async function noteSongs(tx: Tx, days: { day: string; positions: StoredPosition[] }[]): Promise<void> {
  const first = new Map<number, string>();
  for (const { day, positions } of days)
    for (const { songId } of positions) if (songId !== undefined && !((first.get(songId) ?? day) < day)) first.set(songId, day);
  const { rows } = await tx.execute<{ missing: number }>(sql`with wanted as (
      select * from unnest(${sql.param([...first.keys()])}::bigint[], ${sql.param([...first.values()])}::date[]) as given (id, day)
      where not exists (select 1 from ${scheduledSong} where ${scheduledSong.songId} = given.id)
    ), there as (
      select ${song.id} as id from ${song} where ${song.id} in (select wanted.id from wanted) order by ${song.id} for key share
    ), noted as (
      insert into ${scheduledSong} (song_id, first_day) select id, wanted.day from there join wanted using (id) order by id on conflict do nothing
    )
    select count(*)::int as missing from wanted where id not in (select there.id from there)`);
  if (rows.some(({ missing }) => missing > 0)) throw invalid({ day: "A song of this day was deleted in the meantime. Try again." });
}

/**
 * Drafts take the place of the drafts of their days; versions count on. What a person changed stays as a version to go back to. Throws 422 as
 * `noteSongs` does.
 */
export async function replaceDrafts(scope: Scope, tx: Tx, groupId: GroupId, drafts: NewPlaylist[]) {
  const ofDrafts = and(ofDays(scope, groupId, drafts), eq(groupPlaylist.state, "draft"));
  await tx
    .update(groupPlaylist)
    .set({ state: "superseded" })
    .where(and(ofDrafts, isNotNull(groupPlaylist.editedHow)));
  await tx.delete(groupPlaylist).where(ofDrafts);
  return insertVersions(scope, tx, groupId, drafts);
}

/** Who changed a version into a new one, and how. */
export type Editing = { by: string; how: EditKind };

/** A person's draft takes the place of the day's draft, which stays as a version to go back to. Throws 422 as `noteSongs` does. */
export async function replaceByEdit(scope: Scope, tx: Tx, groupId: GroupId, draft: NewPlaylist, editing: Editing) {
  await supersedeDraft(scope, tx, groupId, draft.day);
  const [row] = await insertVersions(scope, tx, groupId, [draft], { editedBy: editing.by, editedHow: editing.how });
  if (!row) throw new Error("a version was not written");
  return row.id;
}

/** A day's draft is one no more, but stays as a version to go back to; of those never published the oldest make room. */
export async function supersedeDraft(scope: Scope, tx: Tx, groupId: GroupId, day: string): Promise<void> {
  const ofDay = ofDays(scope, groupId, [{ day }]);
  await tx
    .update(groupPlaylist)
    .set({ state: "superseded" })
    .where(and(ofDay, eq(groupPlaylist.state, "draft")));
  const neverPublished = and(ofDay, eq(groupPlaylist.state, "superseded"), isNull(groupPlaylist.publishedAt));
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
 * New versions are published in the place of what was published or drafted for their days; `keepEdited` leaves a person's draft beside them.
 * Throws 422 as `noteSongs` does.
 */
export async function replacePublished(
  scope: Scope,
  tx: Tx,
  groupId: GroupId,
  days: NewPlaylist[],
  publishing: Publishing,
  { keepEdited }: { keepEdited: boolean },
) {
  await supersede(scope, tx, groupId, days);
  const kept = keepEdited ? sql`position('.' in ${groupPlaylist.inputsDigest}) = 0` : undefined; // see editedDigest
  await tx.delete(groupPlaylist).where(and(ofDays(scope, groupId, days), eq(groupPlaylist.state, "draft"), kept));
  return insertVersions(scope, tx, groupId, days, asPublished(publishing));
}

/** What is published for the days gives way to what follows it in the transaction. */
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
  groupId: GroupId,
  days: NewPlaylist[],
  how: Partial<typeof groupPlaylist.$inferInsert> = {},
) {
  await noteSongs(tx, days);
  const versions = await tx
    .select({ day: groupPlaylist.day, last: sql<number>`max(${groupPlaylist.version})::int` })
    .from(groupPlaylist)
    .where(ofDays(scope, groupId, days))
    .groupBy(groupPlaylist.day);
  return tx
    .insert(groupPlaylist)
    .values(
      days.map(({ day, digest, facts, choices, positions, summary }) => ({
        companyId: scope.companyId,
        groupId,
        day,
        version: (versions.find((version) => version.day === day)?.last ?? 0) + 1,
        inputsDigest: digest,
        factsDigest: facts,
        choicesDigest: choices,
        positions,
        summary,
        state: "draft" as const,
        ...how,
      })),
    )
    .returning({ id: groupPlaylist.id, day: groupPlaylist.day });
}

const asPublished = ({ at, by, how }: Publishing) => ({
  state: "published" as const,
  publishedAt: at,
  publishedBy: by,
  publishedHow: how,
});

/** Publishes a draft in the place of the day's published version; false when it is a draft no more. */
export async function publishDraft(
  scope: Scope,
  tx: Tx,
  draft: { id: number; groupId: GroupId; day: string },
  publishing: Publishing,
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
    .set(asPublished(publishing))
    .where(and(own, eq(groupPlaylist.id, draft.id)));
  return true;
}

export type NewLog = { storeId: number; day: string; playlistId: number; positions: StoredPosition[] };

const logsAStatement = 50;

/**
 * New logs take the place of the stores' current ones for their days; stores that left the group lose theirs of its earlier versions.
 * Throws 422 as `noteSongs` does.
 */
export async function replaceLogs(scope: Scope, tx: Tx, groupId: GroupId, logs: NewLog[], days: string[], at: Date): Promise<void> {
  await noteSongs(tx, logs);
  const stores = [...new Set(logs.map(({ storeId }) => storeId))];
  await tx
    .update(storeLog)
    .set({ supersededAt: at })
    .where(
      and(
        eq(storeLog.companyId, scope.companyId),
        inArray(storeLog.day, days),
        sql`${storeLog.supersededAt} is null`,
        sql`(${storeLog.storeId} = any(${sql.param(stores)}::bigint[]) or ${storeLog.playlistId} in (select ${groupPlaylist.id} from ${groupPlaylist}
          where ${groupPlaylist.companyId} = ${scope.companyId} and ${hasGroup(groupId)} and ${inArray(groupPlaylist.day, days)}))`,
      ),
    );
  for (let i = 0; i < logs.length; i += logsAStatement)
    await tx
      .insert(storeLog)
      .values(logs.slice(i, i + logsAStatement).map((log) => ({ companyId: scope.companyId, createdAt: at, ...log })));
}

/** The log a store plays on a day, with the positions of its group that it refers to. */
export async function findCurrentLog(scope: Scope, db: Db, storeId: number, day: string) {
  const [row] = await db
    .select({
      id: storeLog.id,
      playlistId: storeLog.playlistId,
      positions: storeLog.positions,
      playlist: groupPlaylist.positions,
      summary: groupPlaylist.summary,
    })
    .from(storeLog)
    .innerJoin(store, and(eq(store.companyId, storeLog.companyId), eq(store.id, storeLog.storeId)))
    .innerJoin(groupPlaylist, and(eq(groupPlaylist.companyId, storeLog.companyId), eq(groupPlaylist.id, storeLog.playlistId)))
    .where(and(storesWithin(scope), eq(storeLog.storeId, storeId), eq(storeLog.day, day), sql`${storeLog.supersededAt} is null`));
  return (
    row && {
      ...row,
      positions: row.positions as StoredPosition[],
      playlist: row.playlist as StoredPosition[],
      summary: row.summary as StoredSummary,
    }
  );
}

/** The current logs of stores for a day. */
export async function findCurrentLogsOf(scope: Scope, db: Db, storeIds: number[], day: string) {
  const rows = await db
    .select({ storeId: storeLog.storeId, playlistId: storeLog.playlistId, positions: storeLog.positions })
    .from(storeLog)
    .where(
      and(
        eq(storeLog.companyId, scope.companyId),
        sql`${storeLog.storeId} = any(${sql.param(storeIds)}::bigint[])`,
        eq(storeLog.day, day),
        sql`${storeLog.supersededAt} is null`,
      ),
    );
  return rows.map((row) => ({ ...row, positions: row.positions as StoredPosition[] }));
}

/** The positions of versions, by which the logs that refer to them are read. */
export async function findStoredPositions(scope: Scope, db: Db, ids: number[]) {
  const rows = await db
    .select({ id: groupPlaylist.id, positions: groupPlaylist.positions, summary: groupPlaylist.summary })
    .from(groupPlaylist)
    .where(and(eq(groupPlaylist.companyId, scope.companyId), sql`${groupPlaylist.id} = any(${sql.param(ids)}::bigint[])`));
  return rows.map(({ id, positions, summary }) => ({ id, positions: positions as StoredPosition[], summary: summary as StoredSummary }));
}

/**
 * The days, by group, on which a store's log still has a song that may not be played any more. Only songs changed within the days that are
 * published ahead are looked for: later logs were made without them.
 */
export async function findUnplayableDays(scope: Scope, db: Db, { from, now }: { from: string; now: Date }) {
  const since = new Date(now.getTime() - withdrawalDays * 86_400_000);
  const withdrawn = await db
    .select({ id: song.id })
    .from(song)
    .innerJoin(scheduledSong, eq(scheduledSong.songId, song.id))
    .where(and(sql`not ${isPlayable}`, sql`${song.updatedAt} >= ${since.toISOString()}::timestamptz`));
  if (withdrawn.length === 0) return [];
  const ids = withdrawn.map(({ id }) => id);
  const { rows } = await db.execute<{ groupId: number | null; day: string }>(sql`
    select distinct ${groupPlaylist.groupId} as "groupId", ${storeLog.day}::text as day
    from ${storeLog}
    join ${groupPlaylist} on ${groupPlaylist.companyId} = ${storeLog.companyId} and ${groupPlaylist.id} = ${storeLog.playlistId}
    where ${storeLog.companyId} = ${scope.companyId} and ${storeLog.day} >= ${from} and ${storeLog.supersededAt} is null
      and ${storeLog.positions} @> any(${sql.param(ids.map((id) => JSON.stringify([{ songId: id }])))}::jsonb[])
      and exists (select 1 from jsonb_to_recordset(${storeLog.positions}) as line("songId" bigint, "startsAt" double precision)
        where line."songId" = any(${sql.param(ids)}::bigint[]) and line."startsAt" > ${now.getTime()}::double precision)`);
  return rows;
}

/** Longer than days are published ahead. */
const withdrawalDays = 12;

/** What a store's current logs hold, by day. */
export async function findLogSummaries(scope: Scope, db: Db, storeId: number, from: string, to: string) {
  const count = (kind: string) => sql<number>`(count(*) filter (where line.kind = ${kind}))::int`;
  return db
    .select({
      day: storeLog.day,
      songs: count("MUSIC"),
      ads: count("AD"),
      promos: count("JINGLE"),
      tohs: count("TOH"),
      firstSeconds: sql<number>`coalesce(min(line."startSeconds"), 0)`,
      lastSeconds: sql<number>`coalesce(max(line."startSeconds" + line."durationSeconds"), 0)`,
    })
    .from(storeLog)
    .innerJoin(store, and(eq(store.companyId, storeLog.companyId), eq(store.id, storeLog.storeId)))
    .leftJoin(
      sql`lateral jsonb_to_recordset(${storeLog.positions}) as line(kind text, "startSeconds" double precision, "durationSeconds" double precision)`,
      sql`true`,
    )
    .where(
      and(
        storesWithin(scope),
        eq(storeLog.storeId, storeId),
        sql`${storeLog.day} between ${from} and ${to}`,
        sql`${storeLog.supersededAt} is null`,
      ),
    )
    .groupBy(storeLog.id, storeLog.day);
}

/** The lines of a stored day of a group, or of a store's current log of it, as one CSV select. */
export function exportDay(scope: Scope, playlistId: number, logId: number | null): CsvRows {
  const positions = logId === null ? groupPlaylist.positions : storeLog.positions;
  const wall = sql`to_char(make_interval(secs => mod(floor(line."startSeconds")::int, 86400)), 'HH24:MI:SS')`;
  const log =
    logId === null
      ? sql`left join ${storeLog} on false left join ${store} on false`
      : sql`join ${storeLog} on ${storeLog.companyId} = ${groupPlaylist.companyId} and ${storeLog.playlistId} = ${groupPlaylist.id} and ${storeLog.id} = ${logId}
        join ${store} on ${store.companyId} = ${storeLog.companyId} and ${store.id} = ${storeLog.storeId}`;
  return {
    columns: [
      ["Company", csvSafe(company.name)],
      ["Region", csvSafe(region.name)],
      ["Zone", csvSafe(zone.name)],
      ["Group", csvSafe(sql`coalesce(${storeGroup.name}, ${ungrouped}::text)`)],
      ["Store code", csvSafe(store.code)],
      ["Store", csvSafe(store.name)],
      ["Date", csvDate(groupPlaylist.day)],
      ["Time", wall],
      ["Type", sql`line.kind`],
      ["Title", csvSafe(sql`coalesce(${song.title}, line.name)`)],
      ["Artist", csvSafe(song.artist)],
      ["Seconds", sql`round(line."durationSeconds")`],
      ["Chart", csvSafe(sql`(${groupPlaylist.summary} -> 'categories' ->> line."categoryId"::text)`)],
      ["Slot", csvSafe(sql`(${groupPlaylist.summary} -> 'slots' -> line."slotId"::text ->> 'name')`)],
      ["Chosen by", sql`coalesce(told.trace ->> 'stage', told.trace ->> 'why')`],
      [
        "Rules broken",
        sql`(select string_agg(rule, ' ') from jsonb_array_elements_text(coalesce(told.trace -> 'broken', '[]') || coalesce(told.trace -> 'relaxed', '[]')) as rule)`,
      ],
    ],
    slices: (cells) => [
      sql`select ${cells}
    from ${groupPlaylist}
    join ${company} on ${company.id} = ${groupPlaylist.companyId}
    left join ${storeGroup} on ${ofGroup}
    left join ${zone} on ${zone.companyId} = ${storeGroup.companyId} and ${zone.id} = ${storeGroup.zoneId}
    left join ${region} on ${region.companyId} = ${storeGroup.companyId} and ${region.id} = ${storeGroup.regionId}
    ${log}
    cross join lateral jsonb_to_recordset(${positions}) as line(kind text, "startSeconds" double precision, "durationSeconds" double precision,
      "songId" bigint, name text, "categoryId" bigint, "slotId" bigint, trace jsonb, planned int)
    cross join lateral (select coalesce(line.trace, ${groupPlaylist.positions} -> line.planned -> 'trace') as trace) as told
    left join ${song} on ${song.id} = line."songId"
    where ${groupPlaylist.companyId} = ${scope.companyId} and ${groupPlaylist.id} = ${playlistId}
    order by line."startSeconds"`,
    ],
  };
}
