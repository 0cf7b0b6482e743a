// What other modules, jobs and the demo may use of onboarding.
export { requestEmailWriters } from "./request-emails.ts";
export { forgetOldRequests } from "./requests.queries.ts";
