import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Outcome, type RecipientRole, scheduleLimits } from "#contract/reports/words";
import type { Scope } from "../../access/scope.ts";
import { usersWithin } from "../../access/scope-conditions.ts";
import { fullNameOf } from "../../db/full-name.ts";
import {
  appUser,
  reportRecipient,
  reportRun,
  reportSchedule,
  reportUnsubscription,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { isOpenLink } from "./outside-links.queries.ts";
import type { Owner } from "./schedules.queries.ts";

/** A schedule of the scope's company, with its owner, who may be of the provider. */
export type OwnedSchedule = { id: number; owner: Owner };

const fullName = fullNameOf(appUser);
const ofSchedule = ({ companyId }: Scope, id: number) =>
  and(eq(reportRecipient.companyId, companyId), eq(reportRecipient.scheduleId, id));
const stoppedBy = (userId: SQL | typeof appUser.id, scheduleId: SQL | typeof reportSchedule.id) =>
  sql<boolean>`exists (select 1 from ${reportUnsubscription} where ${reportUnsubscription.companyId} = ${appUser.companyId}
    and ${reportUnsubscription.scheduleId} = ${scheduleId} and ${reportUnsubscription.userId} = ${userId})`;

/** Matches users chosen by name, or by the role that they have now. */
const isRecipient = (of: SQL | undefined) =>
  sql<boolean>`exists (select 1 from ${reportRecipient} where ${of}
    and (${reportRecipient.userId} = ${appUser.id} or ${reportRecipient.role} = ${appUser.role}))`;
const isOther = ({ companyId, id }: Owner) =>
  sql`(${appUser.companyId}, ${appUser.id}) <> (${companyId}::bigint, ${id}::bigint)`;

/** Matches people who receive a schedule now: active, in its owner's scope, not unsubscribed. */
const receives = (scope: Scope, { id, owner }: OwnedSchedule) =>
  and(
    usersWithin(scope),
    eq(appUser.status, "active"),
    isOther(owner),
    isRecipient(ofSchedule(scope, id)),
    sql`not ${stoppedBy(appUser.id, sql`${id}::bigint`)}`,
  );

/** True if the person or the outside address of a run still receives its schedule. */
export async function isReceiving(
  scope: Scope,
  db: Db,
  schedule: OwnedSchedule,
  { userId, address }: { userId: number | null; address: string | null },
): Promise<boolean> {
  const count =
    userId === null
      ? await db.$count(
          reportRecipient,
          and(ofSchedule(scope, schedule.id), eq(reportRecipient.address, address ?? "")),
        )
      : await db.$count(appUser, and(receives(scope, schedule), eq(appUser.id, userId)));
  return count > 0;
}

/** Queues a run for each person who receives a schedule now. */
export const insertRunsOfPeople = (
  scope: Scope,
  tx: Tx,
  schedule: OwnedSchedule,
  { dueAt, now }: { dueAt: Date; now: Date },
) =>
  tx.execute(sql`insert into ${reportRun} (company_id, schedule_id, due_at, take_at, user_id)
    select ${appUser.companyId}, ${schedule.id}::bigint, ${dueAt.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${appUser.id}
    from ${appUser} where ${receives(scope, schedule)}
    order by ${appUser.id} for key share of app_user on conflict do nothing`);

const lastOf = (scope: Scope, id: number, whose: SQL) =>
  sql`lateral (select ${reportRun.outcome} as outcome, ${reportRun.endedAt} as ended_at, ${reportRun.detail} as detail
    from ${reportRun} where ${reportRun.companyId} = ${scope.companyId} and ${reportRun.scheduleId} = ${id} and ${whose}
    order by ${reportRun.id} desc limit 1) as last`;
const lastColumns = {
  lastOutcome: sql<Outcome | null>`last.outcome`,
  lastAt: sql<Date | null>`last.ended_at`.mapWith(reportRun.endedAt),
  lastDetail: sql<string | null>`last.detail`,
};

/** Finds the people in scope who receive a schedule, by name. */
export const findPeopleReceiving = (scope: Scope, db: Db, { id, owner }: OwnedSchedule) =>
  db
    .select({
      userId: appUser.id,
      name: fullName,
      username: appUser.username,
      status: appUser.status,
      isChosen: sql<boolean>`exists (select 1 from ${reportRecipient} where ${ofSchedule(scope, id)} and ${reportRecipient.userId} = ${appUser.id})`,
      isStopped: stoppedBy(appUser.id, sql`${id}::bigint`),
      ...lastColumns,
    })
    .from(appUser)
    .leftJoin(lastOf(scope, id, sql`${reportRun.userId} = ${appUser.id}`), sql`true`)
    .where(and(usersWithin(scope), isOther(owner), isRecipient(ofSchedule(scope, id))))
    .orderBy(asc(appUser.nameKey), appUser.id)
    .limit(scheduleLimits.people);

export const findRolesReceiving = async (scope: Scope, db: Db, id: number) =>
  (
    await db
      .select({ role: reportRecipient.role })
      .from(reportRecipient)
      .where(and(ofSchedule(scope, id), isNotNull(reportRecipient.role)))
      .orderBy(reportRecipient.role)
  ).map(({ role }) => role as RecipientRole);

export const findAddressesReceiving = (scope: Scope, db: Db, id: number, now: Date) =>
  db
    .select({
      address: sql<string>`${reportRecipient.address}`,
      openLinks: sql<number>`(select count(*)::int from ${reportRun} where ${reportRun.companyId} = ${scope.companyId}
        and ${reportRun.scheduleId} = ${id} and ${reportRun.address} = ${reportRecipient.address} and ${isOpenLink(now)})`,
      ...lastColumns,
    })
    .from(reportRecipient)
    .leftJoin(lastOf(scope, id, sql`${reportRun.address} = ${reportRecipient.address}`), sql`true`)
    .where(and(ofSchedule(scope, id), isNotNull(reportRecipient.address)))
    .orderBy(reportRecipient.address);

/** Finds active users to choose from, by name; one more than the limit if there are more. */
export const findUsersToChoose = (scope: Scope, db: Db, owner: Owner, search: string | undefined) =>
  db
    .select({ id: appUser.id, name: fullName, username: appUser.username })
    .from(appUser)
    .where(
      and(
        usersWithin(scope),
        eq(appUser.status, "active"),
        isOther(owner),
        containsText(search, appUser.username, fullName),
      ),
    )
    .orderBy(asc(appUser.nameKey), appUser.id)
    .limit(scheduleLimits.people + 1);

/** Locks those of these users that are in scope until the transaction ends. */
export async function lockUsers(scope: Scope, tx: Tx, ids: number[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: appUser.id, username: appUser.username })
    .from(appUser)
    .where(and(usersWithin(scope), inArray(appUser.id, ids)))
    .orderBy(appUser.id)
    .for("key share");
}

