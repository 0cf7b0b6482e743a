import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showLength } from "#contract/base/dates";
import { statusLabels } from "#contract/base/status";
import {
  listSongs,
  mandatoryFilterCounts,
  SongFilters,
  SongQuery,
  type SongRow,
} from "#contract/library/endpoints";
import { facetsOfSongs, SongFacetQuery } from "#contract/library/facets";
import { facetLabels, type SongFacet, songFacets } from "#contract/library/words";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { artOf } from "~/lib/songs/cover.server";
import { wholeLibrary } from "~/lib/songs/matching-songs.server";
import { withMembers } from "~/ui/frame/address";
import { libraryPath, songAudioPath, songPath } from "./paths";
import { libraryTexts } from "./texts";

/**
 * Reads a list's address: filters, sort, page, and the search among singers and composers.
 */
const Address = listAddress({
  ...SongFacetQuery.shape,
  ...SongQuery.pick({ cursor: true, sort: true }).shape,
});
const Filters = z.object(SongFilters.shape);
const Sorted = z.object({ ...SongFilters.shape, ...SongQuery.pick({ sort: true }).shape });

/** Reads the filters alone, for changes of all songs that match. */
export const readSongFilters = (request: Request, pageContext: PageContext) =>
  readFilters(request, Filters, pageContext);
/** Reads the filters with the sort, for the download. */
export const readSortedFilters = (request: Request, pageContext: PageContext) =>
  readFilters(request, Sorted, pageContext);

type Members = Record<string, string | string[] | undefined>;

/** Gives the filters (and sort) as the list's address holds them. */
export function membersOf(
  filters: Partial<z.output<typeof Sorted>>,
  { ids }: PageContext,
): Members {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((id) => ids.encrypt("item", id)) : value,
    ]),
  );
}

type LibraryPaths = {
  /** The page that shows the library. */
  path: string;
  /** The address of a song's audio. */
  audio: (ref: string) => string;
  /** True to show what the chosen company sees; otherwise shows what the caller's company sees. */
  ofCompany?: boolean;
};
const ownPaths: LibraryPaths = { path: libraryPath, audio: (ref) => songAudioPath(songPath(ref)) };

export async function loadLibrary(
  { request }: LoaderFunctionArgs,
  pageContext: PageContext,
  { path, audio, ofCompany = false }: LibraryPaths = ownPaths,
) {
  const scopeQuery = ofCompany ? {} : wholeLibrary;
  const { api, ids } = pageContext;
  const { row, cursor, limit, sort, singerName, composerName, ...filters } = readQuery(
    request,
    Address,
    pageContext,
  );
  const [songs, facets, lacking] = await load(() =>
    Promise.all([
      api.call(listSongs, { query: { ...scopeQuery, ...filters, sort, cursor, limit } }),
      api.call(facetsOfSongs, { query: { ...scopeQuery, ...filters, singerName, composerName } }),
      api.call(mandatoryFilterCounts, { query: { ...scopeQuery, status: "active" } }),
    ]),
  );
  const today = dateIn(zoneOf(undefined), new Date());
  const members = membersOf(filters, pageContext);
  const readSelectedIds = (facet: SongFacet) => filters[`${facet}Ids`] ?? [];
  const facetLists = songFacets.map((facet) => ({
    facet,
    label: facetLabels[facet],
    chosen: readSelectedIds(facet).length,
    items: facets.data[facet].map(({ id, name, songs: count }) => ({
      ref: ids.encrypt("item", id),
      name,
      count,
      checked: readSelectedIds(facet).includes(id),
    })),
  }));
  return {
    members,
    sort: sort ?? (filters.search ? "relevance" : "title"),
    sortMember: sort,
    names: { singer: singerName, composer: composerName },
    row,
    page: songs.page,
    total: facets.data.total,
    similar: facets.data.similar,
    status: facets.data.status,
    explicit: facets.data.explicit,
    audio: facets.data.audio,
    lacking: lacking.data.any,
    facets: facetLists,
    chips: chipsOf(path, members, facetLists, sort),
    rows: songs.data.map((song) => ({
      ...formatSongRow(song, today),
      ref: ids.encrypt("song", song.id),
      art: artOf(pageContext, song.cover),
      audio: song.hasAudio ? audio(ids.encrypt("song", song.id)) : null,
    })),
  };
}

function formatSongRow(
  {
    title,
    artist,
    album,
    language,
    mood,
    tempo,
    genre,
    ratingChart,
    durationSeconds,
    explicit,
    status,
    licensedTo,
  }: SongRow,
  today: string,
) {
  const licenceOver = licensedTo !== null && licensedTo < today;
  const length = showLength(durationSeconds);
  return {
    title,
    artist,
    album,
    language,
    mood,
    tempo,
    genre,
    ratingChart,
    length,
    explicit,
    isActive: status === "active",
    licenceOver,
  };
}

type FacetList = {
  facet: SongFacet;
  label: string;
  items: { ref: string; name: string; checked: boolean }[];
};

const words: Record<string, string> = { ...statusLabels, yes: "Explicit", no: "Not explicit" };
const lackingWords = {
  any: libraryTexts.anyDetail,
  genre: "a genre",
  mood: "a mood",
  language: "a language",
  tempo: "a tempo",
};

/** Lists the filters in use, each with the address of the list without it. */
function chipsOf(
  path: string,
  members: Members,
  facets: FacetList[],
  sort: string | undefined,
): { label: string; to: string }[] {
  const address = { ...members, sort };
  const without = (name: string, rest?: string[]) => withMembers(path, address, { [name]: rest });
  const { search, status, explicit, audio, lacking } = members as Record<
    string,
    string | undefined
  >;
  const chips = facets.flatMap(({ facet, label, items }) =>
    items.flatMap(({ ref, name, checked }) => {
      const member = `${facet}Ids`;
      const rest = [members[member] ?? []].flat().filter((one) => one !== ref);
      return checked ? [{ label: `${label}: ${name}`, to: without(member, rest) }] : [];
    }),
  );
  if (lacking)
    chips.unshift({ label: `Without ${lackingWords[lacking as "any"]}`, to: without("lacking") });
  if (explicit) chips.unshift({ label: words[explicit] ?? explicit, to: without("explicit") });
  if (audio)
    chips.unshift({ label: audio === "no" ? "No audio" : "Has audio", to: without("audio") });
  if (status) chips.unshift({ label: words[status] ?? status, to: without("status") });
  if (search)
    chips.unshift({
      label: `“${search}”`,
      to: withMembers(path, members, {
        search: undefined,
        sort: sort === "relevance" ? undefined : sort,
      }),
    });
  return chips;
}
