// What other modules, jobs and the demo may use of notifications.
export { noticeMailService } from "./notice-mail.service.ts";
export { unreadOf } from "./notifications.queries.ts";
export { forgetOldNotifications, notify, notifyInviter, notifyNationalAdmins, notifyProviderStaff } from "./notifications.service.ts";
