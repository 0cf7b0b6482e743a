import * as contract from "#contract/ads/campaign-records";
import type { Bind } from "../../../http/bind.ts";
import { answerTable } from "../../../http/table-file.ts";
import { exportCampaigns, listCampaignHistory } from "./campaign-records.service.ts";

export function campaignRecordRoutes(bind: Bind) {
  bind.json(contract.campaignHistory, (call, { query }) => listCampaignHistory(call, query));
  bind.file(contract.exportCampaigns, async (call, { query }) =>
    answerTable(call, query, { fileName: "Campaigns", ...(await exportCampaigns(call, query)) }),
  );
}
