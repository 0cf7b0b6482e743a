import { loginReport } from "./logins.ts";
import { musicDistribution } from "./music-distribution.ts";
import type { Report } from "./report.ts";
import { songPlayOutReport } from "./song-play-out.ts";
import { statusReports } from "./store-status.ts";

/** Every report in the product. Each needs a source in platform/modules/reports/sources.ts, or the code does not compile. */
const catalogue = [...[songPlayOutReport, musicDistribution, loginReport], ...statusReports];
export type ReportKey = (typeof catalogue)[number]["key"];
export const reports: readonly Report[] = catalogue;

/** The report with this key, or undefined. */
export const reportOf = (key: string | undefined): Report | undefined => reports.find((report) => report.key === key);
