import type { Figures } from "#contract/base/figures";
import { deleteChartLogo, setChartStatus } from "#contract/charts/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import { load } from "~/lib/session/guard.server";
import { type ChartContext, callsOf, loadOwnChart, readMatchingSongs } from "./charts.server";
import { chartEditPath, listOf } from "./paths";
import { chartConfirmTexts } from "./texts";

/** A chart; if songs are to be removed, also those that the address's search finds in it. */
type Item = {
  kind: ChartContext["kind"];
  id: number;
  path: string;
  name: string;
  rules: number;
  songs?: { search: string | undefined; count: number; names: string };
};

async function findMatching(
  { pageContext: { api, figures }, kind, id }: ChartContext,
  request: Request,
) {
  const { search } = readMatchingSongs(request);
  const { data, page } = await load(() =>
    api.call(callsOf[kind].songs.list, { query: { search, chartId: id, limit: 3 } }),
  );
  const count = page.total ?? 0;
  const titles = data.map(({ title }) => title);
  return { search, count, names: titles.length > 0 ? namesInWords(figures, titles, count) : "" };
}

const mixing = (rules: number, { counted }: Figures) =>
  chartConfirmTexts.uses(counted(rules, "master rule"), rules === 1);

/** Activates, deactivates or deletes a chart, or removes its logo. */
export const chartConfirmations = confirmations({
  async find(at: ChartContext, args): Promise<Item> {
    const { chartName, rules } = await loadOwnChart(at);
    const item = { kind: at.kind, id: at.id, path: at.path, name: chartName, rules };
    return args.params.act === "remove-songs"
      ? { ...item, songs: await findMatching(at, args.request) }
      : item;
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
      call: ({ pageContext }, { kind, id }) =>
        pageContext.api.call(setChartStatus, { body: { kind, ids: [id], status: "active" } }),
      undo: ({ kind }) => ({ act: "deactivate-chart", fields: { kind } }),
    },
    deactivate: {
      label: "Deactivate",
      ask: ({ name, rules }, { pageContext }) => ({
        title: `Deactivate ${name}?`,
        message:
          rules > 0
            ? chartConfirmTexts.deactivateUsed(mixing(rules, pageContext.figures))
            : chartConfirmTexts.deactivate,
        confirmLabel: "Deactivate chart",
      }),
      call: ({ pageContext }, { kind, id }) =>
        pageContext.api.call(setChartStatus, { body: { kind, ids: [id], status: "inactive" } }),
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
      obstacle: ({ name, path, kind, rules }, { pageContext }) =>
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
                  text: chartConfirmTexts.inUse(mixing(rules, pageContext.figures), rules === 1),
                },
              ],
              ways: [
                { label: chartConfirmTexts.seeUses, to: `${path}#used`, primary: true },
                { label: "Back to the chart", to: path },
              ],
            },
      to: ({ kind }) => listOf(kind),
      call: ({ pageContext }, { kind, id }) =>
        pageContext.api.call(callsOf[kind].remove, { query: { id } }),
    },
    "remove-songs": {
      label: "Remove songs",
      ask: ({ name, songs }, { pageContext: { figures } }) => ({
        title: chartConfirmTexts.removeSongsTitle(figures.counted(songs?.count ?? 0, "song"), name),
        message: `${songs?.names}. ${chartConfirmTexts.removeSongs}`,
        confirmLabel: `Remove ${figures.counted(songs?.count ?? 0, "song")}`,
      }),
      isDone: ({ songs }) => songs?.count === 0,
      call: ({ pageContext }, { kind, id, songs }) =>
        pageContext.api.call(callsOf[kind].songs.remove, {
          query: { chartId: id, all: "true", search: songs?.search },
        }),
      undo: ({ kind, id }, { pageContext }) => ({
        act: "put-songs-back",
        fields: { kind, chartId: pageContext.ids.encrypt("chart", id) },
      }),
    },
    "remove-logo": {
      label: "Remove logo",
      ask: ({ name }) => ({
        title: chartConfirmTexts.removeLogoTitle(name),
        message: "The picture is deleted.",
        confirmLabel: "Remove logo",
      }),
      from: ({ path }) => chartEditPath(path),
      call: ({ pageContext }, { kind, id }) =>
        pageContext.api.call(deleteChartLogo, { query: { kind, id } }),
    },
  },
});
