import type { z } from "zod";
import type * as contract from "#contract/charts/endpoints";
import type { ChartForm } from "#contract/charts/endpoints";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import { placesToName, ruleNames } from "../../db/rule-places.ts";
import type { Tx } from "../../db/types.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import {
  audit,
  changedFields,
  findOwnChange,
  refuseChangedSince,
  refuseOutdated,
} from "../audit/index.ts";
import type { FileKeeper } from "../files/index.ts";
import type { ChartsCall } from "./chart-scope.ts";
import { countRules, findUses } from "./chart-uses.queries.ts";
import {
  copySongs,
  countSongs,
  deleteChart,
  findChart,
  insertChart,
  type LockedChart,
  lockCharts,
  lockUsableCharts,
  saveChart,
} from "./charts.queries.ts";

/**
 * Finds and locks the named charts that the company may use, by id. A missing one does not exist or
 * is another company's. None can be deleted until the transaction ends.
 */
export async function lockChartsById(scope: Scope, tx: Tx, ids: number[]) {
  return new Map((await lockUsableCharts(scope, tx, ids)).map((chart) => [chart.id, chart]));
}

type Form = z.output<typeof ChartForm>;
const stored = ({ chartName, description, display }: Form) => ({
  name: chartName,
  description: description ?? null,
  display,
});
const itemOf = (scope: Scope, { id, name }: Pick<LockedChart, "id" | "name">) => ({
  companyId: scope.companyId,
  itemKind: "chart",
  itemId: id,
  itemName: name,
});

/**
 * Adds a chart, empty or with the songs of another. Throws 422 on `chartName` where the company has
 * one of that name, 404 for a chart to be copied that it may not use.
 */
export const addChart = (
  call: ScopedCall,
  { copyOfId, ...form }: z.output<typeof contract.addPopularChart.body>,
): Promise<{ id: number; songs: number }> =>
  call.database.transaction(async (tx) => {
    const { scope } = call;
    const [source] = copyOfId === undefined ? [] : await lockUsableCharts(scope, tx, [copyOfId]);
    if (copyOfId !== undefined && !source) throw notFound();
    const { id } = await insertChart(scope, tx, stored(form));
    const songs = source ? await copySongs(scope, tx, source, id) : 0;
    const after = { ...form, ...(source && { copyOf: source.name, songs }), version: 1 };
    await audit(tx, call, [
      { ...itemOf(scope, { id, name: form.chartName }), action: "chart added", after },
    ]);
    return { id, songs };
  });

/**
 * Throws 404, 422 on `chartName` where it is taken and on each field that somebody else changed
 * since the form was loaded.
 */
export const changeChart = (
  call: ScopedCall,
  { id, version, ...form }: z.output<typeof contract.changePopularChart.body>,
): Promise<{ id: number; version: number }> =>
  call.database.transaction(async (tx) => {
    const { scope, now } = call;
    const chart = await lockChart(scope, tx, id);
    const before = {
      chartName: chart.name,
      description: chart.description,
      display: chart.display,
      version: chart.version,
    };
    await refuseOutdated(scope, tx, {
      item: { kind: "chart", id },
      loaded: version,
      stored: before,
      newValues: form,
    });
    const changed = changedFields(before, { ...form, description: form.description ?? null });
    if (!changed) return { id, version: chart.version };
    await saveChart(scope, tx, {
      ids: [id],
      values: { ...stored(form), version: chart.version + 1 },
      now,
    });
    await audit(tx, call, [{ ...itemOf(scope, chart), action: "chart changed", ...changed }]);
    return { id, version: chart.version + 1 };
  });

/**
 * Throws 404 when one of them is not there: all or none; with `undoOf` 422 where the caller's own
 * change cannot be taken back (findOwnChange, refuseChangedSince). Gives how many changed, and the
 * rules that mix them.
 */
