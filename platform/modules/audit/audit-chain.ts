import { createHash } from "node:crypto";
import { showDate } from "#contract/base/dates";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import type { Database, DatabaseLogger } from "../../db/database.ts";
import type { Db } from "../../db/types.ts";
import { notifyProviderStaff } from "../notifications/index.ts";
import {
  type EntryKey,
  findChecked,
  findLastSeal,
  findSealedCompanies,
  findUnsealed,
  insertSeals,
  type Seal,
} from "./audit-chain.queries.ts";

/** Rows sealed or checked at a time. */
const batch = 2_000;
/** Milliseconds that a row waits for its seal at least. */
const lag = 600_000;

/** The first row of a company that differs from its seal. */
export type ChainDifference = EntryKey & { kind: "changed" | "missing" | "inserted" };
export type CheckedChain = {
  companyId: number;
  companyName: string;
  sealed: number;
  hash: string;
  difference: ChainDifference | undefined;
};

type SealCall = { db: Db; now: Date; stopped?: AbortSignal };

const chained = (before: Buffer | undefined, digest: Buffer) =>
  createHash("sha256")
    .update(before ?? Buffer.alloc(32))
    .update(digest)
    .digest();

/**
 * Gives the audit rows of all companies whose transactions are over their places in the chains
 * (AUD-1).
 */
export async function sealAudit(call: SealCall): Promise<void> {
  const failures = new Failures();
  for (const { companyId } of await findSealedCompanies(call.db))
    await failures.attempt(`company ${companyId}`, () =>
      sealCompany(call, wholeCompany(companyId)),
    );
  failures.throwAny("not all audit logs were sealed");
}

async function sealCompany({ db, now, stopped }: SealCall, scope: Scope): Promise<void> {
  let last = await findLastSeal(scope, db);
  for (let more = true; more && !stopped?.aborted; ) {
    const rows = await findUnsealed(scope, db, last, { now, lag, limit: batch });
    const seals: Seal[] = [];
    for (const { digest, ...key } of rows) {
      last = { ...key, place: (last?.place ?? 0) + 1, hash: chained(last?.hash, digest) };
      seals.push(last);
    }
    if (seals.length > 0) await insertSeals(scope, db, seals);
    more = rows.length === batch;
  }
}

type SealedCompany = Awaited<ReturnType<typeof findSealedCompanies>>[number];

/**
 * Recomputes every company's chain from its rows. Gives its length and last hash, and the first
 * row that differs, if any.
 */
export async function* checkChains(db: Db): AsyncGenerator<CheckedChain> {
  for (const company of await findSealedCompanies(db)) yield await checkChainOf(db, company);
}

async function checkChainOf(
  db: Db,
  { companyId, companyName }: SealedCompany,
): Promise<CheckedChain> {
  const { last, difference } = await checkChain(wholeCompany(companyId), db);
  return {
    companyId,
    companyName,
    sealed: last?.place ?? 0,
    hash: last?.hash.toString("hex") ?? "",
    difference,
  };
}

async function checkChain(
  scope: Scope,
  db: Db,
): Promise<{ last: Seal | undefined; difference?: ChainDifference }> {
  let last: Seal | undefined;
  while (true) {
    const entries = await findChecked(scope, db, last, batch);
    for (const { place, hash, digest, ...key } of entries) {
      if (place === null || hash === null)
        return { last, difference: { ...key, kind: "inserted" } };
      if (digest === null) return { last, difference: { ...key, kind: "missing" } };
      if (place !== (last?.place ?? 0) + 1 || !chained(last?.hash, digest).equals(hash))
        return { last, difference: { ...key, kind: "changed" } };
      last = { ...key, place, hash };
    }
    if (entries.length < batch) return { last };
  }
}

/**
 * For the nightly job: a difference is an error in the log and a notice to the provider's staff.
 * The last hashes go to the log, outside of the database.
 */
export async function checkAudit(database: Database, logger: DatabaseLogger): Promise<void> {
  const failures = new Failures();
  for (const company of await findSealedCompanies(database.db))
    await failures.attempt(`company ${company.companyId}`, () =>
      checkAuditOf(database, logger, company),
    );
  failures.throwAny("not all audit logs were checked");
}

async function checkAuditOf(
  database: Database,
  logger: DatabaseLogger,
  company: SealedCompany,
): Promise<void> {
  const { difference, ...chain } = await checkChainOf(database.db, company);
  if (!difference) {
    if (chain.sealed > 0)
      logger.info({ job: "check-audit", ...chain }, "the audit log is as it was sealed");
    return;
  }
  logger.error(
    { job: "check-audit", ...chain, difference },
    "the audit log differs from what was sealed",
  );
  await database.transaction((tx) =>
    notifyProviderStaff(tx, "AUDIT_LOGS", {
      kind: "WARN",
      title: `The audit log of ${chain.companyName} differs from what was sealed`,
      detail: `First in entry ${difference.auditId} of ${showDate(difference.at.slice(0, 10))}. Run npm run audit:check for the details.`,
    }),
  );
}
