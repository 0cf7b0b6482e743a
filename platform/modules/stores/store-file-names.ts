import { LRUCache } from "lru-cache";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { findCountries, findStates } from "../places/index.ts";
import type { StoreCsvRow } from "./store-csv-row.ts";
import { findGroupsByName, type GroupFound } from "./store-import.queries.ts";

/** Groups that are remembered; a file may name as many as it has rows. */
const mostGroups = 5_000;

export type StoreFileNames = ReturnType<typeof storeFileNames>;

/** The groups, countries and states that a file's rows name; each is looked up once a file. */
export function storeFileNames() {
  const groups = new LRUCache<string, GroupFound[]>({ max: mostGroups });
  const countries = new Map<string, string>();
  const states = new Map<string, Map<string, string>>();

  return {
    /** Looks up what a batch of rows names and no batch before it did; `countriesNow` are those of stores whose rows name none. */
    async read(scope: Scope, db: Db, rows: StoreCsvRow[], countriesNow: string[]): Promise<void> {
      const rowByKey = new Map<string, StoreCsvRow>();
      for (const row of rows) if (row.group != null && !groups.has(keyOf(row))) rowByKey.set(keyOf(row), row);
      const newRows = [...rowByKey.values()];
      for (const key of rowByKey.keys()) groups.set(key, []);
      if (newRows.length > 0)
        for (const group of await findGroupsByName(scope, db, newRows)) groups.get(keyOf(newRows[group.at - 1] ?? {}))?.push(group);

      if (countries.size === 0)
        for (const { id, countryName } of await findCountries()) countries.set(id.toLowerCase(), id).set(countryName.toLowerCase(), id);
      for (const id of new Set([...countriesNow, ...rows.flatMap(({ country }) => countries.get(country?.toLowerCase() ?? "") ?? [])]))
        if (!states.has(id)) states.set(id, new Map((await findStates(id)).map(({ stateName }) => [stateName.toLowerCase(), stateName])));
    },
    groupsOf: (row: StoreCsvRow): GroupFound[] => groups.get(keyOf(row)) ?? [],
    /** By its code or its name. */
    countryOf: (typed: string): string | undefined => countries.get(typed.toLowerCase()),
    /** By its name, as it is stored; undefined for a country whose states nobody knows, too. */
    stateOf: (country: string, typed: string): string | undefined => states.get(country)?.get(typed.toLowerCase()),
    hasStates: (country: string): boolean => (states.get(country)?.size ?? 0) > 0,
  };
}

const keyOf = ({ region, zone, group }: Pick<Partial<StoreCsvRow>, "region" | "zone" | "group">) => JSON.stringify([region, zone, group]);
