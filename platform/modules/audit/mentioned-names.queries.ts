import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { severalItems, singleItems } from "#contract/library/words";
import { findProviderId, type Scope } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import {
  catalogueItem,
  chart,
  demoPlaylist,
  eventPlaylist,
  region,
  song,
  spot,
  store,
  storeGroup,
  timeSlot,
  zone,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";

type Source = {
  table: SQLWrapper & { companyId: AnyPgColumn; id: AnyPgColumn };
  name: AnyPgColumn;
  mayBeProviders?: true;
  within?: (scope: Scope) => SQL;
};
const songs: Source = { table: song, name: song.title, mayBeProviders: true, within: songsWithin };
const charts: Source = { table: chart, name: chart.name, mayBeProviders: true };
const items: Source = { table: catalogueItem, name: catalogueItem.name, mayBeProviders: true };
/** The tables with the names of items that fields refer to as "<key>Id" or "<key>Ids". */
const sources: Readonly<Record<string, Source>> = {
  region: { table: region, name: region.name },
  zone: { table: zone, name: zone.name },
  group: { table: storeGroup, name: storeGroup.name },
  store: { table: store, name: store.name },
  timeSlot: { table: timeSlot, name: timeSlot.name },
  event: { table: eventPlaylist, name: eventPlaylist.name },
  demoPlaylist: { table: demoPlaylist, name: demoPlaylist.name },
  spot: { table: spot, name: spot.name },
  song: songs,
  chart: charts,
  fallbackChart: charts,
  ...Object.fromEntries(
    [...singleItems, ...severalItems, "songType", "brand"].map((key) => [key, items]),
  ),
};

/**
 * A page of entries may mention every song of a chart: this many ids get names, the others stay
 * without.
 */
const mostNamed = 2_000;

/** By field ("groupId") and id. */
export type MentionedNames = Record<string, Record<string, string>>;
type Entry = { before: unknown; after: unknown };

/**
 * Finds the current names of the items that audit entries mention by id, for each entry by its
 * fields; deleted items have none. Names are those of the company's own items, and where songs,
 * charts and catalogue items may be the provider's, of these too. One statement in addition to the
 * one that finds the provider.
 */
export async function findMentionedNames(
  scope: Scope,
  db: Db,
  entries: readonly Entry[],
): Promise<MentionedNames[]> {
  const mentioned = entries.map(({ before, after }) => [...mentions(before), ...mentions(after)]);
  const idsByKey = new Map<string, Set<number>>();
  for (const { key, id } of mentioned.flat().slice(0, mostNamed))
    idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id));
  if (idsByKey.size === 0) return entries.map(() => ({}));
  const providerId = await findProviderId(db);
  const selects = [...idsByKey].flatMap(([key, ids]) => {
    const { table, name, mayBeProviders, within } = sources[key] as Source;
    const owners =
      mayBeProviders && providerId !== undefined && providerId !== scope.companyId
        ? [scope.companyId, providerId]
        : [scope.companyId];
    return owners.map(
      (
        owner,
      ): SQL => sql`select ${key}::text as key, ${table.id} as id, ${name} as name from ${table}
        where ${table.companyId} = ${owner} and ${table.id} = any(${sql.param([...ids])}::bigint[]) and ${within?.(scope) ?? sql`true`}`,
    );
  });
  const { rows } = await db.execute<{ key: string; id: string; name: string }>(
    sql.join(selects, sql` union all `),
  );
  const nameOf = new Map(rows.map(({ key, id, name }) => [`${key} ${id}`, name]));
  return mentioned.map((own) => {
    const names: MentionedNames = {};
    for (const { field, key, id } of own) {
      const name = nameOf.get(`${key} ${id}`);
      if (name === undefined) continue;
      names[field] ??= {};
      names[field][id] = name;
    }
    return names;
  });
}

type Mention = { field: string; key: string; id: number };

/** The ids in a state that an entry holds, in fields and parts of it. */
function mentions(state: unknown, field = ""): Mention[] {
  if (Array.isArray(state)) return state.flatMap((one) => mentions(one, field));
  if (typeof state === "object" && state !== null)
    return Object.entries(state).flatMap(([inner, value]) => mentions(value, inner));
  const key = /^(\w+?)Ids?$/.exec(field)?.[1];
  return typeof state === "number" &&
    Number.isSafeInteger(state) &&
    key &&
    Object.hasOwn(sources, key)
    ? [{ field, key, id: state }]
    : [];
}
