import type { Figures } from "#contract/base/figures";
import type { Status } from "#contract/base/status";
import * as contract from "#contract/charts/endpoints";
import * as songs from "#contract/charts/songs";
import { describeAdded } from "#contract/library/words";
import { onlyFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Call } from "../../http/context.ts";
import { answerTable } from "../../http/table-file.ts";
import type { FileKeeper } from "../files/index.ts";
import type { LibraryIndexes } from "../library/index.ts";
import { addCsvSongs, addMatchingSongs, addSongs } from "./add-chart-songs.service.ts";
import { scopeAddedSongs, scopeChangeableCharts, scopeCharts } from "./chart-scope.ts";
import { changeChartSongs, listChartSongs, removeChartSongs } from "./chart-songs.service.ts";
import { findChartChoices } from "./charts.queries.ts";
import {
  addChart,
  changeChart,
  deleteChartLogo,
  removeChart,
  setChartLogo,
  setChartStatus,
} from "./charts.service.ts";
import { exportedCharts, exportedSongs, listCharts, showChart } from "./list-charts.service.ts";

type ChartServices = { indexes: LibraryIndexes; keeper: FileKeeper };
const kinds = [
  ["popular", contract.popular, songs.popularSongs],
  ["custom", contract.custom, songs.customSongs],
] as const;

/** A chart's kind says whose it is, so each handler scopes its call by the kind first. */
export function chartRoutes(bind: Bind, services: ChartServices) {
  bind.json(contract.chartChoices, async ({ scope, db }) => ({
    data: await findChartChoices(scope, db),
  }));

  for (const kind of kinds) ofKind(bind, services, kind);

  bind.file(contract.exportCharts, async (call, { query }) => {
    const charts = await scopeCharts(call, query);
    return answerTable(charts, query, {
      fileName: "Charts",
      ...(await exportedCharts(charts, query)),
    });
  });
  bind.file(songs.exportChartSongs, async (call, { query }) => {
    const charts = await scopeCharts(call, query);
    return answerTable(charts, query, await exportedSongs(charts, query.chartId));
  });
  bind.json(contract.findChart, async (call, { query }) => ({
    data: await showChart(await scopeCharts(call, query), query.id),
  }));
  bind.json(contract.setChartStatus, async (call, { query, body }) => {
    const data = await setChartStatus(
      await scopeChangeableCharts(call, { ...query, kind: body.kind }),
      body,
    );
    return { message: wordStatus(body.status, data, call.figures), data };
  });
  bind.json(contract.setChartLogo, async (call, { query, files }) => ({
    message: "Logo saved",
    data: await setChartLogo(
      { ...(await scopeChangeableCharts(call, query)), ...services },
      {
        id: query.id,
        file: onlyFile(files),
      },
    ),
  }));
  bind.json(contract.deleteChartLogo, async (call, { query }) => {
    await deleteChartLogo({ ...(await scopeChangeableCharts(call, query)), ...services }, query.id);
    return { message: "Logo removed", data: null };
  });
  addingRoutes(bind, services);
}

/** Binds the endpoints that popular and custom charts have each for themselves. */
function ofKind(
  bind: Bind,
  services: ChartServices,
  [kind, charts, songCalls]: (typeof kinds)[number],
): void {
  bind.json(charts.list, async (call, { query }) =>
    listCharts(await scopeCharts(call, { ...query, kind }), query),
  );
  bind.json(charts.add, async (call, { query, body }) => {
    const data = await addChart(await scopeChangeableCharts(call, { ...query, kind }), body);
    return {
      message:
        body.copyOfId === undefined
          ? "Chart added"
          : `Chart added with ${call.figures.counted(data.songs, "song")}`,
      data,
    };
  });
  bind.json(charts.change, async (call, { query, body }) => ({
    message: "Chart saved",
    data: await changeChart(await scopeChangeableCharts(call, { ...query, kind }), body),
  }));
  bind.json(charts.remove, async (call, { query }) => {
    await removeChart(
      { ...(await scopeChangeableCharts(call, { ...query, kind })), ...services },
      query.id,
    );
    return { message: "Chart deleted", data: null };
  });

  bind.json(songCalls.list, async (call, { query }) =>
    listChartSongs(await scopeCharts(call, { ...query, kind }), query),
  );
  bind.json(songCalls.change, async (call, { query, body }) => ({
    message: "Chart saved",
    data: await changeChartSongs(await scopeChangeableCharts(call, { ...query, kind }), body),
  }));
  bind.json(songCalls.remove, async (call, { query }) => {
    const data = await removeChartSongs(
      await scopeChangeableCharts(call, { ...query, kind }),
      query,
    );
    return { message: `${call.figures.counted(data.removed, "song")} removed`, data };
  });
}

/** Binds the ways to add songs to a chart. */
function addingRoutes(bind: Bind, services: ChartServices): void {
  bind.json(songs.addSongsToChart, async (call, { query, body }) =>
    answerAdded(
      call,
      await addSongs(await scopeAddedSongs(call, { ...query, kind: body.kind }), body),
    ),
  );
  bind.json(songs.addCsvToChart, async (call, { query, files }) =>
    answerAdded(
      call,
      await addCsvSongs(await scopeAddedSongs(call, query), {
        chartId: query.chartId,
        file: onlyFile(files),
      }),
    ),
  );
  bind.json(songs.addMatchingToChart, async (call, { query, body }) =>
    answerAdded(
      call,
      await addMatchingSongs(
        { ...(await scopeAddedSongs(call, { ...query, kind: body.kind })), ...services },
        body,
      ),
    ),
  );
}

const answerAdded = ({ figures }: Call, data: songs.AddedSongs) => ({
  message: [describeAdded(data, "chart", figures), ...data.remarks].join(" "),
  data,
});

function wordStatus(
  status: Status,
  { changed, rules }: { changed: number; rules: number },
  { counted, figure }: Figures,
): string {
  const charts = changed === 1 ? "Chart" : counted(changed, "chart");
  if (status === "active" || rules === 0)
    return `${charts} ${status === "active" ? "activated" : "deactivated"}`;
  return `${charts} deactivated. ${rules === 1 ? "The master rule that uses it plays" : `The ${figure(rules)} master rules that use it play`} the rest of the mix instead.`;
}
