// Exports what other modules, jobs and the demo may use of session.
export { dropTokens } from "./credentials.queries.ts";
export { refuseOpened } from "./current-password.ts";
export { invitationEmails } from "./invitation-emails.ts";
export { letters } from "./letters.ts";
export { forgetOldSessions } from "./old-sessions.queries.ts";
export { countTries, forgetOldTries, isFirstTry } from "./rate-limit.queries.ts";
export { endSessionsOf, endSessionsOfCompany } from "./session.queries.ts";
export { hashPassword, type SessionService, sessionService } from "./session.service.ts";
