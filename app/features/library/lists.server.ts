import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import * as field from "#contract/base/fields";
import { idListOf, idOf } from "#contract/base/identifiers";
import { catalogueCounts, itemForm, itemSorts } from "#contract/library/catalogue";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { itemConfirmations, statusLink } from "./item-confirmations.server";
import { findItem, listOf, noneSuch, type ShownItem, shownOf } from "./items.server";
import { type ListWords, listTabs, mergeQuestion } from "./list-words";
import { listPath, mergePath } from "./paths";
import { listTexts } from "./texts";

const Address = listAddress({
  search: field.search.optional(),
  status: field.status.optional(),
  cursor: z.string().optional(),
  sort: z.enum(itemSorts).default("rank"),
});
const MergeAddress = z.object({
  itemIds: idListOf("item").optional(),
  into: idOf("item").optional(),
  search: field.search.optional(),
});

/** Loads a page of a list, the tabs of all lists, and names that may be doubles. */
export async function loadList(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { list, endpoints, words } = listOf(args.params.list);
  const { row, ...query } = readQuery(args.request, Address);
  const [counts, items, doubles] = await load(() =>
    Promise.all([
      api.call(catalogueCounts, {}),
      api.call(endpoints.list, { query }),
      api.call(endpoints.doubles, {}),
    ]),
  );
  const { search, status, sort } = query;
  return {
    words,
    sort,
    tabs: listTabs(
      list.kind,
      Object.fromEntries(counts.data.map(({ kind, items }) => [kind, items])),
    ),
    filters: { search, status },
    row,
    page: items.page,
    rows: items.data.map((one) => {
      const item = shownOf(pageContext, one);
      return { ...item, ...linksOf({ ...item, words }, pageContext) };
    }),
    doubles: doubles.data.map((group) =>
      group.map(({ id, name, songs }) => ({ ref: ids.encrypt("item", id), name, songs })),
    ),
    constraints: constraintsOf(itemForm(list)),
  };
}

/** Adds what was typed to the list. */
export async function addItem(args: ActionFunctionArgs, { api }: PageContext) {
  const { list, endpoints } = listOf(args.params.list);
  const form = await readForm(args.request, itemForm(list));
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() => api.call(endpoints.add, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(listPath(list.kind));
}

export async function loadItem(
  { params }: Pick<LoaderFunctionArgs, "params">,
  pageContext: PageContext,
) {
  const { words, item } = await findItem(params, pageContext);
  return {
    words,
    item: { ...item, ...linksOf({ ...item, words }, pageContext) },
    constraints: constraintsOf(itemForm(listOf(words.kind).list)),
  };
}

/** Links to the changes possible for an item. An item in use cannot be deleted. */
const linksOf = (item: ShownItem & { words: ListWords }, pageContext: PageContext) => ({
  turn: statusLink(item, pageContext),
  removal: item.songs === 0 ? itemConfirmations.linkTo("remove", item, pageContext) : null,
});

export async function changeItem(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const { list, endpoints } = listOf(args.params.list);
  const id = ids.decrypt("item", args.params.item);
  const form = await readForm(args.request, itemForm(list));
  const { value } = form;
  if (!value) return form.refused();
  // an emptied place or window is none
  const rank = list.kind === "tempo" || !("rank" in list) ? {} : { rank: value.rank ?? null };
  const { playFrom = null, playTo = null, playDays = null } = value;
  const window = "window" in list ? { playFrom, playTo, playDays } : {};
  const { reply, refused } = await form.submit(() =>
    api.call(endpoints.change, { body: { id, ...value, ...rank, ...window } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(listPath(list.kind));
}

const readMerge = ({ request }: Pick<LoaderFunctionArgs, "request">, { ids }: PageContext) =>
  readQuery(request, MergeAddress, { ids });

/**
 * Loads the ticked items, each with the effect of merging the others into it. A single item is
 * offered other items of the list to merge into.
 */
export async function loadMerge(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const { endpoints, words } = listOf(args.params.list);
  const { itemIds = [], into, search } = readMerge(args, pageContext);
  if (itemIds.length === 0) throw redirect(listPath(words.kind));
  const reply = await load(() => api.call(endpoints.list, { query: { ids: itemIds, limit: 50 } }));
  const items = reply.data.map((item) => shownOf(pageContext, item));
  const [only] = items;
  if (!only) throw noneSuch();
  const isOne = items.length === 1;
  const others = isOne
    ? (await load(() => api.call(endpoints.list, { query: { search, limit: 50 } }))).data
    : [];
  const partners = others
    .map((item) => shownOf(pageContext, item))
    .filter(({ ref }) => ref !== only.ref);
  const choices = isOne
    ? partners.map((stays) => ({
        ...stays,
        question: mergeQuestion(words, [only, stays], stays, figures),
      }))
    : items.map((stays) => ({ ...stays, question: mergeQuestion(words, items, stays, figures) }));
  const stays =
    into === undefined ? undefined : choices.find(({ ref }) => ref === ids.encrypt("item", into));
  const refs = items.map(({ ref }) => ref);
  return {
    words,
    names: items.map(({ name }) => name),
    choices,
    search,
    isOne,
    itemRef: only.ref,
    confirmation: stays && { ...stays.question, cancelTo: mergePath(words.kind, refs) },
  };
}

/** Leads from the ticked items to the question, and merges them once it is answered. */
export async function mergeItems(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api } = pageContext;
  const { list, endpoints, words } = listOf(args.params.list);
  const { itemIds = [], into } = readMerge(args, pageContext);
  const form = await readForm(args.request, z.object({}));
  if (into === undefined) {
    const ticked = form.posted.getAll("itemIds").map(String);
    if (ticked.length >= 2) return redirect(mergePath(words.kind, ticked));
    args.context.session.flash("error", listTexts.selectTwo(list.many));
    return redirect(listPath(list.kind));
  }
  const { reply, refused } = await form.submit(() =>
    api.call(endpoints.merge, { body: { ids: itemIds, intoId: into } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(listPath(list.kind));
}
