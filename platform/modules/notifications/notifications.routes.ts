import * as contract from "#contract/notifications/endpoints";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { leaveUnread, listNotifications } from "./notifications.service.ts";

export function notificationRoutes(bind: Bind, { db }: Database, clock: () => number) {
  bind.json(contract.listNotifications, (call, { query }) => listNotifications(call.caller, db, query));
  bind.json(contract.updateNotificationCount, async (call, { body }) => ({
    message: body.count === 0 ? "All notifications are marked as read" : "",
    data: await leaveUnread(call.caller, db, body.count, call.now),
  }));
}