export async function setChartStatus(
  call: ChartsCall,
  { ids, undoOf, status }: Omit<z.output<typeof contract.setChartStatus.body>, "kind">,
) {
  const { scope, now, rulesScope } = call;
  return call.database.transaction(async (tx) => {
    const actions = [status === "active" ? "chart deactivated" : "chart activated"];
    const changes =
      undoOf && (await findOwnChange(scope, tx, call, { undoOf, itemKind: "chart", actions }));
    const uniqueIds = changes ? changes.map(({ itemId }) => itemId) : [...new Set(ids)];
    const charts = await lockCharts(scope, tx, uniqueIds);
    if (charts.length < uniqueIds.length) throw notFound();
    if (changes)
      await refuseChangedSince(scope, tx, call, { itemKind: "chart", field: "status", changes });
    const differing = charts.filter(({ active }) => active !== (status === "active"));
    const changed = differing.map(({ id }) => id);
    await saveChart(scope, tx, { ids: changed, values: { active: status === "active" }, now });
    const other = status === "active" ? "inactive" : "active";
    await audit(
      tx,
      call,
      differing.map((chart) => ({
        ...itemOf(scope, chart),
        action: status === "active" ? "chart activated" : "chart deactivated",
        before: { status: other },
        after: { status },
      })),
    );
    const rules = (await countRules(scope, tx, changed, rulesScope)).reduce(
      (sum, row) => sum + row.rules,
      0,
    );
    return { changed: changed.length, rules };
  });
}

type FilesCall = ScopedCall & { keeper: FileKeeper };

/**
 * Deletes a chart with its place of every song and its logo. Throws 404, and 422 on `id` naming
 * the rules that mix it.
 */
export async function removeChart(call: FilesCall, id: number): Promise<void> {
  const { scope, keeper } = call;
  await call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, id, "update");
    const uses = await findUses(scope, tx, {
      id,
      rulesScope: "every company",
      limit: placesToName,
    });
    if (uses.length > 0)
      throw invalid({
        id: `Master rules use this chart: ${ruleNames(uses)}. Remove it from them first, or deactivate it.`,
      });
    const [figures] = await countSongs(scope, tx, [id], "2000-01-01");
    await deleteChart(scope, tx, id);
    if (chart.logoFileId) await keeper.removeFile(scope, tx, chart.logoFileId);
    const { name, description, display, active } = chart;
    const before = {
      chartName: name,
      description,
      display,
      status: active ? "active" : "inactive",
      songs: figures?.songs ?? 0,
    };
    await audit(tx, call, [{ ...itemOf(scope, chart), action: "chart deleted", before }]);
  });
}

/** Throws 404. */
export async function setChartLogo(
  call: FilesCall,
  { id, file }: { id: number; file: UploadedFile },
) {
  const { scope, keeper, now } = call;
  if (!(await findChart(scope, call.db, id))) throw notFound(); // before its bytes are stored
  const bytes = await keeper.storeBytes(file, "chart-logo");
  return call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, id);
    const logo = await keeper.keepFile(scope, tx, bytes, call);
    await saveChart(scope, tx, { ids: [id], values: { logoFileId: logo.id }, now });
    if (chart.logoFileId) await keeper.removeFile(scope, tx, chart.logoFileId);
    const [before, after] = [chart.logoFileId, logo.id].map((logoFileId) => ({ logoFileId }));
    await audit(tx, call, [{ ...itemOf(scope, chart), action: "chart logo set", before, after }]);
    return logo;
  });
}

/** Throws 404. */
export async function deleteChartLogo(call: FilesCall, id: number): Promise<void> {
  const { scope, keeper, now } = call;
  await call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, id);
    const { logoFileId } = chart;
    if (!logoFileId) return;
    await saveChart(scope, tx, { ids: [id], values: { logoFileId: null }, now });
    await keeper.removeFile(scope, tx, logoFileId);
    await audit(tx, call, [
      {
        ...itemOf(scope, chart),
        action: "chart logo removed",
        before: { logoFileId },
        after: { logoFileId: null },
      },
    ]);
  });
}

/** Throws 404 for a chart that does not exist or is another company's. */
export async function lockChart(
  scope: Scope,
  tx: Tx,
  id: number,
  strength?: "update",
): Promise<LockedChart> {
  const [chart] = await lockCharts(scope, tx, [id], strength);
  if (!chart) throw notFound();
  return chart;
}
