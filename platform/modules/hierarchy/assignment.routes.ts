import { messages } from "#contract/base/messages";
import { manageUsers, updateUnitUsers } from "#contract/hierarchy/assignment";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { listManaged, updateUnitUsers as update } from "./assignment.service.ts";

export function assignmentRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(manageUsers, async ({ query }, { caller }) => listManaged(await scopeOf(db, caller, query.companyId), db, query, caller));
  bind.json(updateUnitUsers, async ({ query, body }, call) => ({
    message: messages.usersUpdated,
    data: await update(await scopeOf(db, call.caller, query.companyId), database, body, call),
  }));
}
