import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { referenceTables } from "#platform/db/distribution";
import { anyEngine, openTestDatabase } from "../../support/database.ts";

/**
 * Lists what Citus would refuse as it is, each with what takes its place on the day the tables are
 * distributed.
 */
const namedKeys: Record<string, string> = {
  invoice_number:
    "numbers are the seller's own, across companies: the lock on its number_series row gives each once",
  invoice_serial: "the same",
  credit_note_number: "the same",
  credit_note_serial: "the same",
};
const namedForeignKeys: Record<string, string> = {
  login_of_user:
    "a reference table may not point at a distributed one: the login goes in the transaction that removes the user",
  report_schedule_owner:
    "provider staff own schedules about clients: checked where a schedule is saved, and removed with its owner",
};
const namedActions: Record<string, string> = {
  store_group_of_store:
    "a store's path follows its group by ON UPDATE CASCADE: deferrable there, with the update in the same transaction",
  store_group_zone: "the same for a group and its zone",
};

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(anyEngine);
});
afterAll(() => database.close());

const rowsOf = async <T extends object>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await database.pool.query<T>(query, values)).rows;
const ofPublic = "relnamespace = 'public'::regnamespace";

test("Each tenant table's primary key and unique indexes hold company_id [SCL-1]", async () => {
  const tables = await rowsOf<{ name: string }>(
    `select relname as name from pg_class where ${ofPublic} and relkind in ('r', 'p') and not relispartition`,
  );
  expect(tables.length).toBeGreaterThan(60);
  expect(referenceTables.filter((name) => !tables.some((table) => table.name === name))).toEqual(
    [],
  );
  const keys = await rowsOf<{
    table: string;
    index: string;
    primary: boolean;
    columns: (string | null)[];
  }>(
    `select t.relname as table, i.relname as index, indisprimary as primary,
       array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality k(attnum, n)
         left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0 order by n) as columns
     from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where t.${ofPublic} and not t.relispartition and x.indisunique and not t.relname = any($1)`,
    referenceTables,
  );
  const withoutKey = tables.filter(
    ({ name }) =>
      !referenceTables.includes(name) &&
      !keys.some(({ table, primary }) => table === name && primary),
  );
  const wrong = keys.filter(({ primary, columns }) =>
    primary ? columns[0] !== "company_id" : !columns.includes("company_id"),
  );
  expect(withoutKey).toEqual([]);
  expect(wrong.map(({ index }) => index).sort()).toEqual(Object.keys(namedKeys).sort());
});

test("Every foreign key between tenant tables ties company_id [SCL-1]", async () => {
  const keys = await rowsOf<{
    name: string;
    from: string;
    to: string;
    pairs: string[];
    changes: boolean;
  }>(
    `select k.conname as name, f.relname as from, t.relname as to, k.confupdtype not in ('a', 'r') or k.confdeltype in ('n', 'd') as changes,
       array(select a.attname || '=' || b.attname from unnest(k.conkey, k.confkey) c(mine, theirs)
         join pg_attribute a on a.attrelid = f.oid and a.attnum = c.mine join pg_attribute b on b.attrelid = t.oid and b.attnum = c.theirs) as pairs
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.${ofPublic} and k.conparentid = 0`,
  );
  const isReference = (table: string) => referenceTables.includes(table);
  const between = keys.filter(({ to }) => !isReference(to));
  expect(between.length).toBeGreaterThan(50);
  const wrong = between.filter(
    ({ from, pairs }) => isReference(from) || !pairs.includes("company_id=company_id"),
  );
  expect(wrong.map(({ name }) => name).sort()).toEqual(Object.keys(namedForeignKeys).sort());
  const changing = keys.filter(({ from, changes }) => !isReference(from) && changes);
  expect(changing.map(({ name }) => name).sort()).toEqual(Object.keys(namedActions).sort());
});
