import type { EmailStatus } from "#contract/emails/endpoints";
import { emailOutcome } from "#contract/emails/words";
import { userImport } from "#contract/imports/endpoints";
import * as contract from "#contract/users/endpoints";
import { me } from "#contract/users/me";
import {
  askForErasure,
  findErasureRequest,
  findPersonalData,
  withdrawErasure,
} from "#contract/users/personal-data";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import type { Services } from "../../services.ts";
import { bindImport } from "../imports/index.ts";
import { listGivableUnits, listRoles } from "./givable-units.service.ts";
import { inviteUser } from "./invite-user.service.ts";
import {
  askToBeErased,
  collectPersonalData,
  showErasureRequest,
  withdrawRequest,
} from "./personal-data.service.ts";
import {
  changeUser,
  createUser,
  listUsers,
  removeUser,
  setUserStatus,
  showUser,
} from "./user-admin.service.ts";
import { userImporter } from "./user-import.ts";
import { exportUsers } from "./user-list.queries.ts";
import { selectNames } from "./users.queries.ts";
import { describeMe, listOwnStores } from "./users.service.ts";

/** The calls of every page about the person who opens it. */
export function ownRoutes(bind: Bind, { demoHistory }: Pick<Services, "demoHistory">) {
  bind.json(me, async (call) => ({
    data: { ...(await describeMe(call)), demoHistory: demoHistory() },
  }));
  bind.json(contract.findNames, async ({ db, caller }, { query }) => ({
    data: await selectNames(db, caller, query.usernames),
  }));
  bind.json(contract.ownStores, async (call) => ({ data: await listOwnStores(call) }));
}

/** Routes for a person's own data, and the request to have it erased. */
export function personalDataRoutes(bind: Bind) {
  bind.json(findPersonalData, async (call) => ({ data: await collectPersonalData(call) }));
  bind.json(findErasureRequest, async (call) => ({ data: await showErasureRequest(call) }));
  bind.json(askForErasure, async (call) => ({
    message: "We have passed your request on",
    data: await askToBeErased(call),
  }));
  bind.json(withdrawErasure, async (call) => ({
    message: "Request withdrawn",
    data: await withdrawRequest(call),
  }));
}

export function userRoutes(bind: Bind, services: Pick<Services, "emails">) {
  const { emails } = services;
  bindImport(bind, {
    endpoints: userImport.endpoints,
    fileName: "Users",
    importer: userImporter(services),
  });

  bind.json(contract.listRoles, async (call, { query }) => ({ data: listRoles(call, query) }));
  bind.json(contract.givableUnits, async (call, { query }) => ({
    data: await listGivableUnits(call, query),
  }));
  bind.json(contract.listUsers, (call, { query }) => listUsers(call, query));
  bind.file(contract.exportUsers, async (call, { query }) =>
    answerTable(call, query, { fileName: "Users", ...exportUsers(call.scope, call.db, query) }),
  );
  bind.json(contract.findUser, async (call, { params }) => ({
    data: await showUser(call, params.id),
  }));
  bind.json(contract.addUser, async (call, { body }) => {
    const data = await createUser({ ...call, emails }, body);
    const { username, mail } = data;
    return { message: withOutcome(`${username} added`, "Invitation", mail), data };
  });
  bind.json(contract.updateUser, async (call, { body }) => {
    const { user: data, mail } = await changeUser({ ...call, emails }, body);
    return { message: withOutcome(`${data.username} saved`, "Invitation", mail), data };
  });
  bind.json(contract.removeUser, async (call, { query }) => {
    const erases = query.erase === "true";
    const { username } = await removeUser(call, query.id, { erases });
    return {
      message: erases ? `${username} deleted, and the personal data erased` : `${username} deleted`,
      data: null,
    };
  });
  bind.json(contract.setUserStatus, async (call, { params, query }) => {
    const data = await setUserStatus(call, { ...query, id: params.id });
    return {
      message: `${data.username} ${query.status === "active" ? "activated" : "deactivated"}`,
      data,
    };
  });
  bind.json(contract.inviteUser, async (call, { params }) => {
    const mail = await inviteUser({ ...call, emails }, params.id);
    return { message: mail ? emailOutcome("Invitation", mail) : "Nothing to send", data: { mail } };
  });
}

const withOutcome = (done: string, what: string, mail: EmailStatus | null): string =>
  mail ? `${done}. ${emailOutcome(what, mail)}` : done;
