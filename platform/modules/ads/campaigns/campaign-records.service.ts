import type { z } from "zod";
import type { CampaignFilters, campaignHistory } from "#contract/ads/campaign-records";
import { ownsAll } from "../../../access/locations.ts";
import { notFound } from "../../../base/refusal.ts";
import type { ExportRows } from "../../../db/export-cells.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { listAudit } from "../../audit/index.ts";
import { findCampaignRows } from "./campaign-records.queries.ts";
import { findCampaignRow, findCampaignUnits } from "./campaigns.queries.ts";
import { narrowed } from "./list-campaigns.service.ts";

/**
 * Lists a page of a campaign's history. Throws 404 for a campaign out of sight, 422 for a cursor
 * that is not ours.
 */
export async function listCampaignHistory(
  call: ScopedCall,
  { id, companyId: _, ...page }: z.output<typeof campaignHistory.query>,
) {
  const { scope, db } = call;
  if (!(await findCampaignRow(scope, db, id))) throw notFound();
  const isWhole = ownsAll(scope, await findCampaignUnits(scope, db, [id]));
  const { data, page: place } = await listAudit(call, {
    ...page,
    itemKind: "campaign",
    itemId: id,
  });
  const rows = data.map(({ id, at, who, action, before, after }) => ({
    id,
    at,
    who,
    action,
    // the changes may name locations that the caller does not see
    before: isWhole ? before : null,
    after: isWhole ? after : null,
  }));
  return { data: rows, page: place };
}

/**
 * The campaigns that match as CSV rows. Throws 404 for a location to narrow by that is out of
 * scope.
 */
export async function exportCampaigns(
  call: ScopedCall,
  filters: CampaignFilters,
): Promise<ExportRows> {
  return findCampaignRows(call.scope, call.db, await narrowed(call, filters));
}
