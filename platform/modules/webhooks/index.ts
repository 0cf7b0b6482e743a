// Exports of webhooks for other modules and jobs.
export { deliverDueEvents } from "./deliver-events.service.ts";
export { announceEvents, announceToCompanies } from "./events.queries.ts";
export { forgetOldEvents } from "./webhooks.service.ts";
