import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { Db } from "./types.ts";

/**
 * Makes sure that the table has its partitions `<parent>_yYYYYmMM` (UTC months) from the month of
 * `from` on. A partition is made apart and then attached, which lets readers and writers of the
 * table go on, where CREATE … PARTITION OF would wait for them and hold up all who come after.
 */
export async function ensureMonthPartitions(
  db: Db,
  parent: string,
  from: Date,
  months: number,
): Promise<void> {
  const partitions = Array.from({ length: months }, (_, index) =>
    monthPartition(parent, from, index),
  );
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

/**
 * Drops the table's months that end before an instant, without blocking users of the table:
 * PostgreSQL detaches them concurrently, which waits for running statements and lets others pass. A
 * run that ends between the two steps is completed by the next; a month that somebody detached by
 * hand has no comment of ours and stays. Throws when a lock is not free within a minute.
 */
export async function dropMonthPartitions(
  database: Database,
  parent: string,
  before: Date,
): Promise<void> {
  const { name: first } = monthPartition(parent, before, 0);
  await database.dedicated(async (client) => {
    const findOld = async () =>
      (await client.query<OldMonth>(oldMonths, [parent, first, dropComment])).rows;
    if (database.engine === "embedded") {
      // one transaction runs at a time: nobody waits for the drop
      for (const { name } of await findOld()) await client.query(`drop table if exists "${name}"`);
      return;
    }
    await client.query("set lock_timeout = '60s'");
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as "isMine"',
      [`months of ${parent}`],
    );
    if (!rows[0]?.isMine) return; // another process drops them
    for (const { name, isAttached, isPending, isOurs } of await findOld()) {
      if (isPending)
        await client.query(`alter table "${parent}" detach partition "${name}" finalize`);
      else if (isAttached) {
        await client.query(`comment on table "${name}" is '${dropComment}'`);
        await client.query(`alter table "${parent}" detach partition "${name}" concurrently`);
      }
      if (isOurs || !isPending) await client.query(`drop table if exists "${name}"`);
    }
  });
}

const dropComment = "Detached to be dropped";
/**
 * `isPending`: a concurrent detach was cut off, and no other can begin until it is completed.
 * `isOurs`: it has our comment.
 */
type OldMonth = { name: string; isAttached: boolean; isPending: boolean; isOurs: boolean };
const oldMonths = `
  select name, "isAttached", "isPending", "isOurs" from (
    select relname::text as name, inhparent is not null as "isAttached", coalesce(inhdetachpending, false) as "isPending",
      coalesce(obj_description(pg_class.oid, 'pg_class') = $3::text, false) as "isOurs"
    from pg_class left join pg_inherits on inhrelid = pg_class.oid and inhparent = $1::text::regclass
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and starts_with(relname::text, $1::text || '_y')
      and relname::text collate "C" < $2::text) month
  where "isAttached" or "isOurs" order by "isPending" desc, name`;

interface MonthPartition {
  name: string;
  start: string;
  end: string;
}

function monthPartition(parent: string, from: Date, index: number): MonthPartition {
  const first = (offset: number) =>
    new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + offset, 1)).toISOString();
  const start = first(index);
  return {
    name: `${parent}_y${start.slice(0, 4)}m${start.slice(5, 7)}`,
    start,
    end: first(index + 1),
  };
}

async function missing(db: Db, partitions: MonthPartition[]): Promise<MonthPartition[]> {
  const names = partitions.map(({ name }) => name);
  const result = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname in ${names}`,
  );
  const existing = new Set(result.rows.map(({ name }) => name));
  return partitions.filter(({ name }) => !existing.has(name));
}
