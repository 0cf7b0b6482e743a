import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import {
  type AddedSongs,
  addCsvToChart,
  addMatchingToChart,
  addSongsToChart,
} from "#contract/charts/songs";
import type { SongFilters } from "#contract/library/endpoints";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { load } from "~/lib/session/guard.server";
import { matchingSongs } from "~/lib/songs/matching-songs.server";
import { readListForm, unclearAnswer } from "~/lib/songs/song-list.server";
import { type ChartContext, callsOf } from "./charts.server";
import { chartTexts } from "./texts";

/** Marks the library's songs that the chart already has. */
export async function withThere<Row extends { ref: string }>(
  rows: Row[],
  { pageContext: { api, ids }, kind, id }: ChartContext,
) {
  const songIds = rows.map(({ ref }) => ids.decrypt("song", ref)).join(",");
  const query = { chartId: id, songIds, limit: 100 };
  const chartSongs =
    rows.length > 0 ? (await load(() => api.call(callsOf[kind].songs.list, { query }))).data : [];
  const chartSongRefs = new Set(chartSongs.map(({ songId }) => ids.encrypt("song", songId)));
  return rows.map((row) => ({ ...row, isThere: chartSongRefs.has(row.ref) }));
}

type SongSource = { matching: SongFilters; backTo: string };

/**
 * Adds the ticked songs, or after a confirmation all that match the filters, and leads back to the
 * list with the same filters.
 */
export async function addPicked(
  { request, context }: ActionFunctionArgs,
  { pageContext, kind, id }: ChartContext,
  { matching, backTo }: SongSource,
) {
  const { api, ids } = pageContext;
  const form = await request.formData();
  const back = redirect(backTo);
  const songIds = [...new Set(form.getAll("id").map((ref) => ids.decrypt("song", String(ref))))];
  const all = form.get("all") === "on";
  if (!all && songIds.length === 0) {
    context.session.flash("error", chartTexts.selectSong);
    return back;
  }
  if (all && form.get("confirmed") !== "yes") {
    const songs = await matchingSongs(pageContext, matching, { ofCompany: kind === "custom" });
    return data({ confirmation: { ...songs, backTo } });
  }
  try {
    const { message } = all
      ? await api.call(addMatchingToChart, { body: { kind, chartId: id, matching } })
      : await api.call(addSongsToChart, { body: { kind, chartId: id, songIds } });
    context.session.flash("success", message);
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 422))
      return load(() => Promise.reject(error));
    context.session.flash("error", error.problem.message); // too many for one request
  }
  return back;
}

/**
 * Adds the songs of a pasted list or a CSV. If some lines are unclear, shows them to be corrected
 * and sent again; otherwise leads to the chart.
 */
export async function addListed(
  args: ActionFunctionArgs,
  { pageContext: { api, figures }, kind, id, path }: ChartContext,
) {
  const isFile = args.context.posted?.form === "csv";
  const form = await readListForm(args, { isFile });
  const { value } = form;
  if (!value) return form.refused();
  const { list = "" } = value;
  const { reply, refused } = await form.submit<{ message: string; data: AddedSongs }>(
    () =>
      isFile
        ? api.call(addCsvToChart, { query: { kind, chartId: id }, files: form.files("csv") })
        : api.call(addSongsToChart, { body: { kind, chartId: id, list } }),
    { file: "csv" },
  );
  if (refused) return refused;
  const { message, data } = reply;
  if (data.unclearTotal > 0) return unclearAnswer(list, data, { of: "chart", isFile, figures });
  args.context.session.flash("success", message);
  return redirect(path);
}
