import { isProvider } from "#contract/base/roles";
import type { ChartKindName } from "#contract/charts/words";
import { libraryFor, libraryScope, type Scope, scopeOf } from "../../access/scope.ts";
import { forbidden } from "../../base/refusal.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import type { RulesScope } from "./chart-uses.queries.ts";

/**
 * A call about charts of one kind: the company that owns them, whether the caller may change them,
 * and whose rules they may be shown.
 */
export type ChartsCall = ScopedCall & { mayChange: boolean; rulesScope: RulesScope };
/**
 * A call that adds songs of the provider's library, as the chart's company reads it, to a chart.
 */
export type AddSongsCall = ChartsCall & { library: Scope };

type ChartCollection = { kind: ChartKindName; companyId?: number | undefined };

const notTheirs: Record<ChartKindName, string> = {
  popular:
    "Popular charts belong to Fever. Every company can use them, but only Fever can change them.",
  custom: "Only admins of the whole company can change its charts.",
};

/**
 * Popular charts are the provider's: all who have CHARTS read them, its staff changes them. Custom
 * ones belong to a company as a whole (CTX-3): national admins and limited admins and provider
 * staff change them, regional, zonal and group admins read them (ROL-4). Throws as scopeOf does.
 */
export async function scopeCharts(
  call: SignedInCall,
  { kind, companyId }: ChartCollection,
): Promise<ChartsCall> {
  const { db, caller } = call;
  if (kind === "custom") {
    const scope = await scopeOf(db, caller, companyId);
    return { ...call, scope, mayChange: scope.reach === "company", rulesScope: scope };
  }
  const rulesScope = isProvider(caller) ? "every company" : await scopeOf(db, caller, companyId);
  return {
    ...call,
    scope: await libraryScope(db, caller),
    mayChange: isProvider(caller),
    rulesScope,
  };
}

/** Throws as scopeCharts does, and 403 for those who only read them. */
export async function scopeChangeableCharts(
  call: SignedInCall,
  which: ChartCollection,
): Promise<ChartsCall> {
  const charts = await scopeCharts(call, which);
  if (!charts.mayChange) throw forbidden(notTheirs[which.kind]);
  return charts;
}

/** Throws as scopeChangeableCharts does. */
export async function scopeAddedSongs(
  call: SignedInCall,
  which: ChartCollection,
): Promise<AddSongsCall> {
  const charts = await scopeChangeableCharts(call, which);
  return { ...charts, library: await libraryFor(call.db, charts.scope) };
}
