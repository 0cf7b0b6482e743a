// Exports what other modules, jobs and the composition may use of emails.
export {
  deleteEmails,
  type EmailKey,
  hasEmails,
  newestEmailOf,
  newestEmailStateOf,
  saveTry,
  type TakenEmail,
} from "./emails.queries.ts";
export {
  deliverDueEmails,
  deliverEmail,
  deliverEmails,
  deliverEmailsSoon,
  type EmailWriter,
  forgetOldEmails,
  type Mailer,
  queueEmail,
} from "./emails.service.ts";
