import { sql } from "drizzle-orm";
import { sendNow } from "./changes.ts";
import type { Tx } from "./types.ts";

/**
 * From here to the transaction's end, or until it is told otherwise, statements run by the plans
 * that PostgreSQL keeps for all values, instead of one that is made for theirs where it expects
 * that to pay. Only for small ones, which take longer to plan than to run.
 */
export const setGenericPlans = (tx: Tx, isOn: boolean): void =>
  sendNow(tx, sql.raw(`set local plan_cache_mode = ${isOn ? "force_generic_plan" : "auto"}`));
