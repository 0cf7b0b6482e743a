import type pg from "pg";

/**
 * Lists the settings that a transaction pooler must give the connections it lends out, since it
 * takes none from us (docs/scaling.md).
 */
const settings: Readonly<Record<string, string>> = {
  timezone: "UTC",
  intervalstyle: "postgres",
  statement_timeout: "30s",
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "1min",
  client_connection_check_interval: "1s",
  jit: "off",
  work_mem: "16MB",
};

/** The line of PgBouncer's [databases] that sets them. */
export const connectQuery = `connect_query='${Object.entries(settings)
  .map(([name, value]) => `set ${name} = ''${value}''`)
  .join("; ")}'`;

/**
 * Throws where the pooler's connections are set otherwise: then statements would run without
 * limits, and days begin elsewhere.
 */
export async function checkPooler(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    "select name, current_setting(name) as value from unnest($1::text[]) name",
    [Object.keys(settings)],
  );
  const wrong = rows.filter(({ name, value }) => value !== settings[name]);
  if (wrong.length === 0) return;
  const actualSettings = wrong.map(({ name, value }) => `${name} is ${value}`).join(", ");
  throw new Error(
    `DATABASE_POOLER_URL: ${actualSettings}. Give PgBouncer's database the line ${connectQuery}`,
  );
}
