// Exports of notifications for other modules, jobs and the demo.
export { noticeMailService } from "./notice-mail.service.ts";
export { findNationalAdmins, unreadOf } from "./notifications.queries.ts";
export {
  forgetOldNotifications,
  type Notice,
  notify,
  notifyInviter,
  notifyMusicManagers,
  notifyNationalAdmins,
  notifyProviderStaff,
  notifyUserManagers,
  type Recipient,
} from "./notifications.service.ts";
