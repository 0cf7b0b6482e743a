// Exports of drafts for other modules, jobs and the demo.
export { forgetOldDrafts } from "./drafts.queries.ts";
