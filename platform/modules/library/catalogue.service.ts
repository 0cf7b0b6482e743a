import { isDeepStrictEqual } from "node:util";
import type { Figures } from "#contract/base/figures";
import type { TypedWindow } from "#contract/library/play-windows";
import type { CatalogueKind, CatalogueList } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import { placesToName, ruleNames } from "../../db/rule-places.ts";
import { withWords } from "../../http/constraints.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { countBrandUses, repointBrands } from "./brand-uses.queries.ts";
import {
  countItems,
  countSongsOf,
  deleteItems,
  findItemPage,
  findNames,
  type Item,
  type ItemQuery,
  insertItem,
  lockItems,
  updateItem,
} from "./catalogue.queries.ts";
import { facetOfKind } from "./facet-of-kind.ts";
import { findDemosOf, findItemUses, repointDemos, repointRules } from "./item-uses.queries.ts";
import { windowColumns, windowOf } from "./item-window.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { bumpLibrary, findRevision, touchSongsOf } from "./library-revision.queries.ts";
import { lockSongsOf, repointSongs } from "./merge.queries.ts";
import { catalogueMessages } from "./messages.ts";
import { nearDoubles } from "./near-names.ts";

/** A list as the contract describes it, its kind one the database knows. */
type List = CatalogueList & { kind: CatalogueKind };
type OfList = { list: List };
type ItemFields = TypedWindow & { name?: string | undefined; rank?: number | null | undefined };

const changeable = ["name", "rank", "status", "playFrom", "playTo", "playDays"] as const;

/**
 * The lists that songs are described by. Every change counts the library's revision up first, as
 * every change of songs does: so that none gives a song an item that another is deleting.
 */
type CatalogueCall = ScopedCall & { indexes: LibraryIndexes };

/** A page of a list. Throws 422 for a cursor that is not ours. */
export async function listItems(call: CatalogueCall, { list, ...query }: OfList & ItemQuery) {
  const { scope, db } = call;
  const { rows, page } = await findItemPage(scope, db, list.kind, query);
  const songs = await countSongsByItem(call, list);
  const total = await countItems(scope, db, list.kind, query);
  return {
    data: rows.map((row) => ({ ...row, ...windowOf(row), songs: songs.get(row.id) ?? 0 })),
    page: { ...page, total },
  };
}

/**
 * Lists names that may mean the same, in each group those with the most songs first. Searches
 * again when the library has changed.
 */
export async function listDoubles(
  call: CatalogueCall & { nearNames: NearNames },
  list: List,
): Promise<{ id: number; name: string; songs: number }[][]> {
  const [groups, songs] = await Promise.all([
    call.nearNames.find(call, list.kind),
    countSongsByItem(call, list),
  ]);
  return groups.map((group) =>
    group
      .map(({ id, name }) => ({ id, name, songs: songs.get(id) ?? 0 }))
      .sort((a, b) => b.songs - a.songs || a.id - b.id),
  );
}

/** The doubles of each list by its library's revision, since to search for them takes seconds. */
export class NearNames {
  readonly #groupsByList = new Map<
    string,
    { revision: number; groups: ReturnType<typeof nearDoubles> }
  >();

