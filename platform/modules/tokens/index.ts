// Exports of API tokens for jobs.
export { forgetOldTokens, notifyExpiringTokens } from "./tokens.service.ts";
