import { countSongs, listSongs, type SongFilters } from "#contract/library/endpoints";
import { namesInWords } from "../lists/names-in-words";
import { load, type PageContext } from "../session/guard.server";

/** Asks for the library as the caller's own company sees it, whichever company is chosen. */
export const wholeLibrary = { companyId: undefined };

/**
 * Counts the songs that match and names the first, for the question before a change of all. With
 * `ofCompany`, counts those that the chosen company sees.
 */
export async function matchingSongs(
  { api, figures }: Pick<PageContext, "api" | "figures">,
  matching: SongFilters,
  { ofCompany }: { ofCompany: boolean },
) {
  const query = ofCompany ? matching : { ...wholeLibrary, ...matching };
  const [{ data: counted }, { data: first }] = await load(() =>
    Promise.all([
      api.call(countSongs, { query }),
      api.call(listSongs, { query: { ...query, sort: "title", limit: 3 } }),
    ]),
  );
  const titles = first.map(({ title }) => title);
  return {
    total: counted.total,
    names: titles.length > 0 ? namesInWords(figures, titles, counted.total) : "",
  };
}
