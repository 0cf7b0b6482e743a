import type { ChartChoice } from "#contract/charts";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { findChartChoices, findUsableCharts } from "./charts.queries.ts";

/** The active charts a company may mix. */
export const chartChoices = (scope: Scope, db: Db): Promise<ChartChoice[]> => findChartChoices(scope, db);

/** The charts named that the company may use, by id; what is missing is not there or is another company's. */
export async function usableCharts(scope: Scope, db: Db, ids: number[]) {
  return new Map((await findUsableCharts(scope, db, ids)).map((chart) => [chart.id, chart]));
}
