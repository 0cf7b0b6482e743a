import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { requestId } from "../base/undo.ts";

/**
 * Words are searched in this many of the latest entries up to the last day asked for. To search
 * older entries, name an earlier day.
 */
export const wordsReach = 200_000;

const filters = {
  ...ofCompany,
  /** Part of the person, of the action or of the item's name; or the item's id. */
  who: field.search.optional(),
  action: field.search.optional(),
  item: field.search.optional(),
  itemKind: field.search.optional(),
  /** With `itemKind`: one item's history. */
  itemId: field.id.optional(),
  /** Days of the company's calendar, both counted. */
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
};
export const AuditFilters = z.strictObject(filters);
export type AuditFilters = z.output<typeof AuditFilters>;
export const AuditQuery = z.strictObject({
  ...filters,
  ...paging,
  sort: z.enum(sortsBy("at")).default("-at"),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string(),
  address: z.string().nullable(),
  action: z.string(),
  itemKind: z.string(),
  itemId: z.string(),
  itemName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/**
 * `undoOf` identifies the change for the call that undoes it, if it is the caller's own of the last
 * hour and nobody has changed it since. `names` are the current names of the items that `before`
 * and `after` mention, by field and id: `{ groupId: { "12": "North" } }`.
 */
export const AuditEntry = AuditRow.extend({
  undoOf: requestId.nullable(),
  names: z.record(z.string(), z.record(z.string(), z.string())),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Without a company: changes to the provider's own items. */
export const listAudit = endpoint({
  method: "get",
  path: "/audit-logs",
  summary: "Who did what to which item of a company, newest first",
  access: ["AUDIT_LOGS"],
  scope: "people",
  query: AuditQuery,
  list: true,
  data: AuditEntry,
});

export const exportAudit = endpoint({
  method: "get",
  path: "/audit-logs/export",
  summary: "The entries that match, as CSV or workbook",
  access: ["AUDIT_LOGS"],
  scope: "people",
  query: AuditFilters.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
  mayLag: true,
});

export const auditKinds = endpoint({
  method: "get",
  path: "/audit-logs/kinds",
  summary: "The kinds of item that a company's entries are about",
  access: ["AUDIT_LOGS"],
  scope: "people",
  query: z.strictObject(ofCompany),
  data: z.array(z.string()),
});
