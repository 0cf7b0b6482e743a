import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { isProvider } from "#contract/base/roles";
import { isAllowed } from "../../access/access.ts";
import type { Caller } from "../../access/caller.ts";
import { isNational, type Scope, wholeCompany } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import { company, invoice, reportRun, song, spot, storedFile } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

export type FilePurpose = (typeof storedFile.$inferSelect)["purpose"];
export const pictures = [
  "company-icon",
  "chart-logo",
  "song-picture",
  "event-image",
] as const satisfies FilePurpose[];
/** Files that pages show; others are saved. */
export const shownPurposes: readonly FilePurpose[] = [...pictures, "signature"];

const columns = {
  id: storedFile.id,
  name: storedFile.name,
  mediaType: storedFile.mediaType,
  bytes: storedFile.bytes,
  width: storedFile.width,
  height: storedFile.height,
  createdAt: storedFile.createdAt,
  createdBy: storedFile.createdBy,
};

export async function insertFile(
  scope: Scope,
  tx: Tx,
  file: Omit<typeof storedFile.$inferInsert, "companyId">,
) {
  const [row] = await tx
    .insert(storedFile)
    .values({ ...file, companyId: scope.companyId })
    .returning(columns);
  if (!row) throw new Error("no row was written");
  return row;
}

/**
 * Gives the deleted file with the key of its bytes; undefined if the company has no such file.
 */
export async function deleteFile(scope: Scope, tx: Tx, id: string) {
  const [gone] = await tx
    .delete(storedFile)
    .where(and(eq(storedFile.companyId, scope.companyId), eq(storedFile.id, id)))
    .returning({
      ...columns,
      purpose: storedFile.purpose,
      key: storedFile.key,
      originalKey: storedFile.originalKey,
    });
  return gone;
}

/** A company's files of one purpose, the newest first. */
export const findFiles = (scope: Scope, db: Db, purpose: FilePurpose) =>
  db
    .select(columns)
    .from(storedFile)
    .where(and(eq(storedFile.companyId, scope.companyId), eq(storedFile.purpose, purpose)))
    .orderBy(desc(storedFile.createdAt), desc(storedFile.id));

/** A file that the caller may read, wherever it is; see `readableBy`. */
export async function findReadableFile(caller: Caller, db: Db, id: string) {
  const [row] = await db
    .select({
      key: storedFile.key,
      name: storedFile.name,
      mediaType: storedFile.mediaType,
      purpose: storedFile.purpose,
    })
    .from(storedFile)
    .innerJoin(company, eq(company.id, storedFile.companyId))
    .where(and(eq(storedFile.id, id), readableBy(caller)));
  return row;
}

/**
 * Pictures: the own company's and the provider's but for those of songs it does not see, all to
 * provider staff. Contracts: the own company's to national admins who may change it, all to those
 * who keep the companies. Signatures: those who bill, and national admins with an invoice
 * that has it. Audio goes through the library and the players.
 */
function readableBy(caller: Caller): SQL | undefined {
  const isOwn = eq(storedFile.companyId, caller.companyId);
  const isPicture = and(
    inArray(storedFile.purpose, pictures),
    isProvider(caller)
      ? undefined
      : sql`not exists (select 1 from ${song} where ${song.reservedForId} is not null and ${song.pictureFileId} = ${storedFile.id}
          and not ${songsWithin(wholeCompany(caller.companyId))})`,
  );
  const isContract = eq(storedFile.purpose, "contract");
  const keepsCompanies = isAllowed(caller, { access: ["COMPANIES"] });
  const keepsOwn = isAllowed(caller, { access: ["COMPANIESEDIT"] }) && isNational(caller);
  const isSignature = eq(storedFile.purpose, "signature");
  const isOnOwnInvoice = sql`exists (select 1 from ${invoice} where ${invoice.companyId} = ${caller.companyId}
    and ${invoice.supplier} ->> 'signatureFileId' = ${storedFile.id}::text)`;
  return or(
    isAllowed(caller, { access: ["BILLING_DASHBOARD"] }) ? isSignature : undefined,
    isAllowed(caller, { access: ["invoices.own"] }) && isNational(caller)
      ? and(isSignature, isOnOwnInvoice)
      : undefined,
    isProvider(caller) ? isPicture : and(isPicture, or(isOwn, eq(company.kind, "provider"))),
    keepsCompanies ? isContract : undefined,
    keepsOwn ? and(isContract, isOwn) : undefined,
  );
}

/** Finds which keys a row of any company refers to: for the daily clean-up. */
export async function findNamedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const keyRows = sql`select unnest(${sql.param(keys)}::text[]) as key`;
  const { rows } = await db.execute<{ key: string }>(sql`select asked.key from (${keyRows}) asked
    where exists (select 1 from ${storedFile} where ${storedFile.key} = asked.key or ${storedFile.originalKey} = asked.key)
      or exists (select 1 from ${song} where ${song.audioFile} = asked.key)
      or exists (select 1 from ${spot} where ${spot.audioFile} = asked.key)
      or exists (select 1 from ${reportRun} where 'reports/' || ${reportRun.fileId} = asked.key)`);
  return new Set(rows.map(({ key }) => key));
}
