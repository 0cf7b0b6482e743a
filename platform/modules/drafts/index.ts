// Exports of drafts for other modules, jobs and the demo.
export { draftKey, forgetOldDrafts, isDraft } from "./drafts.queries.ts";
