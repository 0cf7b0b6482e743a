// Exports of schedule for other modules, jobs and the demo.

export { compareWithPlays } from "./days/compare-plays.service.ts";
export { daysDrafted, keepDays } from "./days/keep-days.service.ts";
export { publishGroupDays } from "./days/plan-days.service.ts";
export { replaceWithdrawnSongs } from "./days/withdrawn-songs.service.ts";
export { findHeldMedia } from "./logs/held-media.queries.ts";
export type { StoredPosition } from "./logs/playlist-record.ts";
export { listStoreDays } from "./logs/store-days.service.ts";
export {
  findCurrentLogs,
  findLogs,
  findLogsInForce,
  type StoreLogLines,
} from "./logs/store-logs.queries.ts";
export { deleteOldDays } from "./logs/write-store-logs.queries.ts";
export { findClients } from "./publishing/publishing.queries.ts";
export { findLastRest } from "./rules/last-rules.queries.ts";
export { findHoursWithoutMusic } from "./rules/music-existence.service.ts";
export { forgetOldTrials } from "./rules/rule-trials.queries.ts";
export { runTrials } from "./rules/rule-trials.service.ts";
