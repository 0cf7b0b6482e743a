import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { showInstant } from "#contract/base/dates";
import { locationPath } from "#contract/base/location-path";
import { mayOpen } from "#contract/base/roles";
import { removeCustomChartSongs } from "#contract/charts/songs";
import { changeSongs } from "#contract/library/endpoints";
import {
  findSongReport,
  listSongReports,
  type SongReport,
  SongReportQuery,
  settleSongReport,
} from "#contract/song-reports/endpoints";
import {
  type SongReportOutcome,
  songReportOutcomeLabels,
  songReportReasonLabels,
} from "#contract/song-reports/words";
import { chartAudioPath, chartPath } from "~/features/charts/paths";
import { songEditPath, songPath } from "~/features/library/paths";
import { storePath } from "~/features/stores/paths";
import { withNames } from "~/lib/audit/people.server";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { songReportPath, songReportsPath } from "./paths";
import { songReportsTexts } from "./texts";

const Address = listAddress(
  SongReportQuery.omit({ companyId: true, storeId: true, limit: true }).shape,
);

/** Loads a page of the reports that match the filters of the address. */
export async function loadSongReports({ request }: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { row, ...query } = readQuery(request, Address, { ids });
  const [reports, locations] = await load(() =>
    Promise.all([api.call(listSongReports, { query }), loadLocations(pageContext)]),
  );
  redirectFromMisplaced(request, locations, query);
  return {
    state: query.state,
    filters: {
      reason: query.reason,
      search: query.search,
      ...encryptUnits(query, ids),
    },
    choices: unitChoices(locations, query, ids),
    sort: query.sort,
    row,
    page: reports.page,
    rows: (await withNames(pageContext, reports.data, "settledBy")).map((report) =>
      shownReport(report, pageContext),
    ),
  };
}

/** Puts a report in words, on the store's clock. */
function shownReport(report: SongReport, { ids, person, figures }: PageContext) {
  const { id, title, artist, timeZone, times, otherStores, outcome, settledAt } = report;
  const at = (instant: string) => showInstant(new Date(instant), timeZone);
  const song = songPath(ids.encrypt("song", report.songId));
  const isLibrarian = mayOpen(person, "MUSIC_LIBRARY");
  return {
    to: songReportPath(ids.encrypt("song-report", id)),
    song: {
      title,
      artist,
      audio: chartAudioPath(ids.encrypt("song", report.songId)),
      to: isLibrarian ? song : null,
    },
    store: {
      name: report.storeName,
      code: report.storeCode,
      to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", report.storeId)) : null,
    },
    location: locationPath(report.regionName, report.zoneName, report.groupName),
    reason: songReportReasonLabels[report.reason],
    note: report.note,
    reported: at(report.reportedAt),
    repeats: times > 1 ? songReportsTexts.repeats(figures.counted(times, "time")) : null,
    others:
      otherStores > 0 ? songReportsTexts.others(figures.counted(otherStores, "other store")) : null,
    settled:
      outcome && settledAt
        ? {
            outcome: songReportOutcomeLabels[outcome],
            who: report.settledBy ?? "",
            at: at(settledAt),
            answer: report.answer,
          }
        : null,
  };
}

const { body } = settleSongReport;

const findAddressed = ({ params }: LoaderFunctionArgs, { api, ids }: PageContext) =>
  load(() =>
    api.call(findSongReport, { params: { id: ids.decrypt("song-report", params.id ?? "") } }),
  );

/** Loads a report with the ways to settle it. */
export async function loadSongReport(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { data } = await findAddressed(args, pageContext);
  const { ids, figures, person } = pageContext;
  const [named = data] = await withNames(pageContext, [data], "settledBy");
  const chartNames = namesInWords(
    figures,
    data.charts.slice(0, 3).map(({ chartName }) => chartName),
    data.charts.length,
  );
  const option = (value: SongReportOutcome, label: string, hint: string) => ({
    value,
    label,
    hint,
  });
  const isLibrarian = mayOpen(person, "MUSIC_LIBRARY");
  const isInactive = data.songStatus === "inactive";
  return {
    report: shownReport({ ...data, settledBy: named.settledBy }, pageContext),
    charts: data.charts.map(({ id, chartName }) => ({
      key: String(id),
      name: chartName,
      to: withMembers(chartPath("custom", ids.encrypt("chart", id)), { search: data.title }),
    })),
    editTo: isLibrarian ? songEditPath(songPath(ids.encrypt("song", data.songId))) : null,
    options: [
      option("kept", "Keep the song", songReportsTexts.keepHint),
      ...(data.mayChangeCharts && data.charts.length > 0
        ? [option("charts", songReportsTexts.outOfCharts, songReportsTexts.chartsHint(chartNames))]
        : []),
      ...(isLibrarian || isInactive
        ? [
            option(
              "withdrawn",
              "Withdraw the song",
              isInactive ? songReportsTexts.isWithdrawn : songReportsTexts.withdrawHint,
            ),
          ]
        : []),
    ],
    constraints: constraintsOf(body),
  };
}

/** Removes the song as the outcome says, then settles the report. */
export async function settleReport(args: ActionFunctionArgs, pageContext: PageContext) {
  const { data } = await findAddressed(args, pageContext);
  const form = await readForm(args.request, body);
  const { value } = form;
  if (!value) return form.refused();
  const { api } = pageContext;
  const { id, songId, songStatus, charts } = data;
  const { reply, refused } = await form.submit(
    async () => {
      if (value.outcome === "withdrawn" && songStatus === "active")
        await api.call(changeSongs, { body: { ids: [songId], set: { status: "inactive" } } });
      if (value.outcome === "charts")
        for (const chart of charts)
          await api.call(removeCustomChartSongs, {
            query: { chartId: chart.id, songIds: String(songId) },
          });
      return api.call(settleSongReport, { params: { id }, body: value });
    },
    { rename: (field) => (field === "answer" ? field : "outcome") },
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(songReportsPath);
}
