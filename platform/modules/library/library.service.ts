import { recordOf } from "#contract/base/records";
import type {
  SongDetail,
  SongFilters,
  SongItems,
  SongQuery,
  SongRow,
} from "#contract/library/endpoints";
import type { FacetItem, SongFacets } from "#contract/library/facets";
import {
  kindOfFacet,
  type SongFacet,
  type SongSort,
  singleItems,
  songFacets,
} from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { notFound } from "../../base/refusal.ts";
import { pageOf, readCursor } from "../../db/keyset.ts";
import type { Db } from "../../db/types.ts";
import type { ItemCount, SongMatch } from "../../engine/song-search/song-index.ts";
import { normalise, wordsOf } from "../../engine/song-search/text.ts";
import { toSeconds } from "../../files/cues.ts";
import type { ScopedCall } from "../../http/context.ts";
import {
  findActiveItems,
  findItems,
  findItemsNamed,
  findSongDetail,
  findSongRows,
} from "./library.queries.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { no, songFilter, yes } from "./song-filter.ts";

/** The most singers or composers listed: there are thousands. */
const peopleGiven = 12;
const namesLookedAt = 500;

type ReadCall = Pick<ScopedCall, "scope" | "db">;
/**
 * The index says which songs match and how many; the rows come from the database by primary key,
 * never stale.
 */
type SearchCall = ReadCall & { indexes: LibraryIndexes };

type People = { facet: "singer" | "composer"; q?: string | undefined };

/** A page of songs with how many match. Throws 422 for a cursor that is not ours. */
export async function listSongs(call: SearchCall, query: SongQuery) {
  const cursor = readCursor(query.cursor);
  const match = await findMatch(call, query);
  const from = cursor && { key: cursor.value, id: cursor.id, back: cursor.back };
  const places = match.places(sortOf(query), query.limit + 1, from);
  const { rows, page } = pageOf(places, query.limit, cursor, ({ key, id }) => ({
    value: key,
    id,
  }));
  const songs = await findRows(
    call,
    rows.map(({ id }) => id),
  );
  return { data: songs, page: { ...page, total: match.total } };
}

/** Counts the songs that match; `similar` is true if none has the typed words but like ones. */
export async function countSongs(call: SearchCall, filters: SongFilters) {
  const { total, similar } = await findMatch(call, filters);
  return { total, similar };
}

/** Songs that lack what every song should have. */
export async function countLacking(call: SearchCall, filters: SongFilters) {
  const match = await findMatch(call, filters);
  const any = await findMatch(call, { ...filters, lacking: "any" });
  const without = (facet: SongFacet) =>
    match.countsOf(facet).find(({ id }) => id === 0)?.songs ?? 0;
  return {
    any: any.total,
    genre: without("genre"),
    mood: without("mood"),
    language: without("language"),
    tempo: without("tempo"),
  };
}

/** One facet under the filter, most songs first (lists with an order of their own in that). */
export async function listFacetItems(
  call: SearchCall,
  { facet, ...filters }: { facet: SongFacet } & SongFilters,
): Promise<FacetItem[]> {
  const itemsByFacet = await nameItems(call.scope, call.db, [
    [facet, (await findMatch(call, filters)).countsOf(facet)],
  ]);
  return itemsByFacet[facet] ?? [];
}

/** Lists the singers or composers with the most songs: of all, or of names with a text. */
export async function listPeople(
  call: SearchCall,
  { facet, q, ...filters }: People & SongFilters,
): Promise<FacetItem[]> {
  const { scope, db } = call;
  const counts = await countPeople(scope, db, {
    match: await findMatch(call, filters),
    facet,
    text: q,
    chosenIds: [],
  });
  return (await nameItems(scope, db, [[facet, counts]]))[facet] ?? [];
}

/** Counts the songs of each item of every facet under the filter. */
export async function showFacets(
  call: SearchCall,
  query: SongFilters & { singerName?: string | undefined; composerName?: string | undefined },
): Promise<SongFacets> {
  const { scope, db } = call;
  const { singerName, composerName, ...filters } = query;
  const match = await findMatch(call, filters);
  const counted: [SongFacet, ItemCount[]][] = [];
  for (const facet of songFacets) {
    const chosenIds = filters[`${facet}Ids`] ?? [];
    if (facet === "singer" || facet === "composer")
      counted.push([
        facet,
        await countPeople(scope, db, {
          match,
          facet,
          text: facet === "singer" ? singerName : composerName,
          chosenIds,
        }),
      ]);
    else counted.push([facet, withChosen(match.countsOf(facet), chosenIds)]);
  }
  const flags = (facet: "active" | "explicit" | "audio") => {
    const counts = new Map(match.countsOf(facet).map(({ id, songs }) => [id, songs]));
    return { yes: counts.get(yes) ?? 0, no: counts.get(no) ?? 0 };
  };
  const active = flags("active");
  return {
    total: match.total,
    similar: match.similar,
    ...((await nameItems(scope, db, counted)) as Record<SongFacet, FacetItem[]>),
    status: { active: active.yes, inactive: active.no },
    explicit: flags("explicit"),
    audio: flags("audio"),
  };
}

