import { and, type Column, eq, or, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import {
  accountToken,
  alert,
  apiToken,
  authSession,
  campaign,
  email,
  groupPlaylist,
  notification,
  playerCommand,
  proofLink,
  publicRequest,
  songReport,
  storedFile,
  webhook,
} from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";

/**
 * Records of work that name a person by their username. Rates, invoices and payments are left out:
 * tax law requires their author, as does the audit log (docs/decisions/personal-data.md).
 */
const names = [
  authSession.openedByName,
  accountToken.madeByName,
  apiToken.revokedBy,
  webhook.createdBy,
  publicRequest.decidedBy,
  groupPlaylist.editedBy,
  groupPlaylist.publishedBy,
  campaign.createdBy,
  proofLink.createdBy,
  proofLink.withdrawnBy,
  alert.acknowledgedBy,
  alert.notedBy,
  alert.closedBy,
  songReport.settledBy,
  playerCommand.askedBy,
  storedFile.createdBy,
] satisfies Column[];

type ErasedUser = { id: number; username: string; as: string; isProvider: boolean };

/**
 * Replaces a username in all of the company's records, and deletes other people's
 * notifications about the person, and emails of hand-overs to or by them. The provider's people work
 * in all companies.
 */
export async function eraseName(
  { companyId }: Scope,
  tx: Tx,
  { id, username, as, isProvider }: ErasedUser,
): Promise<void> {
  await tx
    .delete(notification)
    .where(
      or(
        and(
          eq(notification.itemKind, "user"),
          eq(notification.itemId, id),
          eq(notification.itemCompanyId, companyId),
        ),
        and(
          eq(notification.itemKind, "open alerts"),
          eq(notification.companyId, companyId),
          sql`starts_with(${notification.title}, ${`${username} handed `})`,
        ),
      ),
    );
  await tx
    .delete(email)
    .where(
      and(
        eq(email.companyId, companyId),
        eq(email.kind, "hand-over"),
        sql`${username} in (${email.details} ->> 'from', ${email.details} ->> 'to')`,
      ),
    );
  for (const column of names) {
    const within = isProvider ? sql`` : sql` and company_id = ${companyId}`;
    await tx.execute(
      sql`update ${column.table} set ${sql.identifier(column.name)} = ${as} where ${column} = ${username}${within}`,
    );
  }
}
