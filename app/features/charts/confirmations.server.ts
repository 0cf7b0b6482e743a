import type { Figures } from "#contract/base/figures";
import { deleteChartLogo, setChartStatus } from "#contract/charts/endpoints";
import { confirmations } from "~/lib/confirmation.server";
import { callsOf, loadOwnChart, requireChart } from "./charts.server";
import { chartEditPath, listOf } from "./paths";
import { chartConfirmTexts } from "./texts";

const mixing = (rules: number, { counted }: Figures) => chartConfirmTexts.uses(counted(rules, "master rule"), rules === 1);

/** Activates, deactivates or deletes a chart, or removes its logo. */
export const chartConfirmations = confirmations({
  guard: requireChart,

  async find(at) {
    const { chartName, rules } = await loadOwnChart(at);
    return { kind: at.kind, id: at.id, path: at.path, name: chartName, rules };
  },

  path: ({ path }) => path,

  acts: {
    activate: {
      label: "Activate",
      ask: ({ name }) => ({
        title: `Activate ${name}?`,
        message: chartConfirmTexts.activate,
        confirmLabel: "Activate chart",
        danger: false,
      }),
      call: ({ guarded }, { kind, id }) => guarded.api.call(setChartStatus, { body: { kind, ids: [id], status: "active" } }),
      undo: ({ kind }) => ({ act: "deactivate-chart", fields: { kind } }),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ name, rules }, { guarded }) => ({
        title: `Deactivate ${name}?`,
        message: rules > 0 ? chartConfirmTexts.deactivateUsed(mixing(rules, guarded.figures)) : chartConfirmTexts.deactivate,
        confirmLabel: "Deactivate chart",
      }),
      call: ({ guarded }, { kind, id }) => guarded.api.call(setChartStatus, { body: { kind, ids: [id], status: "inactive" } }),
      undo: ({ kind }) => ({ act: "activate-chart", fields: { kind } }),
    },
    delete: {
      label: "Delete",
      ask: ({ name, rules }) => ({
        title: `Delete ${name}?`,
        message: chartConfirmTexts.remove,
        confirmLabel: "Delete chart",
        isBlocked: rules > 0,
      }),
      obstacle: ({ name, path, kind, rules }, { guarded }) =>
        rules === 0
          ? undefined
          : {
              crumbs: [
                { label: "Charts", to: listOf(kind) },
                { label: name, to: path },
              ],
              title: `${name} cannot be deleted`,
              parts: [
                {
                  text: chartConfirmTexts.inUse(mixing(rules, guarded.figures), rules === 1),
                },
              ],
              ways: [
                { label: chartConfirmTexts.seeUses, to: `${path}#used`, primary: true },
                { label: "Back to the chart", to: path },
              ],
            },
      to: ({ kind }) => listOf(kind),
      call: ({ guarded }, { kind, id }) => guarded.api.call(callsOf[kind].remove, { query: { id } }),
    },
    "remove-logo": {
      label: "Remove logo",
      ask: ({ name }) => ({
        title: chartConfirmTexts.removeLogoTitle(name),
        message: "The picture is deleted.",
        confirmLabel: "Remove logo",
      }),
      from: ({ path }) => chartEditPath(path),
      call: ({ guarded }, { kind, id }) => guarded.api.call(deleteChartLogo, { query: { kind, id } }),
    },
  },
});
export const { action, loader } = chartConfirmations;
