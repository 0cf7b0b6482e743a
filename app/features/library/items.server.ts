import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { type CatalogueItem, catalogue } from "#contract/library/catalogue";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { ListWords } from "./list-words";

export const noneSuch = () => data({ message: messages.notFound }, { status: 404 });

/** Finds a kind's list and its calls. Throws 404 for an unknown kind. */
export function listOf(kind: string | undefined) {
  const entry = catalogue.find(({ list }) => list.kind === kind);
  if (!entry) throw noneSuch();
  const { list, endpoints } = entry;
  const words: ListWords = {
    kind: list.kind,
    one: list.one,
    many: list.many,
    ...("rank" in list && { rank: list.rank }),
    ...("window" in list && { window: list.window }),
  };
  return { list, endpoints, words };
}

export const shownOf = (
  { ids }: PageContext,
  { id, name, rank, playFrom, playTo, playDays, status, songs }: CatalogueItem,
) => ({
  id,
  name,
  rank,
  playFrom,
  playTo,
  playDays,
  songs,
  ref: ids.encrypt("item", id),
  isActive: status === "active",
});
export type ShownItem = ReturnType<typeof shownOf>;

/** Finds the item in the address. Throws 404 if it is not in that list. */
export async function findItem(params: LoaderFunctionArgs["params"], pageContext: PageContext) {
  const { endpoints, words } = listOf(params.list);
  const id = pageContext.ids.decrypt("item", params.item);
  const { data: items } = await load(() =>
    pageContext.api.call(endpoints.list, { query: { ids: [id] } }),
  );
  const [item] = items;
  if (!item) throw noneSuch();
  return { words, item: shownOf(pageContext, item) };
}
