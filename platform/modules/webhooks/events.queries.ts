import { sql } from "drizzle-orm";
import type { WebhookEventKind } from "#contract/webhooks/words";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import type { Tx } from "../../db/client.ts";
import { webhook, webhookDelivery, webhookEvent } from "../../db/schema/index.ts";

/**
 * Has the company's webhooks hear of facts, in the transaction that makes them: what is rolled back is never sent, and what is committed is sent
 * whatever happens to this process. `facts` are what the events say, one event each. Where no webhook wants the kind nothing is written.
 */
export async function announceEvents(
  { companyId }: Scope,
  tx: Tx,
  { kind, now, facts }: { kind: WebhookEventKind; now: Date; facts: readonly object[] },
): Promise<void> {
  if (facts.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rowCount } = await tx.execute(sql`with receivers as (
      select id from ${webhook} where ${webhook.companyId} = ${companyId} and ${webhook.pausedAt} is null and ${kind} = any(${webhook.events})),
    happened as (insert into ${webhookEvent} (company_id, kind, occurred_at, data)
      select ${companyId}::bigint, ${kind}, ${at}, fact from jsonb_array_elements(${JSON.stringify(facts)}::jsonb) fact
      where exists (select 1 from receivers) returning id)
    insert into ${webhookDelivery} (company_id, webhook_id, event_id, created_at, take_at)
    select ${companyId}::bigint, receivers.id, happened.id, ${at}, ${at} from receivers cross join happened`);
  if (rowCount) announce(tx, "events", { companyId });
}
