import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { footfallLimits } from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

/** The visitors to a store in an hour on its own clock. */
export const FootfallRow = z.strictObject({
  storeCode: field.storeCode,
  /** Not later than today on the store's clock, and not before the play log begins. */
  date: field.isoDate,
  /** 9 is from 09:00 to 10:00. */
  hour: wholeNumber(0, 23), // one that has begun
  visitors: wholeNumber(0, footfallLimits.visitors),
});
export type FootfallRow = z.output<typeof FootfallRow>;

export const saveFootfall = endpoint({
  method: "put",
  path: "/footfall",
  summary:
    "Save visitors to stores by date and hour; a row replaces an earlier number for its hour",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: z.strictObject({ rows: z.array(FootfallRow).min(1).max(footfallLimits.rows) }),
  bulk: true,
  data: z.object({ saved: z.int() }),
});

export const FootfallOverview = z.object({
  /** Stores in scope, and those among them with footfall. */
  stores: z.int(),
  storesWithFootfall: z.int(),
  hours: z.int(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
});

export const footfallOverview = endpoint({
  method: "get",
  path: "/footfall",
  summary: "The number of stores and hours with footfall, and its first and last day",
  access,
  scope,
  query: z.strictObject(ofCompany),
  data: FootfallOverview,
});
