/**
 * A run of billing, like the job of one server: issues what is due on each message, and sends back
 * the ids of its invoices.
 */
import { openDatabase } from "../../platform/db/open-database.ts";
import { systemActor } from "../../platform/modules/audit/index.ts";
import { generateInvoices } from "../../platform/modules/billing/index.ts";

const { url } = JSON.parse(process.argv[2] ?? "{}") as { url: string };
const database = await openDatabase({ url });
process.on("message", async () => {
  const { issued } = await generateInvoices({ database, now: new Date(), actor: systemActor() });
  process.send?.(issued.map(({ id }) => id));
});
process.send?.("ready");
