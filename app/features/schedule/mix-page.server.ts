import { recordOf } from "#contract/base/records";
import { chartChoices } from "#contract/charts/endpoints";
import { facetsOfSongs } from "#contract/library/facets";
import type { MasterRule } from "#contract/schedule/master-rule";
import type { MixLine, SentLine } from "#contract/schedule/mix";
import { type MixFacet, mixFacets } from "#contract/schedule/mix-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { MixOptions } from "./mix-fields";
import { ruleVersionTexts } from "./rule-texts";

/**
 * Loads the choices of a mix: charts, and the items in each list that active songs have. Those that
 * the rule already uses are always included.
 */
export async function loadMixOptions(
  pageContext: PageContext,
  rule: MasterRule | null,
): Promise<MixOptions> {
  const mix = rule?.mix ?? [];
  const moodIds = (rule?.arc ?? []).flatMap(({ mood }) => mood?.id ?? []);
  const { api, ids, figures } = pageContext;
  const [charts, facets] = await load(() =>
    Promise.all([api.call(chartChoices, {}), loadItems(pageContext, mix, moodIds)]),
  );
  return {
    charts: chartOptions(charts.data, rule, pageContext),
    items: recordOf(mixFacets, (facet) =>
      facets[facet].map(({ id, name, songs }) => ({
        value: ids.encrypt("item", id),
        name,
        label: `${name} (${figures.counted(songs, "song")})`,
      })),
    ),
  };
}

type Items = Record<MixFacet, { id: number; name: string; songs: number }[]>;

async function loadItems(
  { api }: PageContext,
  mix: readonly MixLine[],
  moodIds: readonly number[],
): Promise<Items> {
  const used = (facet: MixFacet) => [
    ...mix.flatMap((line) => line[`${facet}Ids`]),
    ...(facet === "mood" ? moodIds : []),
  ];
  const { data } = await api.call(facetsOfSongs, { query: { status: "active" } });
  const items = recordOf(mixFacets, (facet) => data[facet].filter(({ id }) => id !== 0));
  const itemIds = new Set(mixFacets.flatMap((facet) => items[facet].map(({ id }) => id)));
  if (mixFacets.flatMap(used).every((id) => itemIds.has(id))) return items;
  // asks by ID for items of the rule that no active song has
  const query = Object.fromEntries(
    mixFacets.map((facet) => [`${facet}Ids`, missingIn(used(facet), itemIds)]),
  );
  const { data: more } = await api.call(facetsOfSongs, { query });
  return recordOf(mixFacets, (facet) => [
    ...items[facet],
    ...more[facet].flatMap(({ id, name }) =>
      missingIn(used(facet), itemIds)?.includes(id) ? [{ id, name, songs: 0 }] : [],
    ),
  ]);
}

function missingIn(used: readonly number[], itemIds: ReadonlySet<number>): number[] | undefined {
  const missing = [...new Set(used)].filter((id) => !itemIds.has(id));
  return missing.length > 0 ? missing.slice(0, 50) : undefined;
}

/**
 * Lists the charts to choose from; a chart of the rule that is now inactive stays, marked as
 * inactive.
 */
function chartOptions(
  charts: { id: number; chartName: string; kind: string; songs: number }[],
  rule: MasterRule | null,
  { ids, figures }: PageContext,
) {
  const mixCharts = (rule?.mix ?? []).flatMap(({ chartId, name }) =>
    chartId === null ? [] : [{ chartId, name }],
  );
  const fallback = rule?.fallbackChart
    ? [{ chartId: rule.fallbackChart.chartId, name: rule.fallbackChart.chartName }]
    : [];
  const usedCharts = new Map([...mixCharts, ...fallback].map((chart) => [chart.chartId, chart]));
  const goneCharts = [...usedCharts.values()].filter(
    ({ chartId }) => !charts.some(({ id }) => id === chartId),
  );
  return [
    ...charts.map(({ id, chartName, kind, songs }) => ({
      value: ids.encrypt("chart", id),
      label: `${chartName} (${kind === "custom" ? "own, " : ""}${figures.counted(songs, "song")})`,
    })),
    ...goneCharts.map(({ chartId, name }) => ({
      value: ids.encrypt("chart", chartId),
      label: `${name} (inactive)`,
      inactive: true,
    })),
  ];
}

/** Turns the lines into the form's values. */
export const mixValues = (
  mix: readonly SentLine[],
  { ids }: PageContext,
): Record<string, string | string[]> =>
  Object.fromEntries(
    mix.flatMap(({ kind, chartId, percent, ...line }, place) => [
      [`mix[${place}].kind`, kind],
      [`mix[${place}].percent`, String(percent)],
      ...(chartId === undefined ? [] : [[`mix[${place}].chartId`, ids.encrypt("chart", chartId)]]),
      ...mixFacets.map((facet) => [
        `mix[${place}].${facet}Ids`,
        (line[`${facet}Ids`] ?? []).map((id) => ids.encrypt("item", id)),
      ]),
    ]),
  );

/**
 * Finds the lines of an old version whose chart can no longer be chosen, and the conditions and
 * moods that are gone.
 */
export function goneLines(
  { charts, items }: MixOptions,
  { mix, arc, fallbackChart }: Pick<MasterRule, "mix" | "arc" | "fallbackChart">,
  { ids }: PageContext,
): Record<string, string[]> | undefined {
  const ofChart = (field: string, chartId: number, name: string): [string, string[]][] => {
    const chart = charts.find(({ value }) => value === ids.encrypt("chart", chartId));
    return chart && !chart.inactive ? [] : [[field, [ruleVersionTexts.chartGone(name)]]];
  };
  const errors = mix.flatMap(({ chartId, name, ...line }, place): [string, string[]][] => {
    if (chartId !== null) return ofChart(`mix[${place}].chartId`, chartId, name);
    const goneFacets = mixFacets.filter((facet) =>
      line[`${facet}Ids`].some(
        (id) => !items[facet].some(({ value }) => value === ids.encrypt("item", id)),
      ),
    );
    return goneFacets.map((facet) => [
      `mix[${place}].${facet}Ids`,
      [ruleVersionTexts.conditionGone(name)],
    ]);
  });
  for (const [place, { mood }] of arc.entries())
    if (mood && !items.mood.some(({ value }) => value === ids.encrypt("item", mood.id)))
      errors.push([`arc[${place}].moodId`, [ruleVersionTexts.moodGone(mood.name)]]);
  if (fallbackChart)
    errors.push(...ofChart("fallbackChartId", fallbackChart.chartId, fallbackChart.chartName));
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}
