// What other modules, jobs and the demo may use of schedule.
export type { StoredPosition } from "./playlist-record.ts";
export { publishGroupDays } from "./schedule.service.ts";
export { listStoreDays } from "./store-days.service.ts";
