import { LRUCache } from "lru-cache";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import { type CellErrors, unknownNames } from "../imports/index.ts";
import { findCountries, findStates } from "../places/index.ts";
import type { StoreCsvRow } from "./store-csv-row.ts";
import { type FoundGroup, findGroupPaths, findGroupsByName } from "./store-import.queries.ts";

/** Groups that are remembered; a file may name as many as it has rows. */
const mostGroups = 5_000;

type Row = Partial<StoreCsvRow>;
export type StoreFileNames = ReturnType<typeof storeFileNames>;

/** The groups, countries and states that a file's rows name; each is looked up once a file. */
export function storeFileNames() {
  const groups = new LRUCache<string, FoundGroup[]>({ max: mostGroups });
  const countries = new Map<string, string>();
  let countryNames: string[] = [];
  const states = new Map<string, { byName: Map<string, string>; names: string[] }>();
  const unknown = unknownNames();
  let choices: GroupChoices | undefined;
  let areChoicesRead = false;

  return {
    /**
     * Looks up what a batch of rows names and no batch before it did; `countriesNow` are those of
     * stores whose rows name none.
     */
    async read(scope: Scope, db: Db, rows: Row[], countriesNow: string[]): Promise<void> {
      const rowByKey = new Map<string, Row>();
      for (const row of rows)
        if (row.group != null && !groups.has(keyOf(row))) rowByKey.set(keyOf(row), row);
      const newRows = [...rowByKey.values()];
      for (const key of rowByKey.keys()) groups.set(key, []);
      if (newRows.length > 0)
        for (const group of await findGroupsByName(scope, db, newRows))
          groups.get(keyOf(newRows[group.at - 1] ?? {}))?.push(group);
      // finds names similar to a wrong one among the groups of the scope, read once per file
      if (
        !areChoicesRead &&
        newRows.some((row) => !groups.get(keyOf(row))?.some(({ isMine }) => isMine))
      ) {
        areChoicesRead = true;
        choices = choicesOf(await findGroupPaths(scope, db, mostGroups + 1));
      }

      if (countries.size === 0) {
        const countryRows = await findCountries();
        for (const { id, countryName } of countryRows)
          countries.set(id.toLowerCase(), id).set(countryName.toLowerCase(), id);
        countryNames = countryRows.map(({ countryName }) => countryName);
      }
      for (const id of new Set([
        ...countriesNow,
        ...rows.flatMap(({ country }) => countries.get(country?.toLowerCase() ?? "") ?? []),
      ]))
        if (!states.has(id)) {
          const names = (await findStates(id)).map(({ stateName }) => stateName);
          states.set(id, {
            byName: new Map(names.map((name) => [name.toLowerCase(), name])),
            names,
          });
        }
    },
    groupsOf: (row: Row): FoundGroup[] => groups.get(keyOf(row)) ?? [],
    /** By its code or its name. */
    countryOf: (text: string): string | undefined => countries.get(text.toLowerCase()),
    /** Gives the stored spelling of a state; undefined also for a country without listed states. */
    stateOf: (country: string, text: string): string | undefined =>
      states.get(country)?.byName.get(text.toLowerCase()),
    hasStates: (country: string): boolean => (states.get(country)?.names.length ?? 0) > 0,
    unknownCountry: (text: string): string => unknown("country", text, countryNames),
    unknownState: (country: string, text: string): string =>
      unknown("state", text, states.get(country)?.names ?? []),
    /**
     * Finds the wrong name in a path that leads to no group, the widest first, and a likely correct
     * one.
     */
    unknownPath(row: Row): CellErrors<StoreCsvRow> {
      for (const level of levels) {
        const text = row[level];
        if (text == null) continue;
        const within = choices?.get(choiceKey(level, row));
        if (level === "group" || (choices && !within?.keys.has(text.toLowerCase())))
          return { [level]: unknown(level, text, within?.names ?? nothing) };
      }
      return {};
    },
  };
}

const levels = ["region", "zone", "group"] as const;
type Path = Pick<Row, (typeof levels)[number]>;
/**
 * The names allowed in a cell, by the contents of the wider cells; absent if the
 * scope has more groups than are read.
 */
type GroupChoices = Map<string, { names: string[]; keys: Set<string> }>;
const nothing: string[] = [];

const choiceKey = (level: (typeof levels)[number], { region, zone }: Path) =>
  JSON.stringify([
    level,
    level === "region" ? null : (region ?? null),
    level === "group" ? (zone ?? null) : null,
  ]).toLowerCase();

function choicesOf(paths: Record<"region" | "zone" | "group", string>[]): GroupChoices | undefined {
  if (paths.length > mostGroups) return undefined;
  const choices: GroupChoices = new Map();
  for (const path of paths)
    for (const level of levels)
      for (const region of [path.region, null])
        for (const zone of [path.zone, null]) {
          const key = choiceKey(level, { region, zone });
          const within = choices.get(key) ?? { names: [], keys: new Set() };
          choices.set(key, within);
          const name = path[level];
          if (within.keys.has(name.toLowerCase())) continue;
          within.keys.add(name.toLowerCase());
          within.names.push(name);
        }
  return choices;
}

const keyOf = ({ region, zone, group }: Pick<Partial<StoreCsvRow>, "region" | "zone" | "group">) =>
  JSON.stringify([region, zone, group]);
