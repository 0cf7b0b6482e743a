import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { type CatalogueKind, kindOfFacet } from "#contract/library/words";
import {
  filterName,
  kindOfCategory,
  lastFilterId,
  type MixFacet,
  mixFacets,
} from "#contract/schedule/mix-words";
import type { Scope } from "../../../access/scope.ts";
import {
  catalogueItem,
  chart,
  company,
  masterRuleMix,
  masterRuleMixItem,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

/**
 * The source of a mix's line. The engine, its traces and stored days identify it by its
 * id.
 */
export type Category = { id: number; name: string; active: boolean } & (
  | { kind: "chart"; companyId: number }
  | { kind: "songs"; libraryId: number; items: readonly MixItem[] }
);
export type MixItem = { facet: MixFacet; id: number; name: string };
export type FoundItem = MixItem & { companyId: number };

/**
 * Makes a filter over the library a category: equal filters are the same category, in
 * any rule.
 */
export function toCategory(items: readonly FoundItem[]): Category {
  const ids = items.map(({ id }) => id).sort((a, b) => a - b);
  const hash = createHash("sha256").update(ids.join()).digest().readUIntBE(0, 6);
  return {
    kind: "songs",
    id: lastFilterId - hash,
    name: filterName(items),
    active: true,
    libraryId: items[0]?.companyId ?? 0,
    items,
  };
}

const facetOf = Object.fromEntries(
  mixFacets.map((facet) => [kindOfFacet[facet], facet]),
) as Partial<Record<CatalogueKind, MixFacet>>;
const mixKinds = mixFacets.map((facet) => kindOfFacet[facet]);

/** The order of items in a filter's name, as in their lists. */
const itemOrder = sql`${catalogueItem.rank} nulls last, ${catalogueItem.nameKey}, ${catalogueItem.id}`;

type ItemRow = { companyId: number; id: number; kind: CatalogueKind; name: string };
const toItems = (rows: readonly ItemRow[]): FoundItem[] =>
  rows.flatMap(({ kind, ...item }) => {
    const facet = facetOf[kind];
    return facet ? [{ ...item, facet }] : [];
  });

export type Line = { category: Category; percent: number };
export type FoundLine = Line & { ruleId: number };

/** The lines of the rules named, in their order. */
export async function findMixes(scope: Scope, db: Db, ruleIds: number[]): Promise<FoundLine[]> {
  const rows = await db
    .select({
      ruleId: masterRuleMix.ruleId,
      percent: masterRuleMix.percent,
      chart: { id: chart.id, companyId: chart.companyId, name: chart.name, active: chart.active },
      items: sql<
        ItemRow[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('companyId', ${catalogueItem.companyId}, 'id', ${catalogueItem.id},
          'kind', ${catalogueItem.kind}, 'name', ${catalogueItem.name}) order by ${itemOrder}), '[]')
        from ${masterRuleMixItem} join ${catalogueItem} on ${catalogueItem.companyId} = ${masterRuleMixItem.itemCompanyId}
          and ${catalogueItem.id} = ${masterRuleMixItem.itemId}
        where ${masterRuleMixItem.companyId} = ${masterRuleMix.companyId} and ${masterRuleMixItem.ruleId} = ${masterRuleMix.ruleId}
          and ${masterRuleMixItem.position} = ${masterRuleMix.position})`,
    })
    .from(masterRuleMix)
    .leftJoin(
      chart,
      and(eq(chart.companyId, masterRuleMix.chartCompanyId), eq(chart.id, masterRuleMix.chartId)),
    )
    .where(
      and(
        eq(masterRuleMix.companyId, scope.companyId),
        sql`${masterRuleMix.ruleId} = any(${sql.param(ruleIds)}::bigint[])`,
      ),
    )
    .orderBy(asc(masterRuleMix.ruleId), asc(masterRuleMix.position));
  return rows.map(({ chart, items, ...line }) => ({
    ...line,
    category: chart ? { ...chart, kind: "chart" } : toCategory(toItems(items)),
  }));
}

/** Rows of a statement: PostgreSQL takes 65,535 parameters. */
const rowsAStatement = 5000;

/** Inserts the lines of rules that have none; the lines of one rule keep their order. */
export async function insertMixes(
  { companyId }: Scope,
  tx: Tx,
  lines: readonly FoundLine[],
): Promise<void> {
  const last = new Map<number, number>();
  const placed = lines.map(({ ruleId, ...line }) => {
    const position = 1 + (last.get(ruleId) ?? 0);
    last.set(ruleId, position);
    return { ...line, key: { companyId, ruleId, position } };
  });
  const rows = placed.map(({ key, category, percent }) => ({
    ...key,
    percent,
    ...(category.kind === "chart" && { chartCompanyId: category.companyId, chartId: category.id }),
  }));
  const items = placed.flatMap(({ key, category }) =>
    category.kind === "songs"
      ? category.items.map(({ id }) => ({ ...key, itemCompanyId: category.libraryId, itemId: id }))
      : [],
  );
  for (let i = 0; i < rows.length; i += rowsAStatement)
    await tx.insert(masterRuleMix).values(rows.slice(i, i + rowsAStatement));
  for (let i = 0; i < items.length; i += rowsAStatement)
    await tx.insert(masterRuleMixItem).values(items.slice(i, i + rowsAStatement));
}

/** The charts named that the company may use: its own and the provider's. */
export async function findCharts(
  { companyId }: Scope,
  db: Db,
  ids: readonly number[],
): Promise<Extract<Category, { kind: "chart" }>[]> {
  const rows = await db
    .select({ id: chart.id, companyId: chart.companyId, name: chart.name, active: chart.active })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(
      and(
        or(eq(chart.companyId, companyId), eq(company.kind, "provider")),
        sql`${chart.id} = any(${sql.param([...ids])}::bigint[])`,
      ),
    );
  return rows.map((row) => ({ ...row, kind: "chart" }));
}

/**
 * Finds the named items of the lists that filters use; takes a scope only
 * because every query does.
 */
export const findMixItems = async (
  _scope: Scope,
  db: Db,
  ids: readonly number[],
): Promise<FoundItem[]> => toItems(await selectItems(db, ids));

/** Finds them and locks them against deletion until the transaction ends. */
export const lockMixItems = async (
  _scope: Scope,
  tx: Tx,
  ids: readonly number[],
): Promise<FoundItem[]> =>
  toItems(await selectItems(tx, ids).for("key share", { of: catalogueItem }));

const selectItems = (db: Db, ids: readonly number[]) =>
  db
    .select({
      companyId: catalogueItem.companyId,
      id: catalogueItem.id,
      kind: catalogueItem.kind,
      name: catalogueItem.name,
    })
    .from(catalogueItem)
    .innerJoin(company, and(eq(company.id, catalogueItem.companyId), eq(company.kind, "provider")))
    .where(
      and(
        inArray(catalogueItem.kind, mixKinds),
        sql`${catalogueItem.id} = any(${sql.param([...ids])}::bigint[])`,
      ),
    )
    .orderBy(itemOrder)
    .$dynamic();

/**
 * The categories that stored days know by these ids, as far as they still are: usable charts, and
 * filters that a rule of the company has.
 */
export async function findCategories(
  scope: Scope,
  db: Db,
  ids: readonly number[],
): Promise<Category[]> {
  const charts = await findCharts(scope, db, ids);
  if (!ids.some((id) => kindOfCategory(id) === "songs")) return charts;
  const rules = await db
    .selectDistinct({ id: masterRuleMix.ruleId })
    .from(masterRuleMix)
    .where(and(eq(masterRuleMix.companyId, scope.companyId), isNull(masterRuleMix.chartId)));
  const lines = await findMixes(
    scope,
    db,
    rules.map(({ id }) => id),
  );
  const filters = lines.filter(
    ({ category }) => category.kind === "songs" && ids.includes(category.id),
  );
  return [...charts, ...new Map(filters.map(({ category }) => [category.id, category])).values()];
}
