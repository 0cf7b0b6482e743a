import { and, eq, type SQL, sql } from "drizzle-orm";
import { recordOf } from "#contract/base/records";
import type { Status } from "#contract/base/status";
import type { CatalogueKind } from "#contract/library/words";
import { type severalItems, singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, company, song, songTag } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { itemIds } from "./library.queries.ts";
import type { SongCsvRow } from "./song-csv-row.ts";

/** Finds a row's song and the items a row names. All of these look up many at once. */

type NamedItem = { id: number; name: string };
const columns = {
  id: song.id,
  version: song.version,
  title: song.title,
  artist: song.artist,
  album: song.album,
  label: song.label,
  isrc: song.isrc,
  year: song.year,
  durationSeconds: song.durationSeconds,
  bpm: song.bpm,
  energy: song.energy,
  explicit: song.explicit,
  status: sql<Status>`case when ${song.active} then 'active' else 'inactive' end`,
  licensedFrom: song.licensedFrom,
  licensedTo: song.licensedTo,
  territories: song.territories,
  hasAudio: sql<boolean>`${song.audioFile} is not null`,
};

// names of their own within: drizzle leaves tables' names away in a select of one
const itemOf = (
  id: SQL,
) => sql<NamedItem | null>`(select json_build_object('id', item.id, 'name', item.name)
  from ${catalogueItem} as item where item.company_id = song.company_id and item.id = ${id})`;

const tagsOf = (kind: (typeof severalItems)[number]) =>
  sql<
    NamedItem[]
  >`(select coalesce(json_agg(json_build_object('id', item.id, 'name', item.name) order by tag.position, tag.item_id), '[]')
    from ${songTag} as tag join ${catalogueItem} as item on item.company_id = tag.company_id and item.id = tag.item_id
    where tag.company_id = song.company_id and tag.song_id = song.id and tag.kind = ${kind})`;

const reservedFor = sql<NamedItem | null>`(select json_build_object('id', reserving.id, 'name', reserving.name)
  from ${company} as reserving where reserving.id = ${song.reservedForId})`;

const single = recordOf(singleItems, (facet) => itemOf(sql`${itemIds[facet]}`));

const songsById = ({ companyId }: Scope, db: Db, ids: number[]) =>
  db
    .select({
      ...columns,
      ...single,
      reservedFor,
      singers: tagsOf("singer"),
      composers: tagsOf("composer"),
      seasons: tagsOf("season"),
    })
    .from(song)
    .where(and(eq(song.companyId, companyId), sql`${song.id} = any(${sql.param(ids)}::bigint[])`));
export type FoundSong = Awaited<ReturnType<typeof songsById>>[number];

export type Hits = { byId?: FoundSong; byIsrc?: FoundSong; byTitle: FoundSong[] };

/** The beginning that the index of titles and artists holds. */
const begin = (text: SQL) => sql`left(lower(${text}), 200)`;

/**
 * Finds, for each row, the songs with its number, its ISRC, and its title and artist in any case;
 * at most two of each.
 */
export async function findSongsOfRows(
  scope: Scope,
  db: Db,
  rows: Partial<SongCsvRow>[],
): Promise<Hits[]> {
  const list = (member: "id" | "isrc" | "title" | "artist", type: "bigint" | "text") =>
    sql`${sql.param(rows.map((row) => row[member] ?? null))}::${sql.raw(type)}[]`;
  const { rows: matches } = await db.execute<{
    at: number;
    id: number | null;
    isrc: number | null;
    title: number[];
  }>(sql`
    select wanted.at::int as at,
      (select ${song.id} from ${song} where ${song.companyId} = ${scope.companyId} and ${song.id} = wanted.id) as id,
      (select ${song.id} from ${song} where ${song.companyId} = ${scope.companyId} and ${song.isrc} = wanted.isrc) as isrc,
      array(select ${song.id} from ${song} where ${song.companyId} = ${scope.companyId} and ${begin(sql`${song.title}`)} = ${begin(sql`wanted.title`)}
        and ${begin(sql`${song.artist}`)} = ${begin(sql`wanted.artist`)} order by 1 limit 2) as title
    from unnest(${list("id", "bigint")}, ${list("isrc", "text")}, ${list("title", "text")}, ${list("artist", "text")})
      with ordinality as wanted (id, isrc, title, artist, at)`);
  const ids = new Set(
    matches
      .flatMap(({ id, isrc, title }) => [id, isrc, ...title])
      .flatMap((id) => (id === null ? [] : [Number(id)])),
  );
  const songs = new Map((await songsById(scope, db, [...ids])).map((one) => [one.id, one]));
  const songOf = (id: number | null) => (id === null ? undefined : songs.get(Number(id)));
  const hits: Hits[] = rows.map(() => ({ byTitle: [] }));
  for (const { at, id, isrc, title } of matches) {
    const byId = songOf(id);
    const byIsrc = songOf(isrc);
    hits[at - 1] = {
      ...(byId && { byId }),
      ...(byIsrc && { byIsrc }),
      byTitle: title.flatMap((one) => songOf(one) ?? []),
    };
  }
  return hits;
}

export type ItemName = { kind: CatalogueKind; name: string };
export type CatalogueMatch = NamedItem & { active: boolean };

/**
 * Finds the items with these names in their lists, ignoring case, in the names' order; undefined
 * for unknown names.
 */
export async function findItemsByName(
  { companyId }: Scope,
  db: Db,
  names: ItemName[],
): Promise<(CatalogueMatch | undefined)[]> {
  if (names.length === 0) return [];
  const list = (member: keyof ItemName) =>
    sql`${sql.param(names.map((one) => one[member]))}::text[]`;
  const rows = await db
    .select({
      at: sql<number>`wanted.at::int`,
      id: catalogueItem.id,
      name: catalogueItem.name,
      active: catalogueItem.active,
    })
    .from(sql`unnest(${list("kind")}, ${list("name")}) with ordinality as wanted (kind, name, at)`)
    .innerJoin(
      catalogueItem,
      sql`${catalogueItem.companyId} = ${companyId} and ${catalogueItem.kind} = wanted.kind and lower(${catalogueItem.name}) = lower(wanted.name)`,
    );
  const items: (CatalogueMatch | undefined)[] = names.map(() => undefined);
  for (const { at, ...item } of rows) items[at - 1] = item;
  return items;
}
