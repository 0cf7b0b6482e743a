import * as contract from "#contract/users/endpoints";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { listGivableUnits, listRoles, type UserAdminNeeds, userAdminService } from "./user-admin.service.ts";
import { exportUserSlices, userCsvHeadings } from "./user-list.queries.ts";
import { describeMe, describeOwnStores } from "./users.service.ts";

/** Rows that the embedded engine copies at once: few enough that others hardly wait. */
const embeddedSliceRows = 500;

export function userRoutes(bind: Bind, needs: UserAdminNeeds) {
  const { database, clock } = needs;
  const { db } = database;
  const users = userAdminService(needs);

  bind.json(contract.me, async (call) => ({ data: await describeMe(db, call.caller) }));
  bind.json(contract.ownStores, async (call) => ({ data: await describeOwnStores(db, call.caller) }));
  bind.json(contract.listRoles, async (call, { query }) => ({
    data: listRoles(call.caller, query.creatable !== undefined && query.creatable !== "false"),
  }));
  bind.json(contract.givableUnits, async (call, { query }) => {
    const chosen = query.chosen?.split(",").map(Number) ?? [];
    return { data: await listGivableUnits(call.scope, db, query.search, chosen) };
  });
  bind.json(contract.listUsers, async (call, { query }) => users.list(call.scope, query, call.caller));
  bind.file(contract.exportUsers, async (call, { query }) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportUserSlices(call.scope, db, query, sliceRows);
    return csvResponse(database, { fileName: "Users", headings: userCsvHeadings, slices, at: call.now, signal: call.signal });
  });
  bind.json(contract.findUser, async (call, { params, query }) => ({
    data: await users.show(call.scope, params.id, call.caller),
  }));
  bind.json(contract.addUser, async (call, { query, body }) => {
    const data = await users.add(call.scope, body, call);
    return { message: `Invitation mailed to ${data.email}`, data };
  });
  bind.json(contract.updateUser, async (call, { query, body }) => {
    const data = await users.change(call.scope, body, call);
    return { message: `${data.username} saved`, data };
  });
  bind.json(contract.removeUser, async (call, { query }) => {
    const { username } = await users.remove(call.scope, query.id, call);
    return { message: `${username} deleted`, data: null };
  });
  bind.json(contract.setUserStatus, async (call, { params, query }) => {
    const data = await users.setStatus(call.scope, params.id, query.status, call);
    return { message: `${data.username} ${query.status === "active" ? "activated" : "deactivated"}`, data };
  });
  bind.json(contract.inviteUser, async (call, { params, query }) => {
    const { email } = await users.invite(call.scope, params.id, call);
    return { message: `Invitation mailed to ${email}`, data: null };
  });
}
