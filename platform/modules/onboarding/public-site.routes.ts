import * as contract from "#contract/onboarding/public-site";
import type { Bind } from "../../http/bind.ts";
import {
  changePublicSite,
  findPublicSite,
  listStructuredData,
  listTestimonials,
} from "./public-site.service.ts";

/** Routes for the content of the public pages: for provider staff to edit, for visitors to read. */
export function publicSiteRoutes(bind: Bind) {
  bind.json(contract.getPublicSite, async (call) => ({ data: await findPublicSite(call) }));
  bind.json(contract.changePublicSite, async (call, { body }) => ({
    message: "Public pages saved",
    data: await changePublicSite(call, body),
  }));
  bind.json(contract.listTestimonials, async (call) => ({ data: await listTestimonials(call) }));
  bind.json(contract.getStructuredData, async (call) => ({ data: await listStructuredData(call) }));
}
