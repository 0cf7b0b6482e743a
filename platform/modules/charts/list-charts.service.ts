import { dateIn } from "#contract/base/dates";
import type * as contract from "#contract/charts/endpoints";
import type { ChartDetail, ChartQuery, ChartRow } from "#contract/charts/endpoints";
import { findTimeZone, type Scope } from "../../access/scope.ts";
import { notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import { exportChartSongs, exportCharts } from "./chart-export.queries.ts";
import type { ChartsCall } from "./chart-scope.ts";
import { countRules, findUses, type RulesScope } from "./chart-uses.queries.ts";
import {
  countCharts,
  countSongs,
  type FoundChart,
  findChart,
  findChartPage,
  findMakeUp,
} from "./charts.queries.ts";

const usesShown = 50;

/**
 * Lists charts of one company, with their contents and the visible rules that mix them. Throws 422
 * for a cursor that is not ours.
 */
export async function listCharts({ scope, db, now, rulesScope }: ChartsCall, query: ChartQuery) {
  const { rows, page } = await findChartPage(scope, db, query);
  return {
    data: await withFigures(scope, db, { charts: rows, rulesScope, now }),
    page: { ...page, total: await countCharts(scope, db, query) },
  };
}

/** The charts that match, as CSV. */
export const exportedCharts = async (
  { scope, db, now }: ChartsCall,
  query: contract.ChartExportQuery,
) => exportCharts(scope, db, query, dateIn(await findTimeZone(scope, db), now));

/**
 * Exports a chart's songs as CSV, under its name. Throws 404 for a chart that does not exist or is
 * another company's.
 */
export async function exportedSongs({ scope, db, now }: ChartsCall, id: number) {
  const chart = await findChart(scope, db, id);
  if (!chart) throw notFound();
  return {
    fileName: "Chart",
    subject: chart.chartName,
    ...exportChartSongs(scope, db, id, dateIn(chart.timeZone, now)),
  };
}

/** Throws 404 for a chart that does not exist or is another company's. */
export async function showChart(
  { scope, db, now, rulesScope, mayChange }: ChartsCall,
  id: number,
): Promise<ChartDetail> {
  const chart = await findChart(scope, db, id);
  const [row] = chart ? await withFigures(scope, db, { charts: [chart], rulesScope, now }) : [];
  if (!row) throw notFound();
  const shares = await findMakeUp(scope, db, id);
  const of = (wantedFacet: string) =>
    shares.flatMap(({ facet, name, songs }) =>
      facet === wantedFacet ? [{ name: name ?? "Not known", songs }] : [],
    );
  const uses = (await findUses(scope, db, { id, rulesScope, limit: usesShown })).map((use) => ({
    ...use,
    ...turnover(row, use.percent),
  }));
  return {
    ...row,
    mayChange,
    makeUp: { language: of("language"), tempo: of("tempo"), era: of("era") },
    uses,
  };
}

/**
 * Turnover is songs ÷ calls an hour (domain section 2), the songs being those that may play, their
 * own mean length an hour's measure.
 */
function turnover({ playable, seconds }: ChartRow, percent: number | null) {
  if (percent === null || playable === 0 || seconds === 0)
    return { callsAnHour: null, turnoverHours: null };
  const callsAnHour = (percent / 100) * (3600 / (seconds / playable));
  return { callsAnHour, turnoverHours: playable / callsAnHour };
}

async function withFigures(
  scope: Scope,
  db: Db,
  { charts, rulesScope, now }: { charts: FoundChart[]; rulesScope: RulesScope; now: Date },
): Promise<ChartRow[]> {
  const ids = charts.map(({ id }) => id);
  const today = dateIn(charts[0]?.timeZone ?? "UTC", now); // all are one company's
  const figures = new Map((await countSongs(scope, db, ids, today)).map((row) => [row.id, row]));
  const rules = new Map(
    (await countRules(scope, db, ids, rulesScope)).map((row) => [row.id, row.rules]),
  );
  return charts.map((chart) => ({
    songs: 0,
    playable: 0,
    withoutAudio: 0,
    seconds: 0,
    ...figures.get(chart.id),
    ...chart,
    rules: rules.get(chart.id) ?? 0,
    updatedAt: chart.updatedAt.toISOString(),
  }));
}
