import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import * as field from "#contract/base/fields";
import { messages } from "#contract/base/messages";
import { type CatalogueItem, catalogue, catalogueCounts, itemForm } from "#contract/library/catalogue";
import { constraintsOf, readForm, readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { type ListWords, listPath, listTabs, mergePath, mergeQuestion, removeQuestion, statusQuestion } from "./list-words";

const noneSuch = () => data({ message: messages.notFound }, { status: 404 });

/** The list of the address with its calls. Throws 404 for a list that there is not. */
function listOf({ params }: Pick<LoaderFunctionArgs, "params">) {
  const found = catalogue.find(({ list }) => list.kind === params.list);
  if (!found) throw noneSuch();
  const { list, endpoints } = found;
  const words: ListWords = { kind: list.kind, one: list.one, many: list.many, ...("rank" in list && { rank: list.rank }) };
  return { list, endpoints, words };
}

const Address = z.object({
  search: field.search.optional(),
  status: z.enum(["active", "inactive"]).optional(),
  cursor: z.string().optional(),
  from: z.number().int().min(1).default(1),
});
const MergeAddress = z.object({ itemIds: field.idList.optional(), into: field.id.optional(), search: field.search.optional() });

const shown = ({ ids }: Guarded, { id, name, rank, status, songs }: CatalogueItem) => ({
  ref: ids.encrypt("item", id),
  name,
  rank,
  songs,
  isActive: status === "active",
});

/** A page of a list, the tabs of all of them, and names that may be doubles. */
export async function loadList(args: LoaderFunctionArgs, guarded: Guarded) {
  const { api, ids } = guarded;
  const { list, endpoints, words } = listOf(args);
  const { from, ...query } = readQuery(args.request, Address);
  const [counts, items, doubles] = await load(() =>
    Promise.all([api.call(catalogueCounts, {}), api.call(endpoints.list, { query }), api.call(endpoints.doubles, {})]),
  );
  const { cursor: _, ...filters } = query;
  return {
    words,
    tabs: listTabs(list.kind, Object.fromEntries(counts.data.map(({ kind, items }) => [kind, items]))),
    filters,
    from,
    page: items.page,
    rows: items.data.map((item) => shown(guarded, item)),
    doubles: doubles.data.map((group) => group.map(({ id, name, songs }) => ({ ref: ids.encrypt("item", id), name, songs }))),
    constraints: constraintsOf(itemForm(list)),
  };
}

/** Adds what was typed to the list. */
export async function addItem(args: ActionFunctionArgs, { api }: Guarded) {
  const { list, endpoints } = listOf(args);
  const form = await readForm(args.request, itemForm(list));
  const { value } = form;
  if (!value) return form.refused();
  const { done, refused } = await form.submit(() => api.call(endpoints.add, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(listPath(list.kind));
}

/** The item of the address as it is now; 404 for one that is not of its list. */
export async function loadItem(args: Pick<LoaderFunctionArgs, "params">, guarded: Guarded) {
  const { api, ids } = guarded;
  const { list, endpoints, words } = listOf(args);
  const id = ids.decrypt("item", args.params.item);
  const { data: found } = await load(() => api.call(endpoints.list, { query: { ids: [id] } }));
  const [item] = found;
  if (!item) throw noneSuch();
  return { words, item: shown(guarded, item), constraints: constraintsOf(itemForm(list)) };
}

export async function changeItem(args: ActionFunctionArgs, { api, ids }: Guarded) {
  const { list, endpoints } = listOf(args);
  const id = ids.decrypt("item", args.params.item);
  const form = await readForm(args.request, itemForm(list));
  const { value } = form;
  if (!value) return form.refused();
  const rank = list.kind === "tempo" || !("rank" in list) ? {} : { rank: value.rank ?? null }; // an emptied place is none
  const { done, refused } = await form.submit(() => api.call(endpoints.change, { body: { id, ...value, ...rank } }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(listPath(list.kind));
}

/** What is asked before an item is set to rest or to work again; `to` says which. */
export async function loadStatus(args: LoaderFunctionArgs, guarded: Guarded) {
  const { words, item } = await loadItem(args, guarded);
  const isWanted = targetOf(args.request) === "active";
  if (item.isActive === isWanted) throw redirect(listPath(words.kind));
  return { question: statusQuestion(words, item, item.isActive), cancelTo: listPath(words.kind) };
}

export async function setStatus(args: ActionFunctionArgs, { api, ids }: Guarded) {
  const { list, endpoints } = listOf(args);
  const id = ids.decrypt("item", args.params.item);
  const form = await readForm(args.request, z.strictObject({}));
  const status = targetOf(args.request);
  const { done, refused } = await form.submit(() => api.call(endpoints.change, { body: { id, status } }));
  if (refused) return refused;
  args.context.session.flash("success", `${done.data.name} is ${status} now`);
  return redirect(listPath(list.kind));
}

const targetOf = (request: Request) => (new URL(request.url).searchParams.get("to") === "active" ? "active" : "inactive");

/** What is asked before an item is deleted, or what stands in the way. */
export async function loadRemoval(args: LoaderFunctionArgs, guarded: Guarded) {
  const { words, item } = await loadItem(args, guarded);
  const rest = item.isActive ? statusQuestion(words, item, true) : undefined;
  return { words, item, question: removeQuestion(words, item), rest, mergeTo: mergePath(words, [item.ref]) };
}

export async function removeItem(args: ActionFunctionArgs, { api, ids }: Guarded) {
  const { list, endpoints } = listOf(args);
  const id = ids.decrypt("item", args.params.item);
  const form = await readForm(args.request, z.strictObject({}));
  const { done, refused } = await form.submit(() => api.call(endpoints.remove, { query: { id } }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(listPath(list.kind));
}

const readMerge = ({ request }: Pick<LoaderFunctionArgs, "request">, { ids }: Guarded) =>
  readQuery(request, MergeAddress, { ids: { kinds: { itemIds: "item", into: "item" }, identifiers: ids } });

/** The items ticked, each with what merging into it would do; one alone is offered others of the list to go into. */
export async function loadMerge(args: LoaderFunctionArgs, guarded: Guarded) {
  const { api, ids } = guarded;
  const { endpoints, words } = listOf(args);
  const { itemIds = [], into, search } = readMerge(args, guarded);
  if (itemIds.length === 0) throw redirect(listPath(words.kind));
  const chosen = await load(() => api.call(endpoints.list, { query: { ids: itemIds, limit: 50 } }));
  const items = chosen.data.map((item) => shown(guarded, item));
  const [only] = items;
  if (!only) throw noneSuch();
  const isOne = items.length === 1;
  const others = isOne ? (await load(() => api.call(endpoints.list, { query: { search, limit: 50 } }))).data : [];
  const partners = others.map((item) => shown(guarded, item)).filter(({ ref }) => ref !== only.ref);
  const choices = isOne
    ? partners.map((stays) => ({ ...stays, question: mergeQuestion(words, [only, stays], stays) }))
    : items.map((stays) => ({ ...stays, question: mergeQuestion(words, items, stays) }));
  const stays = into === undefined ? undefined : choices.find(({ ref }) => ref === ids.encrypt("item", into));
  const refs = items.map(({ ref }) => ref);
  return {
    words,
    names: items.map(({ name }) => name),
    ...{ choices, search, isOne, itemRef: only.ref },
    asked: stays && { ...stays.question, cancelTo: mergePath(words, refs) },
  };
}

/** Leads from the list's ticks to the question, and merges once it is answered. */
export async function mergeItems(args: ActionFunctionArgs, guarded: Guarded) {
  const { api } = guarded;
  const { list, endpoints, words } = listOf(args);
  const { itemIds = [], into } = readMerge(args, guarded);
  const form = await readForm(args.request, z.object({}));
  if (into === undefined) {
    const ticked = form.posted.getAll("itemIds").map(String);
    if (ticked.length >= 2) return redirect(mergePath(words, ticked));
    args.context.session.flash("error", `Tick two ${list.many} or more to merge them.`);
    return redirect(listPath(list.kind));
  }
  const { done, refused } = await form.submit(() => api.call(endpoints.merge, { body: { ids: itemIds, intoId: into } }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(listPath(list.kind));
}
