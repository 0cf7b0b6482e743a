// Exports of telemetry for jobs and the demo.
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
