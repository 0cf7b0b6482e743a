import { messages } from "#contract/base/messages";
import * as contract from "#contract/hierarchy/assignment";
import type { Bind } from "../../http/bind.ts";
import { listManagedUsers, updateUnitUsers } from "./assignment.service.ts";

export function assignmentRoutes(bind: Bind) {
  bind.json(contract.manageUsers, (call, { query }) => listManagedUsers(call, query));
  bind.json(contract.updateUnitUsers, async (call, { body }) => ({
    message: messages.usersUpdated,
    data: await updateUnitUsers(call, body),
  }));
}
