import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { paging } from "../base/pages.ts";

/** Spec section 4. */
export const notificationKinds = ["ERROR", "WARN", "SUCCESS"] as const;

/** More unread ones than this are counted no further. */
export const mostUnread = 99;

export const Notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  detail: z.string().nullable(),
  /** What it is about: a kind of item ("user", "import", "request"), its id and company. */
  item: z.object({ kind: z.string(), id: z.int(), companyId: z.int() }).nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: "get",
  path: "/notification",
  summary: "The caller's notifications, newest first",
  access: "session",
  scope: "none",
  query: z.strictObject(paging),
  list: true,
  data: Notification,
});

export const updateNotificationCount = endpoint({
  method: "put",
  path: "/update-notification-count",
  summary: "Keep this many of the caller's newest notifications unread and mark the others as read; 0 marks all",
  access: "session",
  scope: "none",
  body: z.strictObject({ count: z.int().min(0).max(mostUnread) }),
  data: z.object({ unread: z.int() }),
});
