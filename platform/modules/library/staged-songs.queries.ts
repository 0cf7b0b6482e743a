import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, importRow, libraryRevision, song, songTag } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import type { SignedInCall } from "../../http/context.ts";
import { audit, auditAll } from "../audit/index.ts";
import type { Slice } from "../imports/index.ts";
import { bumpLibrary } from "./library-revision.queries.ts";
import { lockSongCompanies } from "./song-companies.queries.ts";

/** With the id of an existing item; a new one has only its name. */
export type StagedTag = { id?: number; name: string };
/**
 * A row's staged form: the new columns, the items of lists that it names, and the same in
 * the audit log's words.
 */
export type StagedSong = {
  id?: number;
  version?: number;
  set: Record<string, unknown>;
  /** By kind, each the whole list. */
  tags: Record<string, StagedTag[]>;
  /** All ids of items within. */
  items: number[];
  before?: object;
  after: object;
};

/** Columns that a row may set; others keep their default. */
const settable = [
  "title",
  "artist",
  "album",
  "isrc",
  "label",
  "year",
  "explicit",
  "energy",
  "bpm",
  "duration_seconds",
  "licensed_from",
  "licensed_to",
  "territories",
  "active",
  "genre_id",
  "mood_id",
  "language_id",
  "era_id",
  "tempo_id",
  "vocal_id",
  "play_window_id",
  "rating_chart_id",
  "licence_id",
  "reserved_for_id",
];
const columnList = (prefix = "") => sql.raw(settable.map((name) => prefix + name).join(", "));

/** Rows of a run by outcome, as `staged`, whose value is a StagedSong. */
const staged = (scope: Scope, importId: string, outcome: "add" | "change") =>
  sql`${importRow} as staged where staged.company_id = ${scope.companyId} and staged.import_id = ${importId}::uuid and staged.outcome = ${outcome}`;
const stagedId = sql`(staged.value->>'id')::bigint`;
const text = (column: string) => sql`(staged.value->'set'->>${sql.raw(`'${column}'`)})`;

/**
 * Waits for other changes of the library and locks the songs that a run changes, in key order.
 * Gives the lines that no longer apply, at most a hundred: the song was changed
 * since, an ISRC or (without one) a title with its artist was taken, an item is gone, or the
 * company that a song is to be reserved for no longer has songs of its own.
 */
export async function lockAndRecheckSongs(
  scope: Scope,
  tx: Tx,
  importId: string,
): Promise<number[]> {
  await bumpLibrary(scope, tx);
  const adds = staged(scope, importId, "add");
  const changes = staged(scope, importId, "change");
  const { companyId } = scope;
  await tx.execute(sql`select 1 from ${song} where ${eq(song.companyId, companyId)}
    and ${song.id} = any(array(select ${stagedId} from ${changes})) order by ${song.id} for update`);
  // looked up row by row along an index, since the database knows nothing yet of rows that are so new
  const isThere = (source: SQL) => sql`(select true ${source} limit 1) is not null`;
  const isAsItWas =
    isThere(sql`from ${song} where ${eq(song.companyId, companyId)} and ${song.id} = ${stagedId}
    and ${song.version} = (staged.value->>'version')::int`);
  const hasIsrc = isThere(
    sql`from ${song} where ${eq(song.companyId, companyId)} and ${song.isrc} = ${text("isrc")}`,
  );
  const hasTitle =
    isThere(sql`from ${song} where ${eq(song.companyId, companyId)} and left(lower(${song.title}), 200) = left(lower(${text("title")}), 200)
    and left(lower(${song.artist}), 200) = left(lower(${text("artist")}), 200)`);
  const isTaken = sql`case when ${text("isrc")} is null then ${hasTitle} else ${hasIsrc} end`;
  const gone = await goneItems(scope, tx, importId);
  const reserving = await lockSongCompanies(tx, await companiesNamed(scope, tx, importId));
  const lacksCompany = sql`(${text("reserved_for_id")} is not null and ${text("reserved_for_id")}::bigint <> all(${sql.param([...reserving.keys()])}::bigint[]))`;
  const lacksItem =
    gone.length === 0
      ? sql`false`
      : sql`staged.value->'items' @> any(array(select to_jsonb(id) from unnest(${sql.param(gone)}::bigint[]) as id))`;
  const { rows } = await tx.execute<{ line: number }>(sql`
    select line from ${changes} and (not ${isAsItWas} or ${lacksItem} or ${lacksCompany})
    union all select line from ${adds} and (${isTaken} or ${lacksItem} or ${lacksCompany})
    order by line limit 100`);
  return rows.map(({ line }) => line);
}

