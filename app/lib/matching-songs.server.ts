import { countSongs, listSongs, type SongFilters } from "#contract/library/endpoints";
import { type Guarded, load } from "./guard.server";
import { namesInWords } from "./names-in-words";

/** How many songs match, and the first of them by name: what a change of all of them says. */
export async function matchingSongs(
  { api, figures }: Pick<Guarded, "api" | "figures">,
  matching: SongFilters,
) {
  const [{ data: counted }, { data: first }] = await load(() =>
    Promise.all([
      api.call(countSongs, { query: matching }),
      api.call(listSongs, { query: { ...matching, sort: "title", limit: 3 } }),
    ]),
  );
  const titles = first.map(({ title }) => title);
  return {
    total: counted.total,
    names: titles.length > 0 ? namesInWords(figures, titles, counted.total) : "",
  };
}
