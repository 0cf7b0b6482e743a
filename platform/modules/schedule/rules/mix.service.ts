import { catalogueLists, kindOfFacet } from "#contract/library/words";
import type { ArcPoint } from "#contract/schedule/day-arc";
import type { MasterRuleSection } from "#contract/schedule/master-rule";
import { itemIdsOf, type MixLine, type SentLine } from "#contract/schedule/mix";
import { type MixFacet, mixFacets } from "#contract/schedule/mix-words";
import type { Scope } from "../../../access/scope.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { lockChartsById } from "../../charts/index.ts";
import { countCategorySongs } from "./category-songs.queries.ts";
import type { StoredPoint } from "./master-rule.queries.ts";
import {
  type Category,
  type FoundItem,
  findCharts,
  findMixes,
  findMixItems,
  type Line,
  lockMixItems,
  toCategory,
} from "./mix.queries.ts";

export const noChart = "There is no such chart, or you are not allowed to use it.";

/**
 * Finds the sources of mixes' lines, and locks their charts and items until the transaction ends.
 * Throws 422 on a line for a chart that is not the company's or the provider's, and for an item
 * that is not in its list.
 */
export async function lockLines(
  scope: Scope,
  tx: Tx,
  mixes: readonly (readonly SentLine[])[],
): Promise<Line[][]> {
  const lines = mixes.flat();
  const charts = [...(await lockChartsById(scope, tx, chartIdsOf(lines))).values()];
  const items = await lockMixItems(scope, tx, [...new Set(lines.flatMap(itemIdsOf))]);
  return mixes.map((mix) =>
    mix.map((line, index) => {
      const { category, missing } = resolve(line, charts, items);
      if (missing) throw invalid({ [`mix.${index}.${missing.field}`]: missing.message });
      return { category, percent: line.percent };
    }),
  );
}

/**
 * Finds the lines of a rule that is only shown: locks nothing, and leaves out a line whose chart or
 * item does not exist or is another company's.
 */
export async function findLines(scope: Scope, db: Db, mix: readonly SentLine[]): Promise<Line[]> {
  const charts = await findCharts(scope, db, chartIdsOf(mix));
  const items = await findMixItems(scope, db, mix.flatMap(itemIdsOf));
  return mix.flatMap((line) => {
    const { category } = resolve(line, charts, items);
    return category ? [{ category, percent: line.percent }] : [];
  });
}

type SentArc = MasterRuleSection["arc"];

/**
 * Finds the moods of arcs and locks them until the transaction ends. Throws 422 on a point whose
 * mood is not in its list.
 */
export async function lockArcs(
  scope: Scope,
  tx: Tx,
  arcs: readonly SentArc[],
): Promise<StoredPoint[][]> {
  const ids = [...new Set(arcs.flatMap(moodIdsOf))];
  const moods = moodsIn(ids.length === 0 ? [] : await lockMixItems(scope, tx, ids));
  return arcs.map((arc) =>
    arc.map(({ hour, energy, moodId }, index) => {
      const mood = moodId === null ? null : moods.find(({ id }) => id === moodId);
      if (mood === undefined) throw invalid({ [`arc.${index}.moodId`]: missingItem("mood") });
      return { hour, energy, moodId, moodCompanyId: mood?.companyId ?? null };
    }),
  );
}

/** Finds the arc of a rule that is only shown: a mood that is not in its list is left out. */
export async function findArc(scope: Scope, db: Db, arc: SentArc): Promise<ArcPoint[]> {
  const ids = moodIdsOf(arc);
  const moods = moodsIn(ids.length === 0 ? [] : await findMixItems(scope, db, ids));
  return arc.map(({ hour, energy, moodId }) => {
    const mood = moods.find(({ id }) => id === moodId);
    return { hour, energy, mood: mood ? { id: mood.id, name: mood.name } : null };
  });
}

const moodIdsOf = (arc: SentArc) => arc.flatMap(({ moodId }) => moodId ?? []);
const moodsIn = (items: readonly FoundItem[]) => items.filter(({ facet }) => facet === "mood");

const chartIdsOf = (lines: readonly SentLine[]) => [
  ...new Set(lines.flatMap(({ chartId }) => chartId ?? [])),
];

type ResolvedCategory =
  | { category: Category; missing?: never }
  | { category?: never; missing: { field: string; message: string } };

function resolve(
  line: SentLine,
  charts: readonly Omit<Extract<Category, { kind: "chart" }>, "kind">[],
  items: readonly FoundItem[],
): ResolvedCategory {
  if (line.kind === "chart") {
    const chart = charts.find(({ id }) => id === line.chartId);
    if (chart) return { category: { ...chart, kind: "chart" } };
    return { missing: { field: "chartId", message: noChart } };
  }
  for (const facet of mixFacets) {
    const facetItemIds = items.flatMap((item) => (item.facet === facet ? [item.id] : []));
    if (line[`${facet}Ids`]?.some((id) => !facetItemIds.includes(id)))
      return { missing: { field: `${facet}Ids`, message: missingItem(facet) } };
  }
  const ids = itemIdsOf(line);
  return { category: toCategory(items.filter(({ id }) => ids.includes(id))) };
}

const missingItem = (facet: MixFacet) =>
  `There is no such ${catalogueLists.find(({ kind }) => kind === kindOfFacet[facet])?.one}. It may have been deleted or merged.`;

/** Gives the mixes of rules as callers see them, by rule, with each line's current contents. */
export async function showMixes(
  scope: Scope,
  db: Db,
  ruleIds: number[],
): Promise<Map<number, MixLine[]>> {
  const lines = await findMixes(scope, db, ruleIds);
  const categories = new Map(lines.map(({ category }) => [category.id, category]));
  const counts = await countCategorySongs(scope, db, [...categories.values()]);
  const mixes = new Map<number, MixLine[]>();
  for (const { ruleId, category, percent } of lines) {
    const songs = counts.find(({ categoryId }) => categoryId === category.id)?.songs ?? 0;
    mixes.set(ruleId, [...(mixes.get(ruleId) ?? []), showLine(category, percent, songs)]);
  }
  return mixes;
}

function showLine(category: Category, percent: number, songs: number): MixLine {
  const { kind, id, name, active } = category;
  const items = kind === "songs" ? category.items : [];
  const ids = mixFacets.map(
    (facet) =>
      [`${facet}Ids`, items.flatMap((item) => (item.facet === facet ? [item.id] : []))] as const,
  );
  return {
    kind,
    name,
    active,
    songs,
    percent,
    chartId: kind === "chart" ? id : null,
    ...(Object.fromEntries(ids) as Record<`${MixFacet}Ids`, number[]>),
  };
}