/** Items that a run names and that were deleted or merged since it was checked. */
async function goneItems({ companyId }: Scope, tx: Tx, importId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with named as (select distinct item::bigint as id from ${importRow} as staged, jsonb_array_elements_text(staged.value->'items') as item
      where staged.company_id = ${companyId} and staged.import_id = ${importId}::uuid and staged.outcome in ('add', 'change'))
    select id from named where not exists (select 1 from ${catalogueItem} where ${eq(catalogueItem.companyId, companyId)} and ${catalogueItem.id} = named.id)`);
  return rows.map(({ id }) => Number(id));
}

async function companiesNamed({ companyId }: Scope, tx: Tx, importId: string): Promise<number[]> {
  const { rows } = await tx.execute<{
    id: number;
  }>(sql`select distinct ${text("reserved_for_id")}::bigint as id from ${importRow} as staged
    where staged.company_id = ${companyId} and staged.import_id = ${importId}::uuid and staged.outcome in ('add', 'change')
      and ${text("reserved_for_id")} is not null`);
  return rows.map(({ id }) => Number(id));
}

/** Above this many new songs, the table is analyzed: the planner may need another plan. */
const newToPlanner = 500;

/**
 * Writes a slice of a run's songs, singers and composers that are new, tags, and an audit row each;
 * all was locked and looked at before.
 */
export async function applySongRows(
  scope: Scope,
  tx: Tx,
  call: SignedInCall,
  slice: Slice,
  now: Date,
): Promise<void> {
  const of = (outcome: "add" | "change") =>
    sql`(select line, value from ${staged(scope, slice.importId, outcome)} and staged.line between ${slice.fromLine} and ${slice.toLine}) as staged`;
  const adds = of("add");
  const changes = of("change");
  const { companyId } = scope;
  const at = sql`${now.toISOString()}::timestamptz`;
  const revision = sql`(select ${libraryRevision.revision} from ${libraryRevision} where ${eq(libraryRevision.companyId, companyId)})`;
  for (const rows of [adds, changes]) await makePeople(scope, tx, { call, rows, at });

  const { rowCount } =
    await tx.execute(sql`insert into ${song} (company_id, id, revision, created_at, updated_at, ${columnList()})
    select ${companyId}::bigint, ${stagedId}, ${revision}, ${at}, ${at}, ${columnList("new.")}
    from ${adds}, jsonb_populate_record(null::${song}, staged.value->'set') as new order by ${stagedId}`);
  // else each tag's foreign key is looked up by a plan from when the table was small, which takes
  // minutes
  if ((rowCount ?? 0) > newToPlanner) await tx.execute(sql`analyze ${song} (company_id, id)`);
  await tx.execute(sql`update ${song} set (${columnList()}) = row(${columnList("new.")}), version = ${song.version} + 1, revision = ${revision}, updated_at = ${at}
    from ${changes} join ${song} as old on old.company_id = ${companyId} and old.id = ${stagedId}
    cross join lateral jsonb_populate_record(old, staged.value->'set') as new
    where ${eq(song.companyId, companyId)} and ${song.id} = old.id`);

  await tx.execute(sql`delete from ${songTag} using ${changes}, jsonb_object_keys(staged.value->'tags') as whole (kind)
    where ${eq(songTag.companyId, companyId)} and ${songTag.songId} = ${stagedId} and ${songTag.kind} = whole.kind`);
  const names = {
    add: sql`staged.value->'set'->>'title'`,
    change: sql`(select title from ${song} where ${eq(song.companyId, companyId)} and ${song.id} = ${stagedId})`,
  };
  for (const [rows, action, name] of [
    [adds, "song added", names.add],
    [changes, "song changed", names.change],
  ] as const) {
    await tx.execute(sql`insert into ${songTag} (company_id, song_id, kind, item_id, position)
      select ${companyId}::bigint, ${stagedId}, tags.kind, coalesce((tag.value->>'id')::bigint, ${itemNamed(scope)}), tag.place - 1
      from ${rows} cross join jsonb_each(staged.value->'tags') as tags (kind, list)
      cross join jsonb_array_elements(tags.list) with ordinality as tag (value, place)
      on conflict do nothing`);
    await auditAll(
      tx,
      call,
      sql`select ${companyId}::bigint, ${action}, 'song', staged.value->>'id', ${name}, staged.value->'before', staged.value->'after'
        from ${rows} order by staged.line`,
    );
  }
}

const itemNamed = ({ companyId }: Scope) => sql`(select ${catalogueItem.id} from ${catalogueItem}
  where ${eq(catalogueItem.companyId, companyId)} and ${catalogueItem.kind} = tags.kind and lower(${catalogueItem.name}) = lower(tag.value->>'name'))`;

/** Adds the singers and composers that the rows name and no list has yet. */
async function makePeople(
  { companyId }: Scope,
  tx: Tx,
  { call, rows, at }: { call: SignedInCall; rows: SQL; at: SQL },
): Promise<void> {
  const result = await tx.execute<{ id: number; kind: string; name: string }>(sql`
    insert into ${catalogueItem} (company_id, kind, name, created_at, updated_at)
    select distinct on (tags.kind, lower(tag->>'name')) ${companyId}::bigint, tags.kind, tag->>'name', ${at}, ${at}
    from ${rows} cross join jsonb_each(staged.value->'tags') as tags (kind, list) cross join jsonb_array_elements(tags.list) as tag
    where not (tag ? 'id') order by tags.kind, lower(tag->>'name'), staged.line
    on conflict do nothing returning id, kind, name`);
  await audit(
    tx,
    call,
    result.rows.map(({ id, kind, name }) => ({
      companyId,
      action: `${kind} added`,
      itemKind: kind,
      itemId: id,
      itemName: name,
      after: { name },
    })),
  );
}
