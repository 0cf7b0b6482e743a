// What other modules and jobs may use of reports.

export { findRankEnds, type RankedStore } from "./performance.queries.ts";
export { forgetOldReportRuns, reportMailService } from "./run-schedules.service.ts";
