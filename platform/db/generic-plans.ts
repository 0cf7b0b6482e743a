import { sql } from "drizzle-orm";
import { sendNow } from "./changes.ts";
import type { Tx } from "./types.ts";

/**
 * Makes statements use PostgreSQL's generic plans up to the transaction's end or the next call,
 * not plans for their values, which PostgreSQL makes where it expects that to pay. Only for small
 * statements, which take longer to plan than to run.
 */
export const setGenericPlans = (tx: Tx, isOn: boolean): void =>
  sendNow(tx, sql.raw(`set local plan_cache_mode = ${isOn ? "force_generic_plan" : "auto"}`));
