import { messages } from "#contract/base/messages";
import { manageUsers, updateUnitUsers } from "#contract/hierarchy/assignment";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { listManaged, updateUnitUsers as update } from "./assignment.service.ts";

export function assignmentRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(manageUsers, async (call, { query }) => listManaged(call.scope, db, query, call.caller));
  bind.json(updateUnitUsers, async (call, { query, body }) => ({
    message: messages.usersUpdated,
    data: await update(call.scope, database, body, call),
  }));
}
