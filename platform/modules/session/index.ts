// Exports what other modules, jobs and the demo may use of session.
export { accountEmailWriters } from "./account-emails.ts";
export { dropTokens } from "./credentials.queries.ts";
export { refuseOpened } from "./current-password.ts";
export { queueAccountNote, queueEntrance } from "./entrance-emails.ts";
export { forgetOldSessions } from "./old-sessions.queries.ts";
export {
  countLinkFile,
  countLinkRequest,
  countTries,
  forgetOldTries,
  isFirstTry,
} from "./rate-limit.queries.ts";
export { endSessionsOf, endSessionsOfCompany } from "./session.queries.ts";
export { hashPassword, openSessions } from "./session.service.ts";
export { type StorageState, storageState } from "./storage-state.service.ts";
