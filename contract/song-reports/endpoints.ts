import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { storeNames } from "../stores/store-names.ts";
import {
  longestReportNote,
  songReportOutcomes,
  songReportReasons,
  songReportStates,
} from "./words.ts";

const note = field.line
  .max(longestReportNote, `At most ${longestReportNote} characters are allowed.`)
  .regex(printable, messages.printable)
  .optional();

export const reportSong = endpoint({
  method: "post",
  path: "/player/song-reports",
  summary:
    "Report a song in the logs of the caller's own store as unsuitable for it. Another report of the song replaces the reason and note of an open one; each event ID counts once",
  access: ["player"],
  scope: "company",
  body: z.strictObject({
    /** Made by the player, once for each report. */
    eventId: z.guid().toLowerCase(),
    mediaId: z.string().regex(/^song-[1-9]\d{0,14}(?:-[0-9a-f]{1,8})?$/, "Report a song."),
    reason: z.enum(songReportReasons),
    note,
  }),
  data: z.object({ reportedAt: z.iso.datetime() }),
});

export const SongReport = z.object({
  id: z.int(),
  storeId: z.int(),
  ...storeNames,
  /** The store's; its instants are shown in it. */
  timeZone: z.string(),
  songId: z.int(),
  title: z.string(),
  artist: z.string(),
  songStatus: field.status,
  reason: z.enum(songReportReasons),
  note: z.string().nullable(),
  /** The number of times that the store has reported the song while this was open. */
  times: z.int(),
  reportedAt: z.iso.datetime(),
  /** The number of other stores in scope with an open report of the song. */
  otherStores: z.int(),
  outcome: z.enum(songReportOutcomes).nullable(),
  answer: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: z.iso.datetime().nullable(),
});
export type SongReport = z.infer<typeof SongReport>;

export const SongReportQuery = z.strictObject({
  ...ofCompany,
  ...unitFilters,
  state: z.enum(songReportStates).default("open"),
  reason: z.enum(songReportReasons).optional(),
  search: field.search.optional(),
  ...paging,
  sort: z.enum(sortsBy("reported", "store")).default("-reported"),
});
export type SongReportQuery = z.output<typeof SongReportQuery>;

export const listSongReports = endpoint({
  method: "get",
  path: "/song-report",
  summary: "Songs that the caller's stores reported as not for them, open or settled",
  access: ["CHARTS"],
  scope: "company",
  query: SongReportQuery,
  list: true,
  data: SongReport,
});

const params = z.strictObject({ id: idOf("song-report") });

export const findSongReport = endpoint({
  method: "get",
  path: "/song-report/{id}",
  summary: "A store's report of a song, with the company's own charts that contain the song",
  access: ["CHARTS"],
  scope: "company",
  params,
  query: z.strictObject(ofCompany),
  data: SongReport.extend({
    charts: z.array(z.object({ id: z.int(), chartName: z.string() })),
    mayChangeCharts: z.boolean(),
  }),
});

export const settleSongReport = endpoint({
  method: "patch",
  path: "/song-report/{id}",
  summary:
    "Settle a report. “charts” needs the song out of the company's charts, “withdrawn” needs it inactive; both settle all open reports of the song in scope",
  access: ["CHARTS"],
  scope: "company",
  params,
  query: z.strictObject(ofCompany),
  body: z.strictObject({ outcome: z.enum(songReportOutcomes), answer: note }),
  data: z.object({ settled: z.int() }),
});
