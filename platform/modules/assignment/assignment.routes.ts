import { messages } from "#contract/base/messages";
import * as users from "#contract/hierarchy/assignment";
import * as contract from "#contract/hierarchy/endpoints";
import type { Bind } from "../../http/bind.ts";
import { listUnitStores, moveStores } from "./store-assignment.service.ts";
import { listManagedUsers, updateUnitUsers } from "./user-assignment.service.ts";

/** Routes for the assignment of users to units, and of stores to groups. */
export function assignmentRoutes(bind: Bind) {
  bind.json(users.manageUsers, (call, { query }) => listManagedUsers(call, query));
  bind.json(users.updateUnitUsers, async (call, { body }) => ({
    message: messages.usersUpdated,
    data: await updateUnitUsers(call, body),
  }));
  bind.json(contract.storesByUnits, (call, { query }) => listUnitStores(call, query));
  bind.json(contract.unassignedStores, (call, { query }) =>
    listUnitStores(call, { ...query, unassigned: true }),
  );
  bind.json(contract.moveStores, async (call, { body }) => {
    const data = await moveStores(call, body);
    const outcome = body.undoOf
      ? "moved back"
      : body.groupId === undefined
        ? "removed from the group"
        : "assigned";
    return { message: `${call.figures.counted(data.changed, "store")} ${outcome}`, data };
  });
}
