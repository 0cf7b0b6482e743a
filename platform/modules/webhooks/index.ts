// What other modules and jobs may use of webhooks.
export { eventDeliveryService } from "./deliver-events.service.ts";
export { announceEvents, announceToCompanies } from "./events.queries.ts";
export { forgetOldEvents } from "./webhooks.service.ts";
