import * as contract from "#contract/notifications/endpoints";
import type { Bind } from "../../http/bind.ts";
import { listNotifications, markRead } from "./notifications.service.ts";

export function notificationRoutes(bind: Bind) {
  bind.json(contract.listNotifications, (call, { query }) => listNotifications(call, query));
  bind.json(contract.updateNotificationCount, async (call, { body }) => ({
    message:
      body.count === 0 ? "All notifications are marked as read" : body.ids ? "Marked as read" : "",
    data: await markRead(call, body),
  }));
}
