// Exports of API tokens for jobs.
export { forgetOldTokens, tellOfExpiringTokens } from "./tokens.service.ts";
