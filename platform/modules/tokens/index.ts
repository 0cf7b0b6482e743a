// Exports of API tokens for jobs.
export { forgetOldTokens, notifyExpiringTokens as tellOfExpiringTokens } from "./tokens.service.ts";
