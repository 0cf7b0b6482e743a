// Exports of onboarding for other modules, jobs and the demo.
export { requestEmailWriters } from "./request-emails.ts";
export { forgetOldRequests } from "./requests.queries.ts";
