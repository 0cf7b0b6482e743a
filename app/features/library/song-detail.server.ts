import type { LoaderFunctionArgs } from "@remix-run/node";
import { dateIn, daysBetween, showDate, showInstant, showLength } from "#contract/base/dates";
import type { Answer } from "#contract/base/endpoint";
import type { Figures } from "#contract/base/figures";
import { findSong, type SongDetail } from "#contract/library/endpoints";
import {
  songCharts,
  songHistory,
  songPlaylists,
  songWaitingDays,
} from "#contract/library/song-uses";
import { facetLabels, singleItems } from "#contract/library/words";
import { changesOf } from "~/lib/audit/audit-change";
import { withNames } from "~/lib/audit/people.server";
import { zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { artOf } from "~/lib/songs/cover.server";
import { cueWords, playedPart } from "~/lib/songs/cues";
import { wavePath } from "~/lib/songs/wave-path";
import { sizeInWords } from "~/lib/words/file-size";
import { withMembers } from "~/ui/frame/address";
import { songAudioPath, songPath } from "./paths";
import { companiesOf, songConfirmations } from "./song-confirmations.server";
import { chartTo } from "./song-form.server";
import { songTexts } from "./texts";

/** A licence that ends within this many days is shown as ending soon. */
const soonDays = 30;
const entriesShown = 10;

/**
 * Loads a song's page: its audio, description, uses and history. Throws
 * 404 for a song that does not exist.
 */
export async function loadSongDetail(
  { request, params: { id: ref }, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids, figures } = pageContext;
  const params = { id: ids.decrypt("song", ref) };
  const path = songPath(ref ?? "");
  const { searchParams } = new URL(request.url);
  const withPlaylists = searchParams.get("playlists") === "yes";
  const cursor = searchParams.get("older") ?? undefined;
  const [{ data: song }, { data: uses }, playlists, history] = await load(() =>
    Promise.all([
      api.call(findSong, { params }),
      api.call(songCharts, { params }),
      // searches every playlist, so only on request
      withPlaylists ? api.call(songPlaylists, { params }) : undefined,
      api.call(songHistory, { params, query: { limit: entriesShown, cursor } }),
    ]),
  );
  const timeZone = zoneOf(undefined);
  const hiddenIn = companiesOf(uses, pageContext);
  const item = { ...song, path, hiddenIn };
  return {
    path,
    title: song.title,
    lead: [song.artist, song.album].filter(Boolean).join(" · "),
    status: song.status,
    turn: songConfirmations.linkTo(
      song.status === "active" ? "deactivate" : "activate",
      item,
      pageContext,
    ),
    removal: songConfirmations.linkTo("remove", item, pageContext),
    hidden:
      hiddenIn === ""
        ? null
        : {
            text: songTexts.hidden(hiddenIn, hiddenPlaces(uses, figures)),
            takeOut: songConfirmations.linkTo("take-out", item, pageContext),
          },
    explicit: song.explicit,
    artist: song.artist,
    art: artOf(pageContext, song.cover),
    // each version has its own address, because browsers would play the audio they cached
    sound: song.hasAudio ? songAudioPath(path, song.version) : null,
    wave: wavePath(song.peaks),
    played: playedPart(song, song.durationSeconds),
    audio: audioWords(song, figures),
    facts: songFacts(song),
    licence: licenceOf(song, dateIn(timeZone, new Date())),
    charts: uses.charts.map(
      ({ chartName, kind, companyName, status, position, weight, ...chart }) => ({
        key: `${kind} ${chart.id}`,
        chartName,
        to: chartTo({ ...chart, kind }, pageContext, context.session.companyId),
        whose: kind === "popular" ? "Popular" : companyName,
        isActive: status === "active",
        position: figures.figure(position),
        weight,
      }),
    ),
    chartsTotal: uses.total,
    isFree: uses.total === 0 && uses.events === 0 && uses.scheduledFrom === null,
    ...(await waitingOf(song, pageContext)),
    playlists: playlists ? shownPlaylists(playlists.data) : null,
    playlistsTo: withMembers(path, { playlists: "yes" }),
    history: (await withNames(pageContext, history.data, "who")).map((entry) =>
      shownChange(entry, timeZone, figures),
    ),
    older: history.page.next ? withMembers(path, { older: history.page.next }) : null,
    newer: history.page.prev ? withMembers(path, { older: history.page.prev }) : null,
  };
}

/** Says how many published days a change has yet to reach, or that it has reached them all. */
async function waitingOf(song: SongDetail, { api, figures }: PageContext) {
  const { id, status, licensedFrom, licensedTo, territories, reservedFor } = song;
  const isActive = status === "active";
  if (isActive && !licensedFrom && !licensedTo && !reservedFor && territories.length === 0)
    return { isWaiting: false, waiting: null };
  const { days } = (await load(() => api.call(songWaitingDays, { params: { id } }))).data;
  if (days === 0) return { isWaiting: false, waiting: isActive ? null : songTexts.inNoDay };
  return {
    isWaiting: true,
    waiting: songTexts.waitingDays(figures.counted(days, "published day"), days === 1),
  };
}

type ChartUses = Answer<typeof songCharts>["data"];

/** Counts the charts and event playlists in which a song is hidden. */
function hiddenPlaces({ hiddenIn }: ChartUses, { counted }: Figures): string {
  const sumOf = (kind: "charts" | "events") =>
    hiddenIn.reduce((sum, { [kind]: places }) => sum + places, 0);
  return [
    sumOf("charts") && counted(sumOf("charts"), "chart"),
    sumOf("events") && counted(sumOf("events"), "event playlist"),
  ]
    .filter(Boolean)
    .join(" and ");
}

const shownPlaylists = ({ more, playlists }: Answer<typeof songPlaylists>["data"]) => ({
  more,
  rows: playlists.map(({ id, day, zoneName, groupName, ...row }) => ({
    ...row,
    key: String(id),
    day: showDate(day),
    group: `${zoneName} › ${groupName}`,
  })),
});

const shownChange = (
  {
    id,
    at,
    who,
    action,
    before,
    after,
  }: Omit<Answer<typeof songHistory>["data"][number], "who"> & { who: string },
  timeZone: string,
  figures: Figures,
) => ({
  key: String(id),
  at: showInstant(new Date(at), timeZone),
  title: `${action.charAt(0).toUpperCase()}${action.slice(1)} by ${who}`,
  changes: changesOf(
    { itemKind: "song", before: dropIds(before), after: dropIds(after) },
    { timeZone, figures },
  ).changes,
});

const audioWords = ({ durationSeconds, audio, loudness, ...song }: SongDetail, figures: Figures) =>
  [
    showLength(durationSeconds),
    audio?.name,
    audio && sizeInWords(audio.bytes, figures),
    loudness === null ? null : `${figures.figure(loudness)} LUFS`,
    cueWords(song, durationSeconds),
  ]
    .filter(Boolean)
    .join(" · ");

const names = (items: { name: string }[]) => items.map(({ name }) => name).join(", ") || null;

function songFacts(song: SongDetail): { term: string; value: string | null }[] {
  return [
    { term: "Singers", value: names(song.singers) },
    { term: "Composers", value: names(song.composers) },
    { term: "Album", value: song.album },
    { term: "Label", value: song.label },
    { term: "ISRC", value: song.isrc && formatIsrc(song.isrc) },
    { term: "Year", value: song.year === null ? null : String(song.year) },
    ...singleItems
      .filter((facet) => facet !== "licence")
      .map((facet) => ({ term: facetLabels[facet], value: song[facet]?.name ?? null })),
    { term: "Festive seasons", value: names(song.seasons) },
    { term: "Energy", value: song.energy === null ? null : `${song.energy} of 100` },
    { term: "BPM", value: song.bpm === null ? null : String(song.bpm) },
  ];
}

/** Formats an ISRC in four parts, as ISO 3901 does. */
const formatIsrc = (isrc: string) => isrc.replace(/^(..)(...)(..)(.{5})$/, "$1-$2-$3-$4");

function licenceOf(
  { licence, licensedFrom, licensedTo, territories, reservedFor }: SongDetail,
  today: string,
) {
  const country = new Intl.DisplayNames(["en"], { type: "region" });
  const daysLeft = licensedTo === null ? undefined : daysBetween(today, licensedTo) - 1;
  const state =
    licensedFrom !== null && licensedFrom > today
      ? { tone: "info" as const, words: "Not started" }
      : daysLeft === undefined
        ? { tone: "ok" as const, words: "No end" }
        : daysLeft < 0
          ? { tone: "bad" as const, words: "Expired" }
          : daysLeft > soonDays
            ? { tone: "ok" as const, words: "Valid" }
            : {
                tone: "warn" as const,
                words:
                  daysLeft === 0
                    ? "Ends today"
                    : `Ends in ${daysLeft} ${daysLeft === 1 ? "day" : "days"}`,
              };
  return {
    name: licence?.name ?? null,
    state,
    dates:
      licensedFrom || licensedTo
        ? [licensedFrom, licensedTo].map((date) => (date ? showDate(date) : "…")).join(" – ")
        : "Any day",
    countries: territories.map((code) => country.of(code) ?? code).join(", ") || "All",
    company: reservedFor?.name ?? "All companies",
  };
}

/** Leaves out ids, because their names are shown beside them. */
function dropIds(fields: unknown): unknown {
  if (typeof fields !== "object" || fields === null) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !/(Id|Ids)$/.test(name)));
}
