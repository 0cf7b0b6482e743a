import { z } from "zod";
import { statuses } from "#contract/base/status";
import { findSong, type SongsChangeInput, songItems } from "#contract/library/endpoints";
import { facetLabels, singleItems } from "#contract/library/words";
import { namesInWords } from "~/lib/lists/names-in-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import { matchingSongs } from "~/lib/songs/matching-songs.server";
import { withMembers } from "~/ui/frame/address";
import { membersOf, readSongFilters, readSortedFilters } from "./library.server";
import { libraryPath } from "./paths";

/** The value that clears a field. */
export const cleared = "none";

const refs = z.array(z.string().max(100)).max(50).optional();
/** The fields of the form; an empty one changes nothing. */
export const SongChangeForm = z.object({
  set: z
    .object({
      ...Object.fromEntries(
        singleItems.map((facet) => [`${facet}Id`, z.string().max(100).optional()]),
      ),
      addSeasonIds: refs,
      removeSeasonIds: refs,
      status: z.enum(statuses).optional(),
    })
    .optional(),
});

/** Links back to the list with the filters and sort of the form's address. */
export const listOf = (request: Request, pageContext: PageContext) =>
  withMembers(libraryPath, membersOf(readSortedFilters(request, pageContext), pageContext));

/**
 * Reads which songs a form or link of the list means: the ticked ones, or all that match its
 * address. Throws 404 for songs that the person may not see.
 */
export async function chosenSongs(
  request: Request,
  pageContext: PageContext,
  posted: FormData | URLSearchParams,
) {
  const { api, ids, figures } = pageContext;
  const cancelTo = listOf(request, pageContext);
  if (posted.get("all") === "on") {
    const matching = readSongFilters(request, pageContext);
    const { total, names } = await matchingSongs(pageContext, matching, { ofCompany: false });
    return { refs: [], all: true, count: total, names, cancelTo, which: { matching } };
  }
  const songRefs = [...new Set(posted.getAll("id").map(String))];
  const songIds = songRefs.map((ref) => ids.decrypt("song", ref));
  const first = await load(() =>
    Promise.all(songIds.slice(0, 3).map((id) => api.call(findSong, { params: { id } }))),
  );
  const titles = first.map(({ data }) => data.title);
  return {
    refs: songRefs,
    all: false,
    count: songIds.length,
    names: namesInWords(figures, titles, songIds.length),
    cancelTo,
    which: { ids: songIds },
  };
}

/** Loads the choices of each field. */
export async function changeOptions({ api, ids }: PageContext) {
  const { data: items } = await load(() => api.call(songItems, {}));
  const options = (facet: keyof typeof items) =>
    items[facet].map(({ id, name }) => ({ value: ids.encrypt("item", id), label: name }));
  return {
    lists: singleItems.map((facet) => ({
      name: `set.${facet}Id`,
      label: facetLabels[facet],
      options: options(facet),
    })),
    seasons: options("season"),
  };
}

/**
 * Turns the form's fields into the platform's. Throws 404 for an identifier that was tampered
 * with.
 */
export function changeOf(
  { ids }: PageContext,
  { set = {} }: z.output<typeof SongChangeForm>,
): SongsChangeInput["set"] {
  const fields = set as Record<string, string | string[] | undefined>;
  const one = (ref: string) => (ref === cleared ? null : ids.decrypt("item", ref));
  const change: Record<string, string | number | number[] | null> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value.length === 0) continue;
    if (typeof value === "string") change[name] = name === "status" ? value : one(value);
    else change[name] = value.map((ref) => ids.decrypt("item", ref));
  }
  return change;
}
