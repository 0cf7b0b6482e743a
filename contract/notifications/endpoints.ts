import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { paging } from "../base/pages.ts";
import { EmailStatus } from "../emails/endpoints.ts";

/** Spec section 4. */
export const notificationKinds = ["ERROR", "WARN", "SUCCESS"] as const;

/** More unread ones than this are counted no further. */
export const mostUnread = 99;

export const Notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  detail: z.string().nullable(),
  /**
   * The item it is about: its kind ("user", "request", "campaign", "store", "open alerts", "ended
   * alerts"), its id and company.
   */
  item: z.object({ kind: z.string(), id: z.int(), companyId: z.int() }).nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
  /** The outcome of the email about it; null while there is none. */
  mail: EmailStatus.pick({ state: true, answer: true, at: true }).nullable(),
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
  summary:
    "Mark some of the caller's notifications as read, by ID; or keep this many of the newest unread, where 0 marks all as read",
  access: "session",
  scope: "none",
  body: z
    .strictObject({
      count: z.int().min(0).max(mostUnread).optional(),
      ids: z.array(field.id).min(1).max(100).optional(),
    })
    .refine(({ count, ids }) => (count === undefined) !== (ids === undefined), {
      path: ["count"],
      message: "Choose notifications, or say how many stay unread.",
    }),
  data: z.object({ unread: z.int() }),
});
