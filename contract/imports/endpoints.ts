import { z } from "zod";
import { footfallColumns } from "../ads/footfall-columns.ts";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany, paging } from "../base/pages.ts";
import type { Area } from "../base/roles.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { songCsvColumns } from "../library/csv-columns.ts";
import { storeCsvColumns } from "../stores/csv-columns.ts";
import { userCsvColumns } from "../users/csv-columns.ts";

/** The effect of a row of a file. */
export const outcomes = ["add", "change", "same", "refused"] as const;
export type RowOutcome = (typeof outcomes)[number];

/**
 * A CSV or .xlsx file that was checked; its rows wait seven days for the one who checked it to
 * apply them.
 */
export const ImportRun = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(["checked", "applied"]),
  toAdd: z.int(),
  toChange: z.int(),
  same: z.int(),
  refused: z.int(),
  /** Rows with warnings, whatever their outcome. */
  warned: z.int(),
  /** Notes on how the file was read, if that is not obvious: its sheet, its encoding. */
  remarks: z.array(z.string()),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
});
export type ImportRun = z.infer<typeof ImportRun>;

export const ImportRow = z.object({
  /** The line as a spreadsheet counts; the heading is line 1. */
  line: z.int(),
  outcome: z.enum(outcomes),
  /** The row's first cells that identify it: code and name. */
  names: z.array(z.string()),
  /** The reasons why it was refused, or its changes. */
  notes: z.array(z.string()),
  /** Possible faults in its values, which are applied all the same. */
  warnings: z.array(z.string()),
  /** The values that a row adds, as they were understood. */
  values: z.array(z.object({ heading: z.string(), value: z.string() })),
});
export type ImportRow = z.infer<typeof ImportRow>;

const params = z.object({ importId: z.uuid() });

/** Options for a file of songs. */
const people = { createPeople: z.enum(["true", "false"]).default("false") };

type Kind<P extends string> = {
  path: P;
  area: Area;
  things: string;
  /** The company whose things they are; songs are the provider's, and name none. */
  own: Partial<typeof ofCompany>;
  options?: Partial<typeof people>;
  scope: "company" | "provider";
  /** Closed to API tokens. */
  session?: true;
};

/**
 * The calls of one kind of file. Check stages its rows and shows their effects; apply applies all
 * of them or none, once. With dryRun=false both happen at once, and any refused row, or one with a
 * warning, refuses all.
 */
const importEndpoints = <const P extends string>({
  path,
  area,
  things,
  own,
  scope,
  session,
  options = {},
}: Kind<P>) => {
  // the schema refuses what a kind does not accept, and a handler reads undefined
  const ofOwn = own as typeof ofCompany;
  const company = z.strictObject(ofOwn);
  const writes = session ? { session } : {};
  return {
    check: endpoint({
      method: "post",
      path,
      summary: `Check a CSV or .xlsx file of ${things}, row by row; with dryRun=false also apply it`,
      access: [area],
      ...writes,
      scope,
      query: z.strictObject({
        ...ofOwn,
        ...(options as typeof people),
        dryRun: z.enum(["true", "false"]).default("true"),
      }),
      upload: { kind: "table", most: 1 },
      bulk: true,
      data: ImportRun,
      success: 201,
    }),
    apply: endpoint({
      method: "post",
      path: `${path}/{importId}/apply`,
      summary: `Apply a checked file of ${things}; if one row fails, none is applied`,
      access: [area],
      ...writes,
      scope,
      params,
      query: company,
      bulk: true,
      data: ImportRun,
    }),
    show: endpoint({
      method: "get",
      path: `${path}/{importId}`,
      summary: `The result of checking a file of ${things}`,
      access: [area],
      scope,
      params,
      query: company,
      data: ImportRun,
    }),
    rows: endpoint({
      method: "get",
      path: `${path}/{importId}/rows`,
      summary: "What each row would do, with reasons and changes",
      access: [area],
      scope,
      params,
      query: z.strictObject({
        ...ofOwn,
        ...paging,
        outcome: z.enum(outcomes).optional(),
        warned: z.literal("true").optional(),
      }),
      list: true,
      data: ImportRow,
    }),
    refused: endpoint({
      method: "get",
      path: `${path}/{importId}/refused`,
      summary: "The refused rows with a column of reasons, to correct and send again",
      access: [area],
      scope,
      params,
      query: company.extend(ofFile),
      data: z.never(),
      stream: tableMediaTypes,
    }),
    template: endpoint({
      method: "get",
      path: `${path}/template`,
      summary: `The columns that a file of ${things} may have`,
      access: [area],
      scope: "none",
      query: z.strictObject(ofFile),
      data: z.never(),
      stream: tableMediaTypes,
    }),
  };
};
export type ImportEndpoints = ReturnType<typeof importEndpoints<string>>;

const stores = importEndpoints({
  path: "/store/csv-store",
  area: "STORES",
  things: "stores",
  own: ofCompany,
  scope: "company",
});
export const checkStoreCsv = stores.check;
export const applyStoreCsv = stores.apply;
export const showStoreCsv = stores.show;
export const listStoreCsvRows = stores.rows;
export const refusedStoreCsvRows = stores.refused;
export const storeCsvTemplate = stores.template;
/** Its calls and its columns. */
export const storeImport = { endpoints: stores, columns: storeCsvColumns };

const users = importEndpoints({
  path: "/user/csv-user",
  area: "USER_MGMT",
  things: "new users",
  own: ofCompany,
  scope: "company",
  session: true, // as for one user: a token creates no people and gives no roles
});
export const checkUserCsv = users.check;
export const applyUserCsv = users.apply;
export const showUserCsv = users.show;
export const listUserCsvRows = users.rows;
export const refusedUserCsvRows = users.refused;
export const userCsvTemplate = users.template;
export const userImport = { endpoints: users, columns: userCsvColumns };

const songs = importEndpoints({
  path: "/csv-multimedia",
  area: "MUSIC_LIBRARY",
  things: "songs",
  own: {},
  scope: "provider",
  options: people,
});
export const checkSongCsv = songs.check;
export const applySongCsv = songs.apply;
export const showSongCsv = songs.show;
export const listSongCsvRows = songs.rows;
export const refusedSongCsvRows = songs.refused;
export const songCsvTemplate = songs.template;
export const songImport = { endpoints: songs, columns: songCsvColumns };

const footfall = importEndpoints({
  path: "/footfall/csv-footfall",
  area: "NON_MUSIC",
  things: "footfall",
  own: ofCompany,
  scope: "company",
});
export const checkFootfallCsv = footfall.check;
export const applyFootfallCsv = footfall.apply;
export const showFootfallCsv = footfall.show;
export const listFootfallCsvRows = footfall.rows;
export const refusedFootfallCsvRows = footfall.refused;
export const footfallCsvTemplate = footfall.template;
export const footfallImport = { endpoints: footfall, columns: footfallColumns };
