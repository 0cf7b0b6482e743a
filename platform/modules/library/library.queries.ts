import { and, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Status } from "#contract/base/status";
import {
  kindOfFacet,
  type SongFacet,
  type severalItems,
  singleItems,
} from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { itemsWithin, songsWithin } from "../../access/scope-conditions.ts";
import { catalogueItem, company, song, songTag, storedFile } from "../../db/schema/index.ts";
import { songCover } from "../../db/song-cover.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db } from "../../db/types.ts";

/** The catalogue item that a column of a song points to, by the facet's name. */
const items = {
  genre: alias(catalogueItem, "genre"),
  mood: alias(catalogueItem, "mood"),
  language: alias(catalogueItem, "language"),
  era: alias(catalogueItem, "era"),
  tempo: alias(catalogueItem, "tempo"),
  vocal: alias(catalogueItem, "vocal"),
  playWindow: alias(catalogueItem, "play_window"),
  ratingChart: alias(catalogueItem, "rating_chart"),
  licence: alias(catalogueItem, "licence"),
};
/** The column of a song that points to its item, by the facet's name. */
export const itemIds = {
  genre: song.genreId,
  mood: song.moodId,
  language: song.languageId,
  era: song.eraId,
  tempo: song.tempoId,
  vocal: song.vocalId,
  playWindow: song.playWindowId,
  ratingChart: song.ratingChartId,
  licence: song.licenceId,
};
const joinOf = (facet: (typeof singleItems)[number]) =>
  and(eq(items[facet].companyId, song.companyId), eq(items[facet].id, itemIds[facet]));

const columns = {
  id: song.id,
  title: song.title,
  artist: song.artist,
  album: song.album,
  isrc: song.isrc,
  durationSeconds: song.durationSeconds,
  explicit: song.explicit,
  status: sql<Status>`case when ${song.active} then 'active' else 'inactive' end`,
  hasAudio: sql<boolean>`${song.audioFile} is not null`,
  pictureFileId: song.pictureFileId,
  cover: songCover,
  licensedTo: song.licensedTo,
};

/** Finds the named songs in the order of their ids; songs that no longer exist are missing. */
export const findSongRows = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      ...columns,
      genre: items.genre.name,
      mood: items.mood.name,
      language: items.language.name,
      tempo: items.tempo.name,
      ratingChart: items.ratingChart.name,
    })
    .from(song)
    .leftJoin(items.genre, joinOf("genre"))
    .leftJoin(items.mood, joinOf("mood"))
    .leftJoin(items.language, joinOf("language"))
    .leftJoin(items.tempo, joinOf("tempo"))
    .leftJoin(items.ratingChart, joinOf("ratingChart"))
    .where(songsNamed(scope, ids));

const selectIdAndName = (table: typeof catalogueItem) =>
  sql<{
    id: number;
    name: string;
  } | null>`case when ${table.id} is not null then json_build_object('id', ${table.id}, 'name', ${table.name}) end`;

const tagsOf = (kind: (typeof severalItems)[number]) =>
  sql<
    { id: number; name: string }[]
  >`(select coalesce(json_agg(json_build_object('id', ${catalogueItem.id}, 'name', ${catalogueItem.name})
      order by ${songTag.position}, ${songTag.itemId}), '[]')
    from ${songTag} join ${catalogueItem} on ${catalogueItem.companyId} = ${songTag.companyId} and ${catalogueItem.id} = ${songTag.itemId}
    where ${songTag.companyId} = ${song.companyId} and ${songTag.songId} = ${song.id} and ${songTag.kind} = ${kind})`;

