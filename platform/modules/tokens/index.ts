// What jobs may use of API tokens.
export { forgetOldTokens, tellOfExpiringTokens } from "./tokens.service.ts";
