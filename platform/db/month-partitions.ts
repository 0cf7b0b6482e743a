import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/**
 * Makes sure that the table has its partitions `<parent>_yYYYYmMM` (UTC months) from the month of `from` on.
 * A partition is made apart and then attached, which lets readers and writers of the table go on, where CREATE … PARTITION OF
 * would wait for them and hold up all who come after.
 */
export async function ensureMonthPartitions(db: Db, parent: string, from: Date, months: number): Promise<void> {
  const partitions = Array.from({ length: months }, (_, index) => monthPartition(parent, from, index));
  if ((await missing(db, partitions)).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`partitions of ${parent}`}))`);
    for (const { name, start, end } of await missing(tx, partitions)) {
      const partition = sql.identifier(name);
      const table = sql.identifier(parent);
      await tx.execute(
        sql`create table ${partition} (like ${table} including defaults including constraints including indexes including storage)`,
      );
      await tx.execute(
        sql`alter table ${table} attach partition ${partition} for values from (${sql.raw(`'${start}'`)}) to (${sql.raw(`'${end}'`)})`,
      );
    }
  });
}

/** Drops the table's months that end before an instant. Waits at most five seconds for those who use the table, so that nobody waits long behind it. */
export async function dropMonthPartitions(db: Db, parent: string, before: Date): Promise<void> {
  const { name: first } = monthPartition(parent, before, 0);
  const { rows } = await db.execute<{ name: string }>(sql`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${parent}::regclass and relname < ${first} order by relname`);
  for (const { name } of rows)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await tx.execute(sql`drop table if exists ${sql.identifier(name)}`);
    });
}

interface MonthPartition {
  name: string;
  start: string;
  end: string;
}

function monthPartition(parent: string, from: Date, index: number): MonthPartition {
  const first = (offset: number) => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + offset, 1)).toISOString();
  const start = first(index);
  return { name: `${parent}_y${start.slice(0, 4)}m${start.slice(5, 7)}`, start, end: first(index + 1) };
}

async function missing(db: Db, partitions: MonthPartition[]): Promise<MonthPartition[]> {
  const names = partitions.map(({ name }) => name);
  const result = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname in ${names}`,
  );
  const existing = new Set(result.rows.map(({ name }) => name));
  return partitions.filter(({ name }) => !existing.has(name));
}