export async function findSongDetail(scope: Scope, db: Db, id: number) {
  const query = db
    .select({
      ...columns,
      ...(Object.fromEntries(
        singleItems.map((facet) => [
          facet,
          selectIdAndName(items[facet] as unknown as typeof catalogueItem),
        ]),
      ) as Record<(typeof singleItems)[number], ReturnType<typeof selectIdAndName>>),
      singers: tagsOf("singer"),
      composers: tagsOf("composer"),
      seasons: tagsOf("season"),
      label: song.label,
      year: song.year,
      energy: song.energy,
      bpm: song.bpm,
      loudness: song.loudness,
      licensedFrom: song.licensedFrom,
      territories: song.territories,
      reservedFor: sql<{
        id: number;
        name: string;
      } | null>`(select json_build_object('id', ${company.id}, 'name', ${company.name})
        from ${company} where ${company.id} = ${song.reservedForId})`,
      peaks: song.peaks,
      cueInMs: song.cueInMs,
      cueOutMs: song.cueOutMs,
      audioMs: song.audioMs,
      audio: {
        name: storedFile.name,
        mediaType: storedFile.mediaType,
        bytes: storedFile.bytes,
      },
      version: song.version,
      createdAt: song.createdAt,
      updatedAt: song.updatedAt,
    })
    .from(song)
    .leftJoin(
      storedFile,
      and(eq(storedFile.companyId, song.companyId), eq(storedFile.key, song.audioFile)),
    )
    .$dynamic();
  for (const facet of singleItems) query.leftJoin(items[facet], joinOf(facet));
  const [row] = await query.where(songsNamed(scope, [id]));
  return row;
}

export async function findAudioFile(scope: Scope, db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ file: song.audioFile })
    .from(song)
    .where(songsNamed(scope, [id]));
  return row?.file ?? undefined;
}

const itemColumns = {
  id: catalogueItem.id,
  kind: catalogueItem.kind,
  name: catalogueItem.name,
  rank: catalogueItem.rank,
};

const ofLibrary = (scope: Scope) =>
  and(eq(catalogueItem.companyId, scope.companyId), itemsWithin(scope));

/** Finds items of any list that the scope sees, by their ids. */
export const findItems = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({ ...itemColumns, active: catalogueItem.active })
    .from(catalogueItem)
    .where(and(ofLibrary(scope), sql`${catalogueItem.id} = any(${sql.param(ids)}::bigint[])`));

/** Items of a list whose name has a text in it. */
export const findItemsNamed = (
  scope: Scope,
  db: Db,
  { facet, text, limit }: { facet: SongFacet; text: string; limit: number },
) =>
  db
    .select(itemColumns)
    .from(catalogueItem)
    .where(
      and(
        ofLibrary(scope),
        eq(catalogueItem.kind, kindOfFacet[facet]),
        containsText(text, catalogueItem.name),
      ),
    )
    .orderBy(catalogueItem.nameKey)
    .limit(limit);

/** The items of all these lists that may be chosen, in each list's order. */
export const findActiveItems = (scope: Scope, db: Db, facets: SongFacet[]) =>
  db
    .select(itemColumns)
    .from(catalogueItem)
    .where(
      and(
        ofLibrary(scope),
        eq(catalogueItem.active, true),
        inArray(
          catalogueItem.kind,
          facets.map((facet) => kindOfFacet[facet]),
        ),
      ),
    )
    .orderBy(sql`${catalogueItem.rank} nulls last`, catalogueItem.nameKey);

/**
 * The title of the first of the songs named that is reserved for another company than the one that
 * reads.
 */
export async function findReservedTitle(
  library: Scope,
  db: Db,
  ids: number[],
): Promise<string | undefined> {
  const [row] = await db
    .select({ title: song.title })
    .from(song)
    .where(
      and(
        eq(song.companyId, library.companyId),
        sql`${song.id} = any(${sql.param(ids)}::bigint[])`,
        not(songsWithin(library)),
      ),
    )
    .orderBy(song.id)
    .limit(1);
  return row?.title;
}

/** The predicate of songs named that the scope sees, for statements of other files. */
export const songsNamed = (scope: Scope, ids: number[]): SQL | undefined =>
  and(
    eq(song.companyId, scope.companyId),
    sql`${song.id} = any(${sql.param(ids)}::bigint[])`,
    songsWithin(scope),
  );
