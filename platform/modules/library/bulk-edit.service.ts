import type { SongsChange } from "#contract/library/endpoints";
import { kindOfFacet, singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import { slicesOf } from "../../db/key-slices.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { lockSongs, type SongsUpdate, setOnSongs } from "./bulk-edit.queries.ts";
import { findItems } from "./library.queries.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { bumpLibrary } from "./library-revision.queries.ts";
import { songFilter } from "./song-filter.ts";

export function bulkEditService({ indexes }: { indexes: LibraryIndexes }) {
  const findMatchingIds = async (
    scope: Scope,
    filters: NonNullable<SongsChange["matching"]>,
  ): Promise<number[]> => {
    const match = (await indexes.of(scope, { whole: true })).match(songFilter(filters));
    return Array.from(match.walk("newest"), ({ id }) => id);
  };

  return {
    /**
     * Sets the same values on the songs named (404 if one does not exist: all or none) or on all
     * that match; songs that have them already stay untouched. Throws 422 on the field of an item
     * that is not in its list or is inactive.
     */
    async changeSongs(call: ScopedCall, { set, ids, matching }: SongsChange) {
      const { scope, now } = call;
      const songIds = ids ? [...new Set(ids)] : await findMatchingIds(scope, matching ?? {});
      const outcome = await call.database.transaction(async (tx) => {
        const revision = await bumpLibrary(scope, tx);
        await refuseWrongItems(scope, tx, set);
        const counts = { changed: 0, unchanged: 0 };
        for (const some of slicesOf(songIds)) {
          const lockedCount = await lockSongs(scope, tx, some);
          if (ids && lockedCount < some.length) throw notFound();
          const changed = await setOnSongs(scope, tx, { call, ids: some, set, revision, now });
          counts.changed += changed;
          counts.unchanged += lockedCount - changed;
        }
        return counts;
      });
      // the list that the person returns to must show the changes
      await indexes.of(scope, { whole: true });
      return outcome;
    },
  };
}

async function refuseWrongItems(scope: Scope, tx: Tx, set: SongsUpdate): Promise<void> {
  const references: [field: string, id: number, kind: string][] = [];
  for (const facet of singleItems) {
    const id = set[`${facet}Id`];
    if (id) references.push([`set.${facet}Id`, id, kindOfFacet[facet]]);
  }
  for (const field of ["addSeasonIds", "removeSeasonIds"] as const)
    for (const id of set[field] ?? []) references.push([`set.${field}`, id, kindOfFacet.season]);
  if (references.length === 0) return;
  const items = new Map(
    (
      await findItems(
        scope,
        tx,
        references.map(([, id]) => id),
      )
    ).map((item) => [item.id, item]),
  );
  const wrong = references.filter(([field, id, kind]) => {
    const item = items.get(id);
    return item?.kind !== kind || !(item.active || field === "set.removeSeasonIds");
  });
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map(([field]) => [field, "Choose from the list."])));
}
