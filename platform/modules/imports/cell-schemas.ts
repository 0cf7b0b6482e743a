import { z } from "zod";
import * as field from "#contract/base/fields";
import { importMessages } from "./messages.ts";

/**
 * What cells hold in CSVs of every kind: null for one that clears, undefined for an empty one or a
 * column that is missing.
 */

export const cell = z.string().trim();

export const statusCell = cell
  .toLowerCase()
  .pipe(z.enum(["active", "inactive"], "Enter active or inactive."))
  .nullish();

/** dd/MM/yy, dd/MM/yyyy or yyyy-MM-dd, as yyyy-MM-dd; 70 to 99 are of the last century. */
export const dateCell = cell
  .transform((text) => {
    const [, day = "", month = "", year = ""] =
      /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
    if (day === "") return text;
    const whole = year.length === 4 ? year : `${Number(year) >= 70 ? 19 : 20}${year}`;
    return `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  })
  .pipe(z.string().refine((text) => field.isoDate.safeParse(text).success, importMessages.date))
  .nullish();
