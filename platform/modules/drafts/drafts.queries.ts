import { and, eq, lt, sql } from "drizzle-orm";
import type { FormDraft } from "#contract/drafts/endpoints";
import type { Caller } from "../../access/caller.ts";
import { formDraft } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";

/**
 * The caller's own rows alone: each query takes the caller, and the company that the form is about.
 */
export type DraftName = { form: string; aboutCompanyId: number };

/** Matches one draft of a person, also those that the platform itself keeps. */
export const isDraft = (
  { companyId, id }: Pick<Caller, "companyId" | "id">,
  { form, aboutCompanyId }: DraftName,
) =>
  and(
    eq(formDraft.companyId, companyId),
    eq(formDraft.userId, id),
    eq(formDraft.form, form),
    eq(formDraft.aboutCompanyId, aboutCompanyId),
  );

export const draftKey = [
  formDraft.companyId,
  formDraft.userId,
  formDraft.form,
  formDraft.aboutCompanyId,
];

export async function findDraft(caller: Caller, db: Db, name: DraftName) {
  const [row] = await db
    .select({ values: formDraft.values, updatedAt: formDraft.updatedAt })
    .from(formDraft)
    .where(isDraft(caller, name));
  return row && { ...row, values: row.values as FormDraft["values"] };
}

/**
 * Replaces one part of a draft and leaves the others unchanged. Gives the size of the whole in
 * bytes.
 */
export async function keepPart(
  caller: Caller,
  db: Db,
  {
    name,
    part,
    values,
    now,
  }: { name: DraftName; part: string; values: FormDraft["values"][string]; now: Date },
) {
  const whole = { [part]: values };
  const [row] = await db
    .insert(formDraft)
    .values({
      companyId: caller.companyId,
      userId: caller.id,
      ...name,
      values: whole,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: draftKey,
      set: { values: sql`${formDraft.values} || excluded.values`, updatedAt: now },
    })
    .returning({ bytes: sql<number>`octet_length(${formDraft.values}::text)` });
  return row?.bytes ?? 0;
}

/**
 * Counts the caller's drafts other than this one. Drafts that the platform itself keeps have a
 * colon in their name (audio-uploads.queries.ts, rule-trials.queries.ts) and are left out.
 */
export const countOthers = (caller: Caller, db: Db, name: DraftName) =>
  db.$count(
    formDraft,
    and(
      eq(formDraft.companyId, caller.companyId),
      eq(formDraft.userId, caller.id),
      sql`not (${isDraft(caller, name)})`,
      sql`${formDraft.form} not like '%:%'`,
    ),
  );

export const deleteDraft = (caller: Caller, db: Db, name: DraftName) =>
  db.delete(formDraft).where(isDraft(caller, name));

/** Part of the daily clearing: drafts that nobody touched for three months. */
export const forgetOldDrafts = (db: Db, now: Date) =>
  db.delete(formDraft).where(lt(formDraft.updatedAt, new Date(now.getTime() - 90 * 86_400_000)));
