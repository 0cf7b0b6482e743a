import * as contract from "#contract/song-reports/endpoints";
import type { Bind } from "../../http/bind.ts";
import {
  listSongReports,
  reportSong,
  settleSongReport,
  showSongReport,
} from "./song-reports.service.ts";

/** The endpoint of a store's player. */
export function playerSongReportRoutes(bind: Bind) {
  bind.json(contract.reportSong, async (call, { body }) => ({
    message: "Your report has arrived.",
    data: await reportSong(call, body),
  }));
}

/** The endpoints of people who look after the music. */
export function songReportRoutes(bind: Bind) {
  bind.json(contract.listSongReports, (call, { query }) => listSongReports(call, query));
  bind.json(contract.findSongReport, async (call, { params }) => ({
    data: await showSongReport(call, params.id),
  }));
  bind.json(contract.settleSongReport, async (call, { params, body }) => {
    const data = await settleSongReport(call, params.id, body);
    return { message: `${call.figures.counted(data.settled, "report")} settled`, data };
  });
}
