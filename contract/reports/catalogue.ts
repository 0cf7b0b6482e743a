import {
  availableAds,
  companyAdUtilisation,
  primeAdInventory,
  storeAdUtilisation,
} from "./ad-inventory.ts";
import { alertReport } from "./alerts.ts";
import { adSchedulePreview, campaignReport, storeCampaignReport } from "./campaigns.ts";
import { invoiceCustomers, invoiceRevenue } from "./invoices.ts";
import { loginReport, storeLoginReport } from "./logins.ts";
import { musicDistribution } from "./music-distribution.ts";
import { summaryReport, topPerformingStores } from "./performance.ts";
import { averagePlayOut, musicPlayOutTime, playOutTypes } from "./play-out-times.ts";
import type { Report } from "./report.ts";
import { songPlayOutReport } from "./song-play-out.ts";
import { storeDistribution } from "./store-distribution.ts";
import { storeOnlineStatus, storeVolumeReport } from "./store-minutes.ts";
import { statusReports } from "./store-status.ts";

/**
 * Every report in the product, by subject. Each needs a source in
 * platform/modules/reports/sources.ts, or the code does not compile.
 */
const catalogue = {
  Music: [songPlayOutReport, musicDistribution, playOutTypes, musicPlayOutTime, averagePlayOut],
  Campaigns: [campaignReport, storeCampaignReport, adSchedulePreview],
  Ads: [companyAdUtilisation, storeAdUtilisation, primeAdInventory, availableAds],
  Stores: [
    topPerformingStores,
    summaryReport,
    storeOnlineStatus,
    storeVolumeReport,
    storeDistribution,
    ...statusReports,
    alertReport,
  ],
  Users: [loginReport, storeLoginReport],
  Billing: [invoiceCustomers, invoiceRevenue],
};
export type ReportKey = (typeof catalogue)[keyof typeof catalogue][number]["key"];
export const reportsBySubject: Readonly<Record<string, readonly Report[]>> = catalogue;
export const reports: readonly Report[] = Object.values(reportsBySubject).flat();

/** The report with this key, or undefined. */
export const reportOf = (key: string | undefined): Report | undefined =>
  reports.find((report) => report.key === key);
