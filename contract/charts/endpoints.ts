import { z } from "zod";
import { printableLines } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { namesOne, undoOf } from "../base/undo.ts";
import { StoredFile } from "../files/endpoints.ts";
import { chartKinds, displays } from "./words.ts";

const kind = z.enum(chartKinds);
const chartId = field.id;

/**
 * The company of a chart: the provider for a popular chart, else the company being worked in.
 */
export const ofChart = { ...ofCompany, kind };

export const ChartChoice = z.object({
  id: z.int(),
  chartName: z.string(),
  kind,
  /** Active songs with audio in it. */
  songs: z.int(),
});
export type ChartChoice = z.infer<typeof ChartChoice>;

export const chartChoices = endpoint({
  method: "get",
  path: "/chart/choices",
  summary:
    "The active charts a company may use in its rules: the provider's popular charts and its own",
  access: ["CHARTS", "MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(ChartChoice),
});

export const ChartForm = z.strictObject({
  chartName: field.title,
  description: z.string().trim().max(500).regex(printableLines, messages.printable).optional(),
  /** The default chart view of its make-up. */
  display: z.enum(displays).default("bar"),
});

export const ChartRow = z.object({
  id: z.int(),
  kind,
  chartName: z.string(),
  description: z.string().nullable(),
  display: z.enum(displays),
  status: field.status,
  /**
   * All its songs, those of them that play today with the seconds of these, and those that would if
   * they had audio.
   */
  songs: z.int(),
  playable: z.int(),
  withoutAudio: z.int(),
  seconds: z.int(),
  logoFileId: z.string().nullable(),
  /** Master rules that use it, of those the caller sees. */
  rules: z.int(),
  version: z.int(),
  updatedAt: z.string(),
});
export type ChartRow = z.infer<typeof ChartRow>;

const share = z.object({ name: z.string(), songs: z.int() });
/** A line of a rule's mix that plays the chart, or a rule whose fallback it is. */
const ChartUse = z.object({
  companyName: z.string(),
  unitName: z.string(),
  level: z.enum(["COMPANY", "REGION", "ZONE", "GROUP", "STORE"]),
  slotName: z.string(),
  /** Null of a fallback. */
  percent: z.int().nullable(),
  /**
   * Songs an hour that it gives, and the hours until all of them have played (songs ÷ calls an
   * hour); null without songs, and of a fallback.
   */
  callsAnHour: z.number().nullable(),
  turnoverHours: z.number().nullable(),
});
export const ChartDetail = ChartRow.extend({
  mayChange: z.boolean(),
  /** Its songs by their attributes; songs without one count as "Not known". */
  makeUp: z.object({ language: z.array(share), tempo: z.array(share), era: z.array(share) }),
  /** The first fifty uses; `rules` counts all. */
  uses: z.array(ChartUse),
});
export type ChartDetail = z.infer<typeof ChartDetail>;

const filters = { search: field.search.optional(), status: field.status.optional() };
export const ChartQuery = z.strictObject({
  ...ofCompany,
  ...filters,
  ...paging,
  sort: z.enum(sortsBy("name", "status", "songs")).default("name"),
});
export type ChartQuery = z.output<typeof ChartQuery>;

/**
 * Popular charts are the provider's, for every company to read and for its staff to change; custom
 * charts are one company's own.
 */
const chartEndpoints = <const P extends string, const D extends string>(
  path: P,
  deletion: D,
  charts: string,
) => ({
  list: endpoint({
    method: "get",
    path,
    summary: `${charts}`,
    access: ["CHARTS"],
    scope: "none",
    query: ChartQuery,
    list: true,
    data: ChartRow,
  }),
  add: endpoint({
    method: "post",
    path,
    summary: `Add a chart to ${charts.toLowerCase()}, empty or with the songs of another chart`,
    access: ["CHARTS"],
    scope: "none",
    query: z.strictObject(ofCompany),
    /**
     * With `copyOfId` it begins with the songs of that chart, popular or of the same company, in
     * their order and with their weights.
     */
    body: ChartForm.extend({ copyOfId: chartId.optional() }),
    data: z.object({ id: z.int(), songs: z.int() }),
    success: 201,
    idempotent: true,
  }),
  change: endpoint({
    method: "put",
    path,
    summary: `Change the name, description or default view of one of ${charts.toLowerCase()}`,
    access: ["CHARTS"],
    scope: "none",
    query: z.strictObject(ofCompany),
    body: ChartForm.extend({ id: chartId, version: field.version.optional() }),
    data: z.object({ id: z.int(), version: z.int() }),
  }),
  remove: endpoint({
    method: "delete",
    path: deletion,
    summary: `Delete one of ${charts.toLowerCase()}, unless a master rule uses it`,
    access: ["CHARTS"],
    scope: "none",
    query: z.strictObject({ ...ofCompany, id: chartId }),
    data: z.null(),
  }),
});

export const popular = chartEndpoints("/chart", "/popular-chart/delete", "Popular charts");
export const custom = chartEndpoints(
  "/chart/custom-chart",
  "/custom-chart/delete",
  "A company's own charts",
);

export const listPopularCharts = popular.list;
export const addPopularChart = popular.add;
export const changePopularChart = popular.change;
export const deletePopularChart = popular.remove;
export const listCustomCharts = custom.list;
export const addCustomChart = custom.add;
export const changeCustomChart = custom.change;
export const deleteCustomChart = custom.remove;

export const ChartExportQuery = z.strictObject({ ...ofChart, ...filters });
export type ChartExportQuery = z.output<typeof ChartExportQuery>;

export const exportCharts = endpoint({
  method: "get",
  path: "/chart/export",
  summary: "The charts of a kind that match, as CSV or workbook",
  access: ["CHARTS"],
  scope: "none",
  query: ChartExportQuery.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
});

export const findChart = endpoint({
  method: "get",
  path: "/chart/detail",
  summary: "One chart with its composition, its length and the master rules that use it",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject({ ...ofChart, id: chartId }),
  data: ChartDetail,
});

export const setChartStatus = endpoint({
  method: "patch",
  path: "/chart/activate-deactivate",
  summary:
    "Activate or deactivate charts. Rules skip an inactive chart and play their other charts",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      kind,
      ids: z.array(chartId).min(1).max(100).optional(),
      undoOf: undoOf.optional(),
      status: field.status,
    })
    .refine(namesOne, { path: ["ids"], message: "Choose at least one chart." }),
  data: z.object({ changed: z.int(), rules: z.int() }),
});

export const setChartLogo = endpoint({
  method: "post",
  path: "/chart/logo-upload",
  summary: "Set a chart's logo; it replaces any earlier one",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject({ ...ofChart, id: chartId }),
  upload: { kind: "image", most: 1 },
  data: StoredFile,
  success: 201,
});

export const deleteChartLogo = endpoint({
  method: "delete",
  path: "/chart/logo-delete",
  summary: "Remove a chart's logo, if it has one",
  access: ["CHARTS"],
  scope: "none",
  query: z.strictObject({ ...ofChart, id: chartId }),
  data: z.null(),
});
