import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { chart, company } from "../../db/schema/index.ts";

/** Popular charts are the provider's; custom ones the company's own. No other company's chart is ever seen. */
const usableBy = (scope: Scope) => or(eq(company.kind, "provider"), eq(chart.companyId, scope.companyId));

const columns = {
  id: chart.id,
  companyId: chart.companyId,
  chartName: chart.name,
  kind: sql<"popular" | "custom">`case when ${company.kind} = 'provider' then 'popular' else 'custom' end`,
  songs: sql<number>`(select count(*)::int from chart_song join song on song.id = chart_song.song_id and song.active
    where chart_song.company_id = ${chart.companyId} and chart_song.chart_id = ${chart.id})`,
};

/** Active charts of the provider and the scope's company, popular first, by name. */
export const findChartChoices = (scope: Scope, db: Db) =>
  db
    .select(columns)
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(and(usableBy(scope), eq(chart.active, true)))
    .orderBy(sql`${company.kind} desc`, sql`lower(${chart.name}) collate "C"`, chart.id);

/** Those of the charts named that the company may use, inactive ones too. */
export const findUsableCharts = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({ id: chart.id, companyId: chart.companyId, active: chart.active })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(and(usableBy(scope), inArray(chart.id, ids)));
