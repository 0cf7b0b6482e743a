// Exports of reports for other modules and jobs.

export { findRankEnds, type RankedStore } from "./performance.queries.ts";
export { forgetOldReportRuns, reportMailService } from "./run-schedules.service.ts";
