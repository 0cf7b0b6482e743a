import { sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { auditLog, auditSeal, company } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";

/** A row's place in the order of the chain. `at` is an ISO instant. */
export type EntryKey = { at: string; auditId: number };
export type Seal = EntryKey & { place: number; hash: Buffer };

const iso = (at: string) =>
  sql.raw(`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
/** 32-byte hash of a whole row. Columns that later versions add must not change it. */
const digest =
  sql.raw(`sha256(convert_to(jsonb_build_array(company_id, id, round(extract(epoch from at) * 1000)::bigint, actor_company_id, actor_id,
  actor_name, address, request_id, action, item_kind, item_id, item_name, before, after)::text, 'UTF8'))`);
const after = (key: EntryKey | undefined) =>
  key ? sql`(at, id) > (${key.at}::timestamptz, ${key.auditId}::bigint)` : sql`true`;

/** Every company, by id. */
export const findSealedCompanies = (db: Db) =>
  db.select({ companyId: company.id, companyName: company.name }).from(company).orderBy(company.id);

export async function findLastSeal({ companyId }: Scope, db: Db): Promise<Seal | undefined> {
  const { rows } =
    await db.execute<Seal>(sql`select place::float8 as place, audit_id::float8 as "auditId", ${iso("at")} as at, hash
    from ${auditSeal} where company_id = ${companyId} order by place desc limit 1`);
  return rows[0];
}

/**
 * Rows after a place whose transactions are over, in order. `at` is when a row's transaction began,
 * so none is left to come from before the oldest one still open. `lag` milliseconds are kept
 * besides, for clocks that are set back.
 */
export async function findUnsealed(
  { companyId }: Scope,
  db: Db,
  key: EntryKey | undefined,
  { now, lag, limit }: { now: Date; lag: number; limit: number },
) {
  const { rows } = await db.execute<EntryKey & { digest: Buffer }>(sql`
    select id::float8 as "auditId", ${iso("at")} as at, ${digest} as digest from ${auditLog}
    where company_id = ${companyId} and ${after(key)} and at < least(${new Date(now.getTime() - lag).toISOString()}::timestamptz,
      (select min(xact_start) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()))
    order by ${auditLog.at}, ${auditLog.id} limit ${limit}`);
  return rows;
}

/**
 * Another process may have sealed the same rows at the same time: from the same place, with the
 * same hashes.
 */
export function insertSeals({ companyId }: Scope, db: Db, seals: Seal[]) {
  const all = <T>(of: (seal: Seal) => T) => sql.param(seals.map(of));
  return db.execute(sql`insert into ${auditSeal} (company_id, place, audit_id, at, hash)
    select ${companyId}::bigint, place, audit_id, at, decode(hash, 'hex')
    from unnest(${all(({ place }) => place)}::bigint[], ${all(({ auditId }) => auditId)}::bigint[], ${all(({ at }) => at)}::timestamptz[],
      ${all(({ hash }) => hash.toString("hex"))}::text[]) as sealed (place, audit_id, at, hash)
    on conflict do nothing`);
}

/**
 * A seal with its row. Without `place` the row has no seal; without `digest` the row is gone.
 */
export type CheckedEntry = EntryKey & {
  place: number | null;
  hash: Buffer | null;
  digest: Buffer | null;
};

/**
 * Finds a company's next seals after one, each with its row, and the rows between them without a
 * seal, in order.
 */
export async function findChecked(
  { companyId }: Scope,
  db: Db,
  last: Seal | undefined,
  limit: number,
): Promise<CheckedEntry[]> {
  const { rows } = await db.execute<CheckedEntry>(sql`
    with seal as (select * from ${auditSeal} where company_id = ${companyId} and place > ${last?.place ?? 0} order by place limit ${limit}),
      entry as (select id, at, ${digest} as digest from ${auditLog} where company_id = ${companyId} and ${after(last)}
        and (at, id) <= (select at, audit_id from seal order by place desc limit 1))
    select seal.place::float8 as place, seal.hash, entry.digest, coalesce(seal.audit_id, entry.id)::float8 as "auditId",
      ${iso("coalesce(seal.at, entry.at)")} as at
    from seal full join entry on entry.id = seal.audit_id and entry.at = seal.at
    order by coalesce(seal.at, entry.at), coalesce(seal.audit_id, entry.id)`);
  return rows;
}
