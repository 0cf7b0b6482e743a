import { memberNames } from "#contract/base/records";
import {
  type CatalogueKind,
  catalogueLists,
  kindOfFacet,
  singleItems,
} from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import { unknownNames } from "../imports/index.ts";
import { findNames } from "./catalogue.queries.ts";
import type { SongCsvRow } from "./song-csv-row.ts";
import { type CatalogueMatch, findItemsByName, type ItemName } from "./song-import.queries.ts";

/** The columns of several names, with their lists. */
export const tagColumns = { singers: "singer", composers: "composer", seasons: "season" } as const;
export type TagColumn = keyof typeof tagColumns;
export const tagColumnNames = memberNames(tagColumns);

const keyOf = ({ kind, name }: ItemName) => `${kind} ${name.toLowerCase()}`;

export type ItemNames = ReturnType<typeof itemNames>;

/** The catalogue items that a file's rows name; each name is looked up once a file. */
export function itemNames() {
  const itemsByKey = new Map<string, CatalogueMatch | undefined>();
  const lists = new Map<CatalogueKind, string[]>();
  const unknownIn = unknownNames();

  return {
    /** Looks up the names in a batch of rows that no earlier batch had. */
    async read(scope: Scope, db: Db, rows: Partial<SongCsvRow>[]): Promise<void> {
      const newNames = new Map<string, ItemName>();
      for (const row of rows)
        for (const name of namesIn(row))
          if (!itemsByKey.has(keyOf(name))) newNames.set(keyOf(name), name);
      const items = await findItemsByName(scope, db, [...newNames.values()]);
      for (const [at, key] of [...newNames.keys()].entries()) itemsByKey.set(key, items[at]);
      for (const { kind } of [...newNames.values()].filter((_, at) => !items[at]))
        if (!lists.has(kind))
          lists.set(
            kind,
            (await findNames(scope, db, kind)).map(({ name }) => name),
          );
    },
    itemOf: (kind: CatalogueKind, name: string) => itemsByKey.get(keyOf({ kind, name })),
    /** Words for a name that is not in the list, with the name that may have been meant. */
    unknown(kind: CatalogueKind, name: string): string {
      const one = catalogueLists.find((list) => list.kind === kind)?.one ?? "";
      return unknownIn(one, name, lists.get(kind) ?? []);
    },
  };
}

function* namesIn(row: Partial<SongCsvRow>): Generator<ItemName> {
  for (const facet of singleItems) {
    const name = row[facet];
    if (name != null) yield { kind: kindOfFacet[facet], name };
  }
  for (const column of tagColumnNames)
    for (const name of row[column] ?? []) yield { kind: tagColumns[column], name };
}
