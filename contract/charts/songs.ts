import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { undoOf } from "../base/undo.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { SongCover } from "../library/cover.ts";
import { SongFilters } from "../library/endpoints.ts";
import { songList, unclearLines } from "../library/song-list.ts";
import { ofChart } from "./endpoints.ts";
import { mostWeight, songsAtATime } from "./words.ts";

/**
 * Why a song of a list does not play today. Visitors do not hear a demo playlist's songs that are
 * reserved for a company.
 */
export const songStates = [
  "playable",
  "inactive",
  "licence expired",
  "not licensed yet",
  "no audio",
  "reserved",
] as const;
export type SongState = (typeof songStates)[number];

export const ChartSong = z.object({
  songId: z.int(),
  /** Its place in the chart, from 1 on. */
  position: z.int(),
  weight: z.int(),
  title: z.string(),
  artist: z.string(),
  album: z.string().nullable(),
  language: z.string().nullable(),
  tempo: z.string().nullable(),
  era: z.string().nullable(),
  durationSeconds: z.int(),
  state: z.enum(songStates),
  hasAudio: z.boolean(),
  cover: SongCover,
});
export type ChartSong = z.infer<typeof ChartSong>;

/** Numbers with commas between. */
const idList = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, messages.invalidIds)
  .transform((text) => text.split(",").map(Number));

export const ChartSongQuery = z.strictObject({
  ...ofCompany,
  chartId: field.id,
  search: field.search.optional(),
  /** Only these: to find which of some songs the chart has. */
  songIds: idList.optional(),
  ...paging,
});
export type ChartSongQuery = z.output<typeof ChartSongQuery>;

const selectSongs = { path: ["songIds"], message: "Select songs, or all that match." };

/**
 * `position` moves the songs there in their order, `step` moves one up or down, `weight` sets how
 * many times as often as songs of weight 1 they are drawn.
 */
export const ChartSongsChange = z
  .strictObject({
    chartId: field.id,
    songIds: z.array(field.id).min(1).max(1000).optional(),
    /** All songs of the chart whose title or artist contains the text; without it, all of them. */
    matching: z.strictObject({ search: field.search.optional() }).optional(),
    position: wholeNumber(1, 1_000_000, "Enter a position of 1 or more.").optional(),
    step: z.enum(["up", "down"]).optional(),
    weight: wholeNumber(1, mostWeight, `Enter a weight from 1 to ${mostWeight}.`).optional(),
  })
  .refine(
    ({ songIds, matching }) => (songIds === undefined) !== (matching === undefined),
    selectSongs,
  )
  .refine(({ position, step }) => position === undefined || step === undefined, {
    path: ["step"],
    message: "Enter a position or a step, not both.",
  })
  .refine(({ position, step, weight }) => (position ?? step ?? weight) !== undefined, {
    path: ["position"],
    message: "Enter a position, a step or a weight.",
  });
export type ChartSongsChange = z.output<typeof ChartSongsChange>;

const songEndpoints = <const P extends string>(path: P, charts: string) => ({
  list: endpoint({
    method: "get",
    path,
    summary: `The songs of one of ${charts}, in order`,
    access: ["CHARTS"],
    scope: "none",
    query: ChartSongQuery,
    list: true,
    data: ChartSong,
  }),
  change: endpoint({
    method: "put",
    path,
    summary: `Move songs in one of ${charts}, or set their weight: those named, or all that match`,
    access: ["CHARTS"],
    scope: "none",
    query: z.strictObject(ofCompany),
    body: ChartSongsChange,
    data: z.object({ changed: z.int() }),
  }),
  remove: endpoint({
    method: "delete",
    path,
    summary: `Remove songs from one of ${charts}: those named, or all that match`,
    access: ["CHARTS"],
    scope: "none",
    query: z
      .strictObject({
        ...ofCompany,
        chartId: field.id,
        songIds: idList.optional(),
        /**
         * In place of `songIds`: all of the chart, or those whose title or artist has the text of
         * `search`.
         */
        all: z.literal("true").optional(),
        search: field.search.optional(),
      })
      .refine(({ songIds, all }) => (songIds === undefined) !== (all === undefined), selectSongs),
    data: z.object({ removed: z.int() }),
  }),
});

export const popularSongs = songEndpoints("/chart-song", "the popular charts");
export const customSongs = songEndpoints("/chart-song/custom-chart", "a company's own charts");

export const listPopularChartSongs = popularSongs.list;
export const changePopularChartSongs = popularSongs.change;
export const removePopularChartSongs = popularSongs.remove;
export const listCustomChartSongs = customSongs.list;
export const changeCustomChartSongs = customSongs.change;
export const removeCustomChartSongs = customSongs.remove;

export const exportChartSongs = endpoint({
  method: "get",
  path: "/chart-song/export",
  summary: "A chart's songs in order, as a CSV or workbook that another chart can take up",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject({ ...ofChart, chartId: field.id, ...ofFile }),
  data: z.never(),
  stream: tableMediaTypes,
});

/** The outcome of adding songs. */
export const AddedSongs = z.object({
  added: z.int(),
  /** Songs that were already in the chart. */
  there: z.int(),
  ...unclearLines,
  /** Notes on how the file was read, where that is not obvious. */
  remarks: z.array(z.string()),
});
export type AddedSongs = z.infer<typeof AddedSongs>;

const { kind } = ofChart;

export const addSongsToChart = endpoint({
  method: "post",
  path: "/multimedia-to-chart",
  summary:
    "Add songs to the end of a chart, by ID or as a list with one song per line: an ISRC, or title and artist separated by a dash; or put back what you removed",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      kind,
      chartId: field.id,
      songIds: z.array(field.id).min(1).max(songsAtATime).optional(),
      list: songList.optional(),
      undoOf: undoOf.optional(),
    })
    .refine(
      ({ songIds, list, undoOf }) =>
        [songIds, list, undoOf].filter((which) => which !== undefined).length === 1,
      {
        path: ["songIds"],
        message: "Choose songs or paste a list.",
      },
    ),
  data: AddedSongs,
});

export const addCsvToChart = endpoint({
  method: "post",
  path: "/multimedia-to-chart/csv",
  summary:
    "Add the songs of a CSV file to the end of a chart. It reads the columns Song (the ID), ISRC, or Title and Artist, as in the library's own download",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject({ ...ofChart, chartId: field.id }),
  upload: { kind: "table", most: 1 },
  bulk: true,
  data: AddedSongs,
});

export const addMatchingToChart = endpoint({
  method: "post",
  path: "/multimedia-to-chart-new",
  bulk: true,
  summary: `Add all songs that match a library filter to the end of a chart, ordered by title; at most ${songsAtATime}`,
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ kind, chartId: field.id, matching: SongFilters }),
  data: AddedSongs,
});
