import { sql } from "drizzle-orm";
import type { WebhookEventKind } from "#contract/webhooks/words";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import { webhook, webhookDelivery, webhookEvent } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";

type EventFacts<Fact> = { kind: WebhookEventKind; now: Date; facts: readonly Fact[] };

/**
 * Queues facts for the company's webhooks, in the transaction that makes them: rolled back facts
 * are never sent, and committed ones are sent even if this process dies. `facts` are the
 * events' data, one event each. If no webhook wants the kind, nothing is written.
 */
export const announceEvents = (
  { companyId }: Scope,
  tx: Tx,
  { kind, now, facts }: EventFacts<object>,
): Promise<void> =>
  announceToCompanies(tx, { kind, now, facts: facts.map((data) => ({ companyId, data })) });

/** Announces facts of several companies, each to the webhooks of its own company. */
export async function announceToCompanies(
  tx: Tx,
  { kind, now, facts }: EventFacts<{ companyId: number; data: object }>,
): Promise<void> {
  if (facts.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const companyIds = [...new Set(facts.map(({ companyId }) => companyId))];
  const { rows } = await tx.execute<{ companyId: string }>(sql`with receivers as (
      select company_id, id from ${webhook} where ${webhook.companyId} = any(${sql.param(companyIds)}::bigint[])
        and ${webhook.pausedAt} is null and ${kind} = any(${webhook.events})),
    happened as (insert into ${webhookEvent} (company_id, kind, occurred_at, data)
      select fact."companyId", ${kind}, ${at}, fact.data from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) fact("companyId" bigint, data jsonb)
      where exists (select 1 from receivers where receivers.company_id = fact."companyId") returning company_id, id)
    insert into ${webhookDelivery} (company_id, webhook_id, event_id, created_at, take_at)
    select happened.company_id, receivers.id, happened.id, ${at}, ${at} from receivers join happened using (company_id)
    returning company_id as "companyId"`);
  for (const companyId of new Set(rows.map((row) => Number(row.companyId))))
    announce(tx, "events", { companyId });
}
