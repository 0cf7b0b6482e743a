import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showDate, showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { type ChartDetail, findChart } from "#contract/charts/endpoints";
import { ChartSongQuery, type ChartSongsChange } from "#contract/charts/songs";
import { displays } from "#contract/charts/words";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { offerUndo } from "~/lib/audit/undo.server";
import { readQuery } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load } from "~/lib/session/guard.server";
import { artOf, artOfName } from "~/lib/songs/cover.server";
import { duration } from "~/lib/stores/store-state";
import { withMembers } from "~/ui/frame/address";
import { sizeMember } from "~/ui/frame/pager";
import { type ChartContext, callsOf, mayAdd, readMatchingSongs } from "./charts.server";
import { chartConfirmations } from "./confirmations.server";
import { chartAudioPath, copyPath, removeSongsPath } from "./paths";
import { chartTexts } from "./texts";

const Address = listAddress({
  ...ChartSongQuery.pick({ search: true, cursor: true }).shape,
  display: z.enum(displays).optional(),
});

/** Loads a chart with a page of its songs, its make-up, and the rules that play it. */
export async function loadChart({ request, context }: LoaderFunctionArgs, at: ChartContext) {
  const { pageContext, kind, id, path } = at;
  const { api, ids, figures } = pageContext;
  const { row, display, ...query } = readQuery(request, Address);
  const [{ data: chart }, songs, { company }] = await load(() =>
    Promise.all([
      api.call(findChart, { query: { kind, id } }),
      api.call(callsOf[kind].songs.list, { query: { ...query, chartId: id } }),
      findCompanies(context, pageContext),
    ]),
  );
  const { chartName: name, description, status, playable, withoutAudio, mayChange, rules } = chart;
  const item = { kind, id, path, name, rules };
  return {
    kind,
    path,
    name,
    description,
    status,
    mayChange,
    rules,
    playable,
    withoutAudio,
    songs: chart.songs,
    turn: chartConfirmations.linkTo(status === "active" ? "deactivate" : "activate", item, at),
    removal: chartConfirmations.linkTo("delete", item, at),
    copyTo: copyTo(pageContext, kind, ids.encrypt("chart", id)),
    logo: imageUrl(context, chart.logoFileId),
    art: artOfName(chart.chartName),
    changedOn: showDate(dateIn(zoneOf(company), new Date(chart.updatedAt))),
    length: duration(chart.seconds * 1000),
    turnsADay: chart.seconds > 0 ? 86_400 / chart.seconds : null,
    makeUp: chart.makeUp,
    display: display ?? chart.display,
    uses: chart.uses.map((use) => ({ ...use, ...turnoverWords(use, figures) })),
    search: query.search,
    /** Leads back to this page of the songs. */
    here: {
      search: query.search,
      limit: sizeMember(songs.page.limit),
      cursor: query.cursor,
      row: row > 1 ? row : undefined,
    },
    row,
    page: songs.page,
    rows: songs.data.map(
      ({
        songId,
        position,
        weight,
        title,
        artist,
        album,
        language,
        tempo,
        era,
        durationSeconds,
        state,
        hasAudio,
        cover,
      }) => ({
        ref: ids.encrypt("song", songId),
        position,
        weight,
        title,
        artist,
        album,
        state,
        described: [language, tempo, era].filter(Boolean).join(" · "),
        length: showLength(durationSeconds),
        art: artOf(pageContext, cover),
        audio: hasAudio ? chartAudioPath(ids.encrypt("song", songId)) : null,
      }),
    ),
  };
}

/**
 * Links to the copy form: clients make a custom chart, provider staff one of the same kind. Gives
 * null for people who may add neither.
 */
function copyTo(
  pageContext: ChartContext["pageContext"],
  kind: ChartContext["kind"],
  ref: string,
): string | null {
  const copyKind = mayAdd(pageContext, kind) ? kind : "custom";
  return mayAdd(pageContext, copyKind) ? copyPath(copyKind, { kind, ref }) : null;
}

const turnoverWords = (
  { callsAnHour, turnoverHours }: ChartDetail["uses"][number],
  figures: Figures,
) => ({
  calls: callsAnHour === null ? null : figures.rounded(callsAnHour),
  turnover: turnoverHours === null ? null : duration(turnoverHours * 3_600_000),
});

type Act = { change: Omit<ChartSongsChange, "chartId" | "songIds" | "matching"> } | "remove";

/** A position after every song; positions beyond the end mean the end. */
const lastPlace = 1_000_000;

/**
 * Reads which button of the songs' rows or their bulk bar was pressed; undefined for any other
 * button.
 */
function actOf(form: FormData): Act | undefined {
  const number = (name: string) => Number(form.get(name)) || undefined;
  switch (form.get("do")) {
    case "up":
    case "down":
      return { change: { step: form.get("do") === "up" ? "up" : "down" } };
    case "first":
      return { change: { position: 1 } };
    case "last":
      return { change: { position: lastPlace } };
    case "place": {
      // an unchanged position moves nothing
      const isMoved = form.get("position") !== form.get("was");
      return {
        change: {
          position: isMoved ? Math.min(Number(form.get("position")), lastPlace) : undefined,
          weight: number("weight"),
        },
      };
    }
    case "remove":
      return "remove";
    default:
      return undefined;
  }
}

/**
 * Moves, weighs or removes the ticked songs, or all that match, and leads back to their page. Asks
 * before it removes all that match (confirmations.server.ts). A refusal is shown on
 * that page.
 */
export async function changeSongs(
  { request, context }: ActionFunctionArgs,
  { pageContext, kind, id, path }: ChartContext,
) {
  const { api, ids } = pageContext;
  const form = await request.formData();
  const songIds = [...new Set(form.getAll("id").map((ref) => ids.decrypt("song", String(ref))))];
  const all = form.get("all") === "on";
  const matching = readMatchingSongs(request);
  const backTo = withMembers(path, Object.fromEntries(new URL(request.url).searchParams));
  const back = redirect(backTo);
  const act = actOf(form);
  const refuse = (message: string) => context.session.flash("error", message);
  if (!act) throw Response.json({ message: chartTexts.noSuchChange }, { status: 422 });
  if (songIds.length === 0 && !all) refuse(chartTexts.selectSong);
  if (songIds.length === 0 && !all) return back;
  if (all && act === "remove")
    return redirect(removeSongsPath(path, { ...matching, back: backTo }));
  const calls = callsOf[kind].songs;
  try {
    if (act === "remove") {
      const { message, data } = await api.call(calls.remove, {
        query: { chartId: id, songIds: songIds.join(",") },
      });
      const fields = { kind, chartId: ids.encrypt("chart", id) };
      context.session.flash(
        "success",
        message,
        offerUndo(context, { act: "put-songs-back", fields }, data.removed),
      );
    } else
      await api.call(calls.change, {
        body: { ...act.change, chartId: id, ...(all ? { matching } : { songIds }) },
      });
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 422))
      return load(() => Promise.reject(error));
    refuse(error.problem.message);
  }
  return back;
}
