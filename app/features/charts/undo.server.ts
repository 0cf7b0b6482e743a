import { z } from "zod";
import { idOf } from "#contract/base/identifiers";
import type { Status } from "#contract/base/status";
import { setChartStatus } from "#contract/charts/endpoints";
import { addSongsToChart } from "#contract/charts/songs";
import { chartKinds } from "#contract/charts/words";
import { undo } from "~/lib/audit/undo.server";
import { requireArea } from "~/lib/session/guard.server";

const kind = z.enum(chartKinds);
/** Requires no company: popular charts need none, and the platform refuses a custom one without. */
const guard = (args: Parameters<typeof requireArea>[0]) =>
  requireArea(args, "CHARTS", { company: false });

const undoStatus = (status: Status) =>
  undo({
    fields: { kind },
    guard,
    call: ({ api }, { kind, undoOf }) =>
      api.call(setChartStatus, { body: { kind, status, undoOf } }),
  });

export const chartUndos = {
  "activate-chart": undoStatus("active"),
  "deactivate-chart": undoStatus("inactive"),
  "put-songs-back": undo({
    fields: { kind, chartId: idOf("chart") },
    guard,
    call: ({ api }, { kind, chartId, undoOf }) =>
      api.call(addSongsToChart, { body: { kind, chartId, undoOf } }),
  }),
};
