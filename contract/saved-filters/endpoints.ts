import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";

/** The most filters that a user can save for one list. */
export const mostSavedFilters = 50;

/** The list or report that they belong to, for example "stores" or "report-total-stores". */
const list = z.string().regex(/^[a-z][a-z-]{0,59}$/, "There is no such list.");
const member = z.string().regex(/^[A-Za-z]\w{0,39}$/);
/** A typed text, or as many identifiers as a filter takes. */
const text = z
  .string()
  .trim()
  .refine(
    (value) => [field.search, idListOf("item")].some((schema) => schema.safeParse(value).success),
    "At most 100 characters, or 50 items of a list, are allowed.",
  );
/** The filters as the list's endpoint takes them. */
const filters = z
  .record(member, z.union([text, z.number(), z.boolean()]))
  .refine((values) => Object.keys(values).length >= 1, "Filter the list first.")
  .refine((values) => Object.keys(values).length <= 30, "There are too many filters.");

export const SavedFilter = z.object({
  id: z.int(),
  list: z.string(),
  name: z.string(),
  filters: z.record(z.string(), z.unknown()),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const savedFilters = endpoint({
  method: "get",
  path: "/saved-filter",
  summary: "The caller's own saved filters in the open company, of one list or of all",
  access: "session",
  scope: "people",
  query: z.strictObject({ ...ofCompany, list: list.optional() }),
  data: z.array(SavedFilter),
});

export const saveFilter = endpoint({
  method: "post",
  path: "/saved-filter",
  summary: "Save a list's filters under a name",
  access: "session",
  scope: "people",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ list, name: field.title, filters }),
  data: SavedFilter,
  success: 201,
  idempotent: true,
});

export const removeSavedFilter = endpoint({
  method: "delete",
  path: "/saved-filter",
  summary: "Remove one of the caller's own saved filters",
  access: "session",
  scope: "people",
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: z.object({}),
});
