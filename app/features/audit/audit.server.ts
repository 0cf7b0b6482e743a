import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { AuditFilters, AuditQuery, auditKinds, listAudit, wordsReach } from "#contract/audit/endpoints";
import { changesOf, showInstant } from "~/lib/audit-change";
import { findCompanies, zoneOf } from "~/lib/company.server";
import { readFilters, readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { listAddress } from "~/lib/list-address.server";

/** Whose items: the chosen company's, or with `of=provider` the provider's own. */
const own = { of: z.literal("provider").optional() };
const Address = listAddress({
  ...AuditQuery.omit({ companyId: true, limit: true }).shape,
  ...own,
});
const DownloadAddress = z.object({ ...AuditFilters.omit({ companyId: true }).shape, ...own });

/** A companyId that is given as undefined keeps the chosen company out of the call: the provider's own log. */
const scopeQuery = <Q extends { of?: "provider" | undefined }>({ of, ...query }: Q) => (of ? { ...query, companyId: undefined } : query);

export const readAuditFilters = (request: Request) => scopeQuery(readFilters(request, DownloadAddress));

export async function loadAudit(args: LoaderFunctionArgs, guarded: Guarded) {
  const { api } = guarded;
  const { row, ...address } = readQuery(args.request, Address);
  const query = scopeQuery(address);
  const ofWhom = address.of ? { companyId: undefined } : {};
  const [{ data, page }, { data: kinds }, { company }] = await load(() =>
    Promise.all([api.call(listAudit, { query }), api.call(auditKinds, { query: ofWhom }), findCompanies(args.context, guarded)]),
  );
  const timeZone = zoneOf(address.of ? undefined : company);
  const { cursor: _, limit: __, sort, ...filters } = address;
  return {
    filters,
    sort,
    row,
    page,
    kinds,
    company: company?.companyName ?? null,
    /** Where words were looked for: so many of the latest entries. */
    reach: filters.who || filters.action || filters.item ? guarded.figures.figure(wordsReach) : null,
    rows: data.map(({ id, at, who, address: sentFrom, action, itemKind, itemId, itemName, before, after }) => ({
      id,
      when: showInstant(new Date(at), timeZone),
      who,
      sentFrom,
      action: capitalised(action),
      item: itemName ?? itemId,
      kind: capitalised(itemKind),
      ...changesOf(before, after, timeZone),
    })),
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
