import type { z } from "zod";
import { reportOf } from "#contract/reports/catalogue";
import type {
  changeReceived,
  findRecipients,
  listReceived,
  Recipients,
} from "#contract/reports/recipients";
import { scheduleLimits } from "#contract/reports/words";
import { isAllowed } from "../../access/access.ts";
import type { Caller } from "../../access/caller.ts";
import { loadCaller } from "../../access/load-caller.ts";
import { scopeOf } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { findOutsideRule, withdrawLinks } from "./outside-links.queries.ts";
import {
  findAddressesReceiving,
  findOneReceived,
  findPeopleReceiving,
  findReceived,
  findRecipientNames,
  findRolesReceiving,
  findUsersToChoose,
  insertRunsOfPeople,
  lockUsers,
  replaceRecipients,
  saveReceives,
} from "./recipients.queries.ts";
import { findSchedule, lockSchedule } from "./schedules.queries.ts";
import { itemOf } from "./schedules.service.ts";

const mayChooseUsers = (caller: Caller) => isAllowed(caller, { access: ["USER_MGMT"] });

/**
 * Shows a schedule's recipients and users to choose from. Throws 404 if it is not the caller's own.
 */
export async function showRecipients(
  call: ScopedCall,
  id: number,
  search: string | undefined,
): Promise<z.output<typeof findRecipients.data>> {
  const { scope, db, caller, now } = call;
  if (!(await findSchedule(scope, db, caller, id))) throw notFound();
  const people = await findPeopleReceiving(scope, db, { id, owner: caller });
  const addresses = await findAddressesReceiving(scope, db, id, now);
  const users = mayChooseUsers(caller) ? await findUsersToChoose(scope, db, caller, search) : [];
  return {
    roles: await findRolesReceiving(scope, db, id),
    people: people.map(({ status, isStopped, lastAt, ...person }) => ({
      ...person,
      state: status !== "active" ? "inactive" : isStopped ? "stopped" : "active",
      lastAt: lastAt?.toISOString() ?? null,
    })),
    addresses: addresses.map(({ lastAt, ...address }) => ({
      ...address,
      lastAt: lastAt?.toISOString() ?? null,
    })),
    isOutsideAllowed: (await findOutsideRule(scope, db))?.isAllowed ?? false,
    users: users.slice(0, scheduleLimits.people),
    hasMoreUsers: users.length > scheduleLimits.people,
  };
}

/**
 * Replaces a schedule's recipients, and withdraws the links of addresses that are left out. Throws
 * 404 if it is not the caller's own, 422 for users that the caller does not see, and for new
 * outside addresses while the company forbids them.
 */
export function saveRecipients(call: ScopedCall, id: number, body: Recipients) {
  const { scope, caller, now } = call;
  const addresses = [...new Set(body.addresses.map((address) => address.toLowerCase()))];
  const userIds = [...new Set(body.userIds)].filter((userId) => userId !== caller.id);
  return call.database.transaction(async (tx) => {
    const stored = await lockSchedule(scope, tx, caller, id);
    if (!stored) throw notFound();
    const before = await findRecipientNames(scope, tx, id);
    const users = mayChooseUsers(caller) ? await lockUsers(scope, tx, userIds) : [];
    if (users.length < userIds.length) throw invalid({ userIds: words.userGone });
    const isNew = addresses.some((address) => !before.addresses.includes(address));
    if (isNew && !(await findOutsideRule(scope, tx))?.isAllowed)
      throw invalid({ addresses: words.outsideRefused });
    const roles = [...new Set(body.roles)];
    await replaceRecipients(scope, tx, id, { userIds, roles, addresses });
    await withdrawLinks(scope, tx, id, { allBut: addresses }, now);
    const after = { users: users.map(({ username }) => username), roles, addresses };
    await audit(tx, call, [
      { ...itemOf(scope, stored), action: "report recipients changed", before, after },
    ]);
    return { id, name: stored.name };
  });
}

/** Withdraws an outside address's links. Throws 404 if the schedule is not the caller's own. */
export function withdrawAddressLinks(call: ScopedCall, id: number, typedAddress: string) {
  const { scope, caller, now } = call;
  const address = typedAddress.toLowerCase();
  return call.database.transaction(async (tx) => {
    const stored = await lockSchedule(scope, tx, caller, id);
    if (!stored) throw notFound();
    if ((await withdrawLinks(scope, tx, id, { address }, now)) > 0)
      await audit(tx, call, [
        { ...itemOf(scope, stored), action: "report links withdrawn", before: { address } },
      ]);
    return { id, name: stored.name };
  });
}

/** Lists the schedules of others that the caller was sent, by name. */
export const showReceived = async (call: ScopedCall): Promise<z.output<typeof listReceived.data>> =>
  (await findReceived(call.scope, call.db, call.caller)).map(
    ({ isStopped, lastAt, report, ...row }) => ({
      ...row,
      report: reportOf(report)?.title ?? report,
      receives: !isStopped,
      lastAt: lastAt.toISOString(),
    }),
  );

/**
 * Stops or resumes the caller's emails of a schedule. Throws 404 for one that they were not sent.
 */
export function setReceived(
  call: ScopedCall,
  id: number,
  { receives }: z.output<typeof changeReceived.body>,
) {
  const { scope, caller } = call;
  return call.database.transaction(async (tx) => {
    const received = await findOneReceived(scope, tx, caller, id);
    if (!received) throw notFound();
    if (received.isStopped === receives) {
      await saveReceives(scope, tx, { scheduleId: id, userId: caller.id, receives });
      const action = receives ? "report received again" : "report no longer received";
      await audit(tx, call, [{ ...itemOf(scope, received), action }]);
    }
    return { id, name: received.name };
  });
}

type DueSchedule = {
  companyId: number;
  id: number;
  report: string;
  ownerCompanyId: number;
  ownerId: number;
};

/**
 * Queues a due schedule's runs for its recipients in the owner's scope, if they may still open it.
 */
export async function queueRunsOfPeople(
  tx: Tx,
  { companyId, id, report: key, ownerCompanyId, ownerId }: DueSchedule,
  times: { dueAt: Date; now: Date },
): Promise<void> {
  const owner = await loadCaller(tx, { companyId: ownerCompanyId, id: ownerId });
  const report = reportOf(key);
  if (!owner || !report || !isAllowed(owner, { access: [report.access] })) return;
  await insertRunsOfPeople(await scopeOf(tx, owner, companyId), tx, { id, owner }, times);
}

const words = {
  userGone: "You can only choose users that you can see. Search again.",
  outsideRefused: "Your company does not allow reports to be sent to outside addresses.",
};
