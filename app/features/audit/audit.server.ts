import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import {
  AuditFilters,
  AuditQuery,
  auditKinds,
  listAudit,
  wordsReach,
} from "#contract/audit/endpoints";
import { showInstant } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import type { changesOf } from "~/lib/audit/audit-change";
import { auditItem, auditKind, capitalise } from "~/lib/audit/audit-words";
import { historyKinds, isHistoryKind } from "~/lib/audit/history-kinds";
import { withNames } from "~/lib/audit/people.server";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { undoOf } from "./undo-offers.server";

/** Filters by owner: the chosen company, or the provider if `of=provider`. */
const own = { of: z.literal("provider").optional(), one: z.string().max(200).optional() };
const Address = listAddress({
  ...AuditQuery.omit({ companyId: true, limit: true, itemId: true }).shape,
  ...own,
});
const DownloadAddress = z.object({
  ...AuditFilters.omit({ companyId: true, itemId: true }).shape,
  ...own,
});

/**
 * Reads the query from the address. A companyId of undefined keeps the chosen company out of the
 * call, for the provider's own log. Throws 404 where `one`, an item by kind and identifier
 * ("store.…"), is not ours.
 */
function toQuery<Q extends { of?: "provider" | undefined; one?: string | undefined }>(
  { of, one, ...query }: Q,
  { ids }: PageContext,
) {
  const [, kind = "", ref] = /^([a-z]+)\.(.+)$/.exec(one ?? "") ?? [];
  if (one !== undefined && !isHistoryKind(kind))
    throw Response.json({ message: messages.decryptFailed }, { status: 404 });
  const item = isHistoryKind(kind)
    ? { itemKind: historyKinds[kind], itemId: ids.decrypt(kind, ref) }
    : {};
  return { ...query, ...item, ...(of && { companyId: undefined }) };
}

export const readAuditFilters = (request: Request, pageContext: PageContext) =>
  toQuery(readFilters(request, DownloadAddress), pageContext);

export async function loadAudit(
  args: LoaderFunctionArgs,
  pageContext: PageContext,
  entryChanges: typeof changesOf,
) {
  const { api } = pageContext;
  const { row, ...address } = readQuery(args.request, Address);
  const query = toQuery(address, pageContext);
  const ofWhom = address.of ? { companyId: undefined } : {};
  const [{ data, page }, { data: kinds }, { company }] = await load(() =>
    Promise.all([
      api.call(listAudit, { query }),
      api.call(auditKinds, { query: ofWhom }),
      findCompanies(args.context, pageContext),
    ]),
  );
  const timeZone = zoneOf(address.of ? undefined : company);
  const { cursor: _, limit: __, sort, ...filters } = address;
  return {
    filters,
    sort,
    row,
    page,
    kinds: kinds.map((kind) => ({ value: kind, label: auditKind(kind) })),
    company: company?.companyName ?? null,
    /** A search for words covers only this many of the latest entries. */
    reach:
      filters.who || filters.action || filters.item ? pageContext.figures.figure(wordsReach) : null,
    rows: (await withNames(pageContext, data, "who")).map((entry) => ({
      id: entry.id,
      when: showInstant(new Date(entry.at), timeZone),
      who: entry.who,
      sentFrom: entry.address,
      action: capitalise(entry.action),
      item: auditItem(entry),
      kind: auditKind(entry.itemKind),
      ...entryChanges(entry, { timeZone, figures: pageContext.figures }),
      undo: undoOf(entry, address.of === "provider" || !company, pageContext),
    })),
  };
}
