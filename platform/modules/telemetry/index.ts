// What jobs and the demo may use of telemetry.
export { forgetOldStoreHours, keepStoreHours } from "./keep-store-hours.service.ts";
export { addHoursToDays, addToHours } from "./store-minutes.queries.ts";
