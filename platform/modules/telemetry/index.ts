// What jobs and the demo may use of telemetry.
export { addPastHours, forgetOldStoreHours, keepStoreHours } from "./keep-store-hours.service.ts";
export { addToHours, minutesBetween, noMinutes } from "./store-minutes.queries.ts";
