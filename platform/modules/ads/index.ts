// Exports what other modules, jobs and the demo may use of ads.

export { adTimeOnSale, primeHoursOf } from "./availability/ads-on-sale.queries.ts";
export { countWanted } from "./availability/asked-hours.queries.ts";
export { sumAdSeconds } from "./availability/availability.service.ts";
export { requireBrand } from "./brands/brands.service.ts";
export { campaignBrand, ofBrand } from "./campaigns/campaign-brand.queries.ts";
export { notifySpotDates } from "./campaigns/campaign-notices.service.ts";
export { savePrice } from "./campaigns/campaign-price.ts";
export { campaignsWithin } from "./campaigns/campaigns.queries.ts";
export { followStores, keepCampaigns } from "./campaigns/keep-campaigns.service.ts";
export { planGoals } from "./campaigns/plan-goals.service.ts";
export { countDelivery } from "./delivery/count-delivery.service.ts";
export { deliveryOfCampaigns } from "./delivery/delivery.service.ts";
export {
  deliveryByDay,
  deliveryByStore,
  uncountedDays,
} from "./delivery/delivery-parts.queries.ts";
export { makeGoods } from "./delivery/make-goods.service.ts";
export { notifyRefusals } from "./delivery/refusals.service.ts";
export { notifyUnderdelivery, sumLiveDelivery } from "./delivery/underdelivery.service.ts";
export { forgetOldFootfall } from "./footfall/footfall.service.ts";
export { checkLedgers, findLedgerDifferences } from "./ledger/check-ledgers.service.ts";
export { keepLedger, type LedgerFingerprints } from "./ledger/keep-ledger.service.ts";
export { takePlays } from "./ledger/take-plays.queries.ts";
export { proofEmailWriters } from "./proof/email-proof.service.ts";
export { forgetOldLinks } from "./proof/proof-links.service.ts";
export { companySettingsOf, type StoreSettings, settingsFor } from "./settings/store-settings.ts";
