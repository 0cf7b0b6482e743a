// What other modules, jobs and the demo may use of alerts.
export { countOpenAlerts } from "./alerts.queries.ts";
export { watchAllStores, watchStores } from "./watch-stores.service.ts";