  async find(
    { scope, db }: Pick<ScopedCall, "scope" | "db">,
    kind: CatalogueKind,
  ): ReturnType<typeof nearDoubles> {
    const key = `${scope.companyId} ${kind}`;
    const revision = await findRevision(scope, db);
    const previous = this.#groupsByList.get(key);
    const groups =
      previous?.revision === revision
        ? previous.groups
        : findNames(scope, db, kind).then(nearDoubles);
    this.#groupsByList.set(key, { revision, groups });
    groups.catch(() => this.#groupsByList.delete(key));
    return groups;
  }
}

/** Adds an item. Throws 422 on `name` if the list has it, ignoring case. */
export function addItem(
  call: ScopedCall,
  { list, ...typed }: OfList & ItemFields & { name: string },
) {
  return refuseTakenName(list, () =>
    call.database.transaction(async (tx) => {
      const { scope, now } = call;
      await bumpLibrary(scope, tx);
      const { name, rank } = typed;
      const window = windowColumns(typed);
      const added = await insertItem(scope, tx, {
        kind: list.kind,
        item: { name, rank, ...window },
        now,
      });
      const after = {
        name: added.name,
        ...(rank != null && { rank }),
        ...(window.playFromMinute != null && windowOf(window)),
      };
      await audit(tx, call, [{ ...entryOf(scope, list, "added", added), after }]);
      return added;
    }),
  );
}

/**
 * Renames an item, moves it in its order, sets its play window or has it rest; what is left out
 * stays. Throws 404 for none of the list, 422 as adding does.
 */
export function changeItem(
  call: ScopedCall,
  { list, id, ...typed }: OfList & ItemFields & { id: number; status?: Item["status"] | undefined },
) {
  return refuseTakenName(list, () =>
    call.database.transaction(async (tx) => {
      const { scope, now } = call;
      await bumpLibrary(scope, tx);
      const [item] = await lockItems(scope, tx, list.kind, [id]);
      if (!item) throw notFound();
      const window = windowColumns(typed);
      const isWindowSent = window.playFromMinute !== undefined;
      const before = { ...item, ...windowOf(item) };
      const changes = { ...typed, ...(isWindowSent && windowOf(window)) };
      const fields = changeable.filter(
        (field) =>
          changes[field] !== undefined && !isDeepStrictEqual(changes[field], before[field]),
      );
      if (fields.length === 0) return item;
      const pick = (from: ItemFields & { status?: string | undefined }) =>
        Object.fromEntries(fields.map((field) => [field, from[field]]));
      const { name, rank, status } = typed;
      await updateItem(scope, tx, id, { name, rank, status, ...window }, now);
      await audit(tx, call, [
        {
          ...entryOf(scope, list, "changed", item),
          before: pick(before),
          after: pick(changes),
        },
      ]);
      // the song search holds people's names
      if (fields.includes("name") && (list.kind === "singer" || list.kind === "composer"))
        await touchSongsOf(scope, tx, [id]);
      return { id, name: typed.name ?? item.name };
    }),
  );
}

/**
 * Deletes an unused item. Throws 404 for an item of another list, 422 if songs, demo playlists,
 * campaigns, spots or contacts have it or rules use it.
 */
export async function removeItem(call: ScopedCall, { list, id }: OfList & { id: number }) {
  const { scope } = call;
  return await call.database.transaction(async (tx) => {
    await bumpLibrary(scope, tx);
    const [item] = await lockItems(scope, tx, list.kind, [id]);
    if (!item) throw notFound();
    const songs = await countSongsOf(scope, tx, list.kind, [id]);
    const {
      campaigns = 0,
      spots = 0,
      contacts = 0,
    } = list.kind === "brand" ? await countBrandUses(scope, tx, id) : {};
    refuseUsed(item, { song: songs, campaign: campaigns, spot: spots, contact: contacts }, call);
    const uses = await findItemUses(scope, tx, id, placesToName);
    if (uses.length > 0) throw invalid({ id: catalogueMessages.mixed(item.name, ruleNames(uses)) });
    const demos = await findDemosOf(scope, tx, id);
    if (demos.length > 0)
      throw invalid({ id: catalogueMessages.inDemos(item.name, demos.join(", ")) });
    await deleteItems(scope, tx, [id]);
    await audit(tx, call, [
      { ...entryOf(scope, list, "deleted", item), before: { name: item.name } },
    ]);
    return item;
  });
}

/**
 * Merges items into one of them. Songs, demo playlists and rules get the one that stays; for brands
 * also campaigns, spots and contacts. The others are deleted. Throws 404, and changes nothing, if
 * one is not of the list.
 */
export async function mergeItems(
  call: CatalogueCall,
  { list, ids, intoId }: OfList & { ids: number[]; intoId: number },
) {
  const { scope, now } = call;
  const merged = [...new Set(ids)].filter((id) => id !== intoId);
  if (merged.length === 0) throw invalid({ ids: catalogueMessages.chooseOther(list.one) });
  const outcome = await call.database.transaction(async (tx) => {
    const revision = await bumpLibrary(scope, tx);
    const items = await lockItems(scope, tx, list.kind, [...merged, intoId]);
    const into = items.find(({ id }) => id === intoId);
    if (!into || items.length <= merged.length) throw notFound();
    await lockSongsOf(scope, tx, list.kind, merged);
    const songs = await repointSongs(scope, tx, {
      call,
      merge: { kind: list.kind, ids: merged, intoId },
      revision,
      now,
    });
    await repointRules(scope, tx, { ids: merged, intoId });
    await repointDemos(scope, tx, { ids: merged, intoId });
    if (list.kind === "brand")
      await repointBrands(scope, tx, { call, merge: { ids: merged, into } });
    await deleteItems(scope, tx, merged);
    const after = { mergedInto: into.name, mergedIntoId: intoId };
    const gone = items.filter(({ id }) => id !== intoId);
    await audit(
      tx,
      call,
      gone.map((item) => ({
        ...entryOf(scope, list, "merged", item),
        before: { name: item.name },
        after,
      })),
    );
    return { id: intoId, name: into.name, merged: gone.length, songs };
  });
  await call.indexes.of(scope, { whole: true }); // the list they come back to counts them so
  return outcome;
}

/** Counts the songs of each item; items without songs are missing. */
async function countSongsByItem(
  { scope, indexes }: CatalogueCall,
  { kind }: List,
): Promise<Map<number, number>> {
  const facet = facetOfKind(kind);
  if (facet === undefined) return new Map();
  const counts = (await indexes.of(scope, { whole: true })).match({}).countsOf(facet);
  return new Map(counts.map(({ id, songs }) => [id, songs]));
}

/**
 * Runs a change that may give an item of the list a name that another item has. Throws that as a
 * 422 on `name`.
 */
const refuseTakenName = <T>({ one }: List, work: () => Promise<T>): Promise<T> =>
  withWords({ catalogue_item_name_unique: { name: catalogueMessages.nameTaken(one) } }, work);

/** Throws 422 for an item that something uses, naming how many of each. */
function refuseUsed(
  { name }: Item,
  uses: Record<string, number>,
  { figures }: { figures: Figures },
): void {
  const counts = Object.entries(uses).flatMap(([one, count]) =>
    count > 0 ? [figures.counted(count, one)] : [],
  );
  if (counts.length > 0)
    throw invalid({
      id: catalogueMessages.used(`“${name}”`, counts.join(", ").replace(/, ([^,]*)$/, " and $1")),
    });
}

const entryOf = (
  { companyId }: Scope,
  { one }: List,
  change: string,
  { id, name }: Pick<Item, "id" | "name">,
) => ({
  companyId,
  action: `${one} ${change}`,
  itemKind: one,
  itemId: id,
  itemName: name,
});
