import { openingPeriod } from "#contract/reports/periods";
import type { Report } from "#contract/reports/report";
import { withMembers } from "~/ui/frame/address";

export const reportsPath = "/admin/reports";
export const reportPath = (key: string) => `${reportsPath}/${key}`;
/** Opens the report with its data: for its usual period, or for the present state. */
export const openReportPath = (report: Pick<Report, "key" | "dates">) =>
  withMembers(reportPath(report.key), {
    period: openingPeriod(report),
    show: report.dates === "none" ? "yes" : undefined,
  });
export const reportDownloadPath = (key: string) => `${reportPath(key)}/download`;

export const schedulesPath = `${reportsPath}/schedules`;
/** Schedules the report in the address, with its filters. */
export const scheduleAddPath = `${schedulesPath}/add`;
export const schedulePath = (ref: string) => `${schedulesPath}/${ref}`;
export const scheduleEditPath = (path: string) => `${path}/edit`;
/** The page that an email links to. */
export const reportFilePath = (fileId: string) => `${reportsPath}/files/${fileId}`;
export const reportFileDownloadPath = (fileId: string) => `${reportFilePath(fileId)}/download`;
export const scheduleRecipientsPath = (path: string) => `${path}/recipients`;
/** The page behind a link that an outside address was sent. */
export const linkedReportPath = (token: string) => `/shared-report/${token}`;
export const linkedReportFilePath = (token: string) => `${linkedReportPath(token)}/file`;
