import { and, eq, gt, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { fullNameOf } from "../../db/full-name.ts";
import {
  appUser,
  company,
  reportRecipient,
  reportRun,
  reportSchedule,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { TakenRun } from "./run-schedules.queries.ts";

/** Matches a link that opens now, if the company still allows it. */
export const isOpenLink = (now: Date) =>
  and(isNotNull(reportRun.tokenHash), isNull(reportRun.withdrawnAt), gt(reportRun.expiresAt, now));

/**
 * Queues a run for each outside address once the owner's file is made, if the company allows it.
 * Each sends the same file by its own link.
 */
export const insertRunsOfAddresses = (tx: Tx, { companyId, id }: TakenRun, now: Date) =>
  tx.execute(sql`insert into ${reportRun}
      (company_id, schedule_id, due_at, take_at, address, file_id, from_day, to_day, bytes, format, reach, expires_at)
    select own.company_id, own.schedule_id, own.due_at, ${now.toISOString()}::timestamptz, ${reportRecipient.address},
      own.file_id, own.from_day, own.to_day, own.bytes, own.format, own.reach, own.expires_at
    from ${reportRun} as own
    join ${company} on ${company.id} = own.company_id and ${company.mailsReportsOutside}
    join ${reportRecipient} on ${reportRecipient.companyId} = own.company_id and ${reportRecipient.scheduleId} = own.schedule_id
      and ${reportRecipient.address} is not null
    where own.company_id = ${companyId} and own.id = ${id}
    order by ${reportRecipient.id} on conflict do nothing`);

/**
 * Finds the file of a link that is open now. Undefined for an unknown, expired or withdrawn token,
 * and while the company is not active or does not allow such links.
 */
export async function findOpenReportLink(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      schedule: reportSchedule,
      run: reportRun,
      company: company.name,
      country: company.country,
      timeZone: company.timeZone,
      sender: fullNameOf(appUser),
    })
    .from(reportRun)
    .innerJoin(
      reportSchedule,
      and(
        eq(reportSchedule.companyId, reportRun.companyId),
        eq(reportSchedule.id, reportRun.scheduleId),
      ),
    )
    .innerJoin(company, eq(company.id, reportRun.companyId))
    .innerJoin(
      appUser,
      and(
        eq(appUser.companyId, reportSchedule.ownerCompanyId),
        eq(appUser.id, reportSchedule.ownerId),
      ),
    )
    .where(
      and(
        eq(reportRun.tokenHash, tokenHash),
        isOpenLink(now),
        eq(company.status, "active"),
        company.mailsReportsOutside,
      ),
    );
  return row;
}

/**
 * Withdraws the links sent to a schedule's outside addresses, to one or to all but some, and stops
 * those still to be sent. Gives their number.
 */
export async function withdrawLinks(
  scope: Scope,
  tx: Tx,
  id: number,
  which: { address: string } | { allBut: string[] },
  now: Date,
): Promise<number> {
  const { rowCount } = await tx
    .update(reportRun)
    .set({ withdrawnAt: now })
    .where(
      and(
        eq(reportRun.companyId, scope.companyId),
        eq(reportRun.scheduleId, id),
        isNotNull(reportRun.address),
        isNull(reportRun.withdrawnAt),
        "address" in which
          ? eq(reportRun.address, which.address)
          : which.allBut.length > 0
            ? notInArray(reportRun.address, which.allBut)
            : undefined,
      ),
    );
  return rowCount ?? 0;
}

const outsideColumns = {
  id: company.id,
  name: company.name,
  isAllowed: company.mailsReportsOutside,
};

export async function findOutsideRule({ companyId }: Scope, db: Db) {
  const [row] = await db.select(outsideColumns).from(company).where(eq(company.id, companyId));
  return row;
}

export async function lockOutsideRule({ companyId }: Scope, tx: Tx) {
  const [row] = await tx
    .select(outsideColumns)
    .from(company)
    .where(eq(company.id, companyId))
    .for("no key update");
  return row;
}

export const saveOutsideRule = ({ companyId }: Scope, tx: Tx, isAllowed: boolean) =>
  tx
    .update(company)
    .set({ mailsReportsOutside: isAllowed, updatedAt: sql`now()` })
    .where(eq(company.id, companyId));
