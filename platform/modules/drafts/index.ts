// What other modules, jobs and the demo may use of drafts.
export { forgetOldDrafts } from "./drafts.queries.ts";