type NewRecipients = { userIds: number[]; roles: RecipientRole[]; addresses: string[] };

/** Replaces the recipients of a locked schedule by locked users, roles and addresses. */
export async function replaceRecipients(
  scope: Scope,
  tx: Tx,
  id: number,
  { userIds, roles, addresses }: NewRecipients,
) {
  await tx.delete(reportRecipient).where(ofSchedule(scope, id));
  const place = { companyId: scope.companyId, scheduleId: id };
  const rows = [
    ...userIds.map((userId) => ({ ...place, userId })),
    ...roles.map((role) => ({ ...place, role })),
    ...addresses.map((address) => ({ ...place, address })),
  ];
  if (rows.length > 0) await tx.insert(reportRecipient).values(rows);
}

/** Finds a schedule's recipients as the audit log names them. */
export async function findRecipientNames(scope: Scope, tx: Tx, id: number) {
  const rows = await tx
    .select({
      username: appUser.username,
      role: reportRecipient.role,
      address: reportRecipient.address,
    })
    .from(reportRecipient)
    .leftJoin(
      appUser,
      and(eq(appUser.companyId, reportRecipient.companyId), eq(appUser.id, reportRecipient.userId)),
    )
    .where(ofSchedule(scope, id))
    .orderBy(reportRecipient.id);
  return {
    users: rows.flatMap(({ username }) => username ?? []),
    roles: rows.flatMap(({ role }) => role ?? []),
    addresses: rows.flatMap(({ address }) => address ?? []),
  };
}

const sender = alias(appUser, "sender");

/** Selects the schedules of others that a person receives and was sent at least once. */
const selectReceived = (scope: Scope, db: Db | Tx, person: Owner, where?: SQL) => {
  const lastSent = sql`lateral (select ${reportRun.endedAt} as ended_at from ${reportRun} where ${reportRun.companyId} = ${reportSchedule.companyId}
    and ${reportRun.scheduleId} = ${reportSchedule.id} and ${reportRun.userId} = ${appUser.id} and ${reportRun.outcome} in ('sent', 'empty')
    order by ${reportRun.id} desc limit 1) as last`;
  const ofThis = sql`${reportRecipient.companyId} = ${reportSchedule.companyId} and ${reportRecipient.scheduleId} = ${reportSchedule.id}`;
  return db
    .select({
      id: reportSchedule.id,
      name: reportSchedule.name,
      report: reportSchedule.report,
      sender: fullNameOf(sender),
      isStopped: stoppedBy(appUser.id, reportSchedule.id),
      lastAt: sql<Date>`last.ended_at`.mapWith(reportRun.endedAt),
    })
    .from(reportSchedule)
    .innerJoin(
      appUser,
      and(
        eq(appUser.companyId, reportSchedule.companyId),
        eq(appUser.companyId, person.companyId),
        eq(appUser.id, person.id),
      ),
    )
    .innerJoin(
      sender,
      and(
        eq(sender.companyId, reportSchedule.ownerCompanyId),
        eq(sender.id, reportSchedule.ownerId),
      ),
    )
    .innerJoin(lastSent, sql`true`)
    .where(and(eq(reportSchedule.companyId, scope.companyId), isRecipient(ofThis), where));
};

export const findReceived = (scope: Scope, db: Db, person: Owner) =>
  selectReceived(scope, db, person).orderBy(
    sql`fold_text(${reportSchedule.name}) collate "C"`,
    reportSchedule.id,
  );

export async function findOneReceived(scope: Scope, tx: Tx, person: Owner, id: number) {
  const [row] = await selectReceived(scope, tx, person, eq(reportSchedule.id, id));
  return row;
}

/** Stops or resumes a person's emails of a schedule that they receive. */
export async function saveReceives(
  { companyId }: Scope,
  tx: Tx,
  { scheduleId, userId, receives }: { scheduleId: number; userId: number; receives: boolean },
): Promise<void> {
  if (!receives)
    await tx
      .insert(reportUnsubscription)
      .values({ companyId, scheduleId, userId })
      .onConflictDoNothing();
  else
    await tx
      .delete(reportUnsubscription)
      .where(
        and(
          eq(reportUnsubscription.companyId, companyId),
          eq(reportUnsubscription.scheduleId, scheduleId),
          eq(reportUnsubscription.userId, userId),
        ),
      );
}
