import { z } from "zod";
import { AuditRow } from "../audit/endpoints.ts";
import { endpoint } from "../base/endpoint.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { CampaignQuery } from "./campaigns.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

export const CampaignFilters = CampaignQuery.omit({ cursor: true, limit: true, sort: true });
export type CampaignFilters = z.output<typeof CampaignFilters>;

export const exportCampaigns = endpoint({
  method: "get",
  path: "/campaign-export",
  summary: "The campaigns that match, as CSV or workbook, with the figures of the stores in scope",
  access,
  scope,
  query: CampaignFilters.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
});

export const campaignHistory = endpoint({
  method: "get",
  path: "/campaign/history",
  summary:
    "Who did what to a campaign, newest first; before and after only for who owns all its locations",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign"), ...paging }),
  list: true,
  data: AuditRow.pick({ id: true, at: true, who: true, action: true, before: true, after: true }),
});
