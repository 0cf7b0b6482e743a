// What other modules, jobs and the demo may use of ads.

export { adTimeOnSale, primeHoursOf } from "./ads-on-sale.queries.ts";
export { countWanted } from "./asked-hours.queries.ts";
export { sumAdSeconds } from "./availability.service.ts";
export { tellOfAllSpots } from "./campaign-notices.service.ts";
export { savePrice } from "./campaign-plays.ts";
export { campaignsWithin } from "./campaigns.queries.ts";
export { checkLedgers, findLedgerDifferences } from "./check-ledgers.service.ts";
export { countDelivery } from "./count-delivery.service.ts";
export { deliveryOfCampaigns } from "./delivery.service.ts";
export { deliveryByDay, deliveryByStore, uncountedDays } from "./delivery-parts.queries.ts";
export { followStores, keepCampaigns } from "./keep-campaigns.service.ts";
export { type KeptLedger, keepLedger } from "./keep-ledger.service.ts";
export { takePlays } from "./ledger.queries.ts";
export { makeGoods, sumLiveDelivery, tellBehind } from "./make-goods.service.ts";
export { tellRefusals } from "./refusals.service.ts";
export { companySettingsOf, type StoreSettings, settingsFor } from "./store-settings.ts";
