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

  bind.json(contract.me, async (_args, { caller }) => ({ data: await describeMe(db, caller) }));
  bind.json(contract.ownStores, async (_args, { caller }) => ({ data: await describeOwnStores(db, caller) }));
  bind.json(contract.listRoles, async ({ query }, { caller }) => ({
    data: listRoles(caller, query.creatable !== undefined && query.creatable !== "false"),
  }));
  bind.json(contract.givableUnits, async ({ query }, { caller }) => {
    const chosen = query.chosen?.split(",").map(Number) ?? [];
    return { data: await listGivableUnits(await peopleScopeOf(db, caller, query.companyId), db, query.search, chosen) };
  });
  bind.json(contract.listUsers, async ({ query }, { caller }) =>
    users.list(await peopleScopeOf(db, caller, query.companyId), query, caller),
  );
  bind.file(contract.exportUsers, async ({ query }, call) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportUserSlices(await peopleScopeOf(db, call.caller, query.companyId), db, query, sliceRows);
    return csvResponse(database, { fileName: "Users", headings: userCsvHeadings, slices, at: new Date(clock()), signal: call.signal });
  });
  bind.json(contract.findUser, async ({ params, query }, { caller }) => ({
    data: await users.show(await peopleScopeOf(db, caller, query.companyId), params.id, caller),
  }));
  bind.json(contract.addUser, async ({ query, body }, call) => {
    const data = await users.add(await peopleScopeOf(db, call.caller, query.companyId), body, call);
    return { message: `Invitation mailed to ${data.email}`, data };
  });
  bind.json(contract.updateUser, async ({ query, body }, call) => {
    const data = await users.change(await peopleScopeOf(db, call.caller, query.companyId), body, call);
    return { message: `${data.username} saved`, data };
  });
  bind.json(contract.removeUser, async ({ query }, call) => {
    const { username } = await users.remove(await peopleScopeOf(db, call.caller, query.companyId), query.id, call);
    return { message: `${username} deleted`, data: null };
  });
  bind.json(contract.setUserStatus, async ({ params, query }, call) => {
    const data = await users.setStatus(await peopleScopeOf(db, call.caller, query.companyId), params.id, query.status, call);
    return { message: `${data.username} ${query.status === "active" ? "activated" : "deactivated"}`, data };
  });
  bind.json(contract.inviteUser, async ({ params, query }, call) => {
    const { email } = await users.invite(await peopleScopeOf(db, call.caller, query.companyId), params.id, call);
    return { message: `Invitation mailed to ${email}`, data: null };
  });
}
