// What jobs and the demo may use of telemetry.
export {
  addPastHours,
  forgetOldStoreHours,
  keepStoreHours,
  lastFullQuarter,
} from "./keep-store-hours.service.ts";
export {
  addToHours,
  minutesBetween,
  noMinutes,
  type StoreBeat,
  saveHeartbeats,
} from "./store-minutes.queries.ts";
