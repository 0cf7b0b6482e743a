// Exports of alerts for other modules, jobs and the demo.
export { countOpenAlerts } from "./alerts.queries.ts";
export { handOverEmailWriters } from "./hand-over-email.ts";
export { forgetOldVoiceNotes } from "./help-calls.queries.ts";
export { watchAllStores, watchStores } from "./watch-stores.service.ts";
