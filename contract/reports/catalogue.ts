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
 * Every report in the product, by the question that it helps to answer. Each needs a source in
 * platform/modules/reports/sources.ts, or the code does not compile.
 */
const catalogue = {
  "What played?": [
    songPlayOutReport,
    musicDistribution,
    playOutTypes,
    musicPlayOutTime,
    averagePlayOut,
  ],
  "Do the ads play as booked?": [campaignReport, storeCampaignReport, adSchedulePreview],
  "How much ad time is sold?": [
    companyAdUtilisation,
    storeAdUtilisation,
    primeAdInventory,
    availableAds,
  ],
  "How well do stores play?": [
    summaryReport,
    topPerformingStores,
    storeOnlineStatus,
    storeVolumeReport,
    alertReport,
  ],
  "How are the stores now?": [...statusReports, storeDistribution],
  "Who signed in?": [loginReport, storeLoginReport],
  "What was invoiced?": [invoiceCustomers, invoiceRevenue],
};
export type ReportKey = (typeof catalogue)[keyof typeof catalogue][number]["key"];
export const reportsByQuestion: Readonly<Record<string, readonly Report[]>> = catalogue;
export const reports: readonly Report[] = Object.values(reportsByQuestion).flat();

/** The report with this key, or undefined. */
export const reportOf = (key: string | undefined): Report | undefined =>
  reports.find((report) => report.key === key);
