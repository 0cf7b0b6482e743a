import { z } from "zod";
import { xlsxMediaType } from "./uploads.ts";

/** In which a list can be downloaded. */
export const fileFormats = ["csv", "xlsx"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The media types of a list that an endpoint streams as a file. */
export const tableMediaTypes = ["text/csv", xlsxMediaType] as const;

/** The query members of every list that is downloaded. */
export const ofFile = {
  format: z.enum(fileFormats).default("csv"),
  /**
   * "0" leaves out the byte order mark, by which spreadsheets know a CSV as UTF-8. API tokens get
   * none.
   */
  bom: z.enum(["0", "1"]).default("1"),
};
export type FileOptions = { format: FileFormat; bom: "0" | "1" };