/** Lists the items that songs may be described by. */
export async function listSongItems({ scope, db }: ReadCall): Promise<SongItems> {
  const facets = [...singleItems, "season" as const];
  const activeItems = await findActiveItems(scope, db, facets);
  return recordOf(facets, (facet) => activeItems.filter(({ kind }) => kind === kindOfFacet[facet]));
}

/**
 * Suggests the best songs, and albums that contain the words, while a person types.
 */
export async function suggestSongs(call: SearchCall, text: string) {
  const match = await findMatch(call, { search: text, status: "active" });
  const songs = await findRows(
    call,
    match.places("relevance", 100).map(({ id }) => id),
  );
  const words = wordsOf(normalise(text));
  const albums = new Map<string, string>();
  for (const { album, artist } of songs) {
    const own = wordsOf(normalise(album ?? ""));
    if (
      album &&
      !albums.has(album) &&
      words.every((word) => own.some((one) => one.startsWith(word)))
    )
      albums.set(album, artist);
  }
  return {
    songs: songs.slice(0, 8),
    albums: [...albums].slice(0, 5).map(([album, artist]) => ({ album, artist })),
  };
}

/** The ids of all songs that match, in a sort's order. */
export async function* walkSongs(
  { scope, indexes }: SearchCall,
  query: SongFilters & { sort?: SongSort | undefined },
): AsyncGenerator<number> {
  const match = (await indexes.of(scope, { whole: true })).match(songFilter(query));
  for (const { id } of match.walk(sortOf(query))) yield id;
}

/** Throws 404 for a song that is not there. */
export async function showSong({ scope, db }: ReadCall, id: number): Promise<SongDetail> {
  const song = await findSongDetail(scope, db, id);
  if (!song) throw notFound();
  const { createdAt, updatedAt, peaks } = song;
  return {
    ...song,
    ...toSeconds(song),
    peaks: [...(peaks ?? [])],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

async function findMatch({ scope, indexes }: SearchCall, filters: SongFilters): Promise<SongMatch> {
  return (await indexes.of(scope)).match(songFilter(filters));
}

async function findRows({ scope, db }: ReadCall, ids: number[]): Promise<SongRow[]> {
  const rowsById = new Map((await findSongRows(scope, db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

const sortOf = ({
  sort,
  search,
}: {
  sort?: SongSort | undefined;
  search?: string | undefined;
}): SongSort => sort ?? (search ? "relevance" : "title");

/** Items that are chosen are shown with their 0, too, or nobody could take them back. */
function withChosen(counts: ItemCount[], chosenIds: number[]): ItemCount[] {
  const countedIds = new Set(counts.map(({ id }) => id));
  return [
    ...counts,
    ...chosenIds.filter((id) => !countedIds.has(id)).map((id) => ({ id, songs: 0 })),
  ];
}

async function countPeople(
  scope: Scope,
  db: Db,
  {
    match,
    facet,
    text,
    chosenIds,
  }: {
    match: SongMatch;
    facet: "singer" | "composer";
    text: string | undefined;
    chosenIds: number[];
  },
): Promise<ItemCount[]> {
  const matchingIds = text
    ? new Set(
        (await findItemsNamed(scope, db, { facet, text, limit: namesLookedAt })).map(
          ({ id }) => id,
        ),
      )
    : undefined;
  const topCounts = match.mostOf(
    facet,
    peopleGiven,
    (id) => id !== 0 && (!matchingIds || matchingIds.has(id)),
  );
  const others = chosenIds.filter((id) => !topCounts.some((one) => one.id === id));
  return withChosen(
    [...match.mostOf(facet, others.length, (id) => others.includes(id)), ...topCounts],
    chosenIds,
  );
}

/**
 * Adds the items' names to the counts, in the order of the list's ranks, then by number of songs.
 * Leaves out items that no longer exist.
 */
async function nameItems(
  scope: Scope,
  db: Db,
  counted: [SongFacet, ItemCount[]][],
): Promise<Partial<Record<SongFacet, FacetItem[]>>> {
  const ids = counted.flatMap(([, counts]) => counts.map(({ id }) => id)).filter((id) => id !== 0);
  const items = new Map(
    (await findItems(scope, db, [...new Set(ids)])).map((item) => [item.id, item]),
  );
  const last = Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(
    counted.map(([facet, counts]) => [
      facet,
      counts
        .flatMap(({ id, songs }) => {
          const item = items.get(id);
          return item?.kind === kindOfFacet[facet]
            ? [{ id, name: item.name, rank: item.rank ?? last, songs }]
            : [];
        })
        .sort((a, b) => a.rank - b.rank || b.songs - a.songs || a.id - b.id),
    ]),
  );
}
