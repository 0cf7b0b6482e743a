import * as contract from "#contract/ads/brands";
import type { Bind } from "../../../http/bind.ts";
import { showBrandMonths } from "./brand-months.service.ts";
import {
  changeContacts,
  listBrands,
  listCampaignBrands,
  showBrandAccount,
} from "./brands.service.ts";

/** Brands, with the contacts that a company has there. */
export function brandRoutes(bind: Bind) {
  bind.json(contract.listBrands, (call, { query }) => listBrands(call, query));
  bind.json(contract.campaignBrands, async (call) => ({ data: await listCampaignBrands(call) }));
  bind.json(contract.findBrandAccount, async (call, { query }) => ({
    data: await showBrandAccount(call, query.id),
  }));
  bind.json(contract.brandMonths, async (call, { query }) => ({
    data: await showBrandMonths(call, query),
  }));
  bind.json(contract.changeBrandContacts, async (call, { body }) => {
    const { account, endedLinks } = await changeContacts(call, body);
    const ended = call.figures.counted(endedLinks, "proof of play link");
    const more = endedLinks > 0 ? `. ${ended} of removed people ended` : "";
    return { message: `Contacts of ${account.name} saved${more}`, data: account };
  });
}
