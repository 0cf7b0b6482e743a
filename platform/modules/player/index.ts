/** The player module's door: what other parts of the platform may use of it. */
export { listDevices } from "./devices.service.ts";
export { addToTotals } from "./player.queries.ts";
