// What jobs may use of reports.
export { forgetOldReportRuns, reportMailService } from "./run-schedules.service.ts";
