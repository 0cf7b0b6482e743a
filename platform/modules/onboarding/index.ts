// What other modules, jobs and the demo may use of onboarding.
export { forgetOldRequests } from "./requests.queries.ts";
