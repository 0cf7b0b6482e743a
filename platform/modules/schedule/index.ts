// What other modules, jobs and the demo may use of schedule.

export { compareWithPlays } from "./compare-plays.service.ts";
export { keepDays } from "./keep-days.service.ts";
export { findLastRest } from "./last-rules.queries.ts";
export { findHoursWithoutMusic } from "./music-existence.service.ts";
export { publishGroupDays } from "./plan-days.service.ts";
export type { StoredPosition } from "./playlist-record.ts";
export { findClients } from "./schedule-inputs.queries.ts";
export { listStoreDays } from "./store-days.service.ts";
export {
  findCurrentLogs,
  findHeldMedia,
  findLogs,
  findLogsInForce,
  forgetOldDays,
  type StoreLogLines,
} from "./store-logs.queries.ts";
