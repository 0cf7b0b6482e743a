import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { unitFilters } from "#contract/base/identifiers";
import { MasterRuleSection } from "#contract/schedule/master-rule";
import { WhatIf } from "#contract/schedule/what-if";
import { trialStates } from "#contract/schedule/words";
import type { Caller } from "../../../access/caller.ts";
import type { Scope } from "../../../access/scope.ts";
import type { Unit } from "../../../access/units.ts";
import { announce } from "../../../db/changes.ts";
import { formDraft } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { draftKey, isDraft } from "../../drafts/index.ts";

/** A rule that a person tries, how far its comparison is, and what came of it. */
const StoredTrial = z.object({
  /** Differs for each trial, so that a process notices when another replaced its own. */
  id: z.uuid(),
  unit: z.object(unitFilters),
  timeSlotId: z.int(),
  rule: MasterRuleSection,
  version: z.int().nullable(),
  startedAt: z.iso.datetime(),
  state: z.enum(trialStates),
  attempt: z.int(),
  day: z.int(),
  reason: z.string().nullable(),
  result: WhatIf.nullable(),
});
export type StoredTrial = z.infer<typeof StoredTrial>;

type TrialPlace = Pick<Unit, "level" | "unitId"> & { timeSlotId: number };

/**
 * Trials are stored with the form drafts: the rule is a form that is not sent yet. The colon keeps
 * them apart from drafts that people save (contract/drafts/endpoints.ts). So a person has one trial
 * of a rule.
 */
const prefix = "rule-trial:";
const formOf = ({ level, unitId, timeSlotId }: TrialPlace) =>
  `${prefix}${level.toLowerCase()}/${unitId}/${timeSlotId}`;
const isTrial = sql`${formDraft.form} like ${`${prefix}%`}`;
const member = (name: keyof StoredTrial) => sql`${formDraft.values} ->> ${sql.raw(`'${name}'`)}`;

type TrialKey = Pick<
  typeof formDraft.$inferSelect,
  "companyId" | "userId" | "form" | "aboutCompanyId"
>;
const isTrialOf = ({ companyId, userId, form, aboutCompanyId }: TrialKey) =>
  isDraft({ companyId, id: userId }, { form, aboutCompanyId });
const own = (scope: Scope, caller: Caller, place: TrialPlace) =>
  isDraft(caller, { form: formOf(place), aboutCompanyId: scope.companyId });

/** Saves a trial in the place of the caller's earlier one of the rule, and has it begun. */
export async function replaceTrial(
  scope: Scope,
  tx: Tx,
  {
    caller,
    place,
    trial,
    now,
  }: { caller: Caller; place: TrialPlace; trial: StoredTrial; now: Date },
): Promise<void> {
  await tx
    .insert(formDraft)
    .values({
      companyId: caller.companyId,
      userId: caller.id,
      form: formOf(place),
      aboutCompanyId: scope.companyId,
      values: trial,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: draftKey,
      set: { values: trial, updatedAt: now },
    });
  announce(tx, "ruleTrials", { companyId: scope.companyId });
}

/** Counts the caller's trials, of any company, that are not done yet, other than this one. */
export const countOthersGoingOn = (scope: Scope, tx: Tx, caller: Caller, place: TrialPlace) =>
  tx.$count(
    formDraft,
    and(
      eq(formDraft.companyId, caller.companyId),
      eq(formDraft.userId, caller.id),
      isTrial,
      sql`${member("state")} in ('waiting', 'running')`,
      sql`not (${own(scope, caller, place)})`,
    ),
  );

/** Undefined, too, for a trial that an earlier version of the product stored in another shape. */
export async function findTrial(
  scope: Scope,
  db: Db,
  caller: Caller,
  place: TrialPlace,
): Promise<StoredTrial | undefined> {
  const [row] = await db
    .select({ values: formDraft.values })
    .from(formDraft)
    .where(own(scope, caller, place));
  return StoredTrial.safeParse(row?.values).data;
}

export const deleteTrial = (scope: Scope, tx: Tx, caller: Caller, place: TrialPlace) =>
  tx.delete(formDraft).where(own(scope, caller, place));

export type TakenTrial = TrialKey & { trial: StoredTrial };

/**
 * Takes the trial of any company that waits for longest, or whose process gave no sign of life
 * since `before`; only one of several callers gets it. Deletes those that it cannot read.
 */
export async function takeTrial(
  db: Db,
  { now, before }: { now: Date; before: Date },
): Promise<TakenTrial | undefined> {
  const waiting = sql`select company_id, user_id, form, about_company_id from ${formDraft}
    where ${isTrial} and (${member("state")} = 'waiting'
      or ${member("state")} = 'running' and ${formDraft.updatedAt} < ${before.toISOString()}::timestamptz)
    order by ${formDraft.updatedAt} limit 1 for update skip locked`;
  const [row] = await db
    .update(formDraft)
    .set({
      values: sql`${formDraft.values} || jsonb_build_object('state', 'running', 'day', 0,
        'attempt', (${member("attempt")})::int + 1)`,
      updatedAt: now,
    })
    .where(sql`(company_id, user_id, form, about_company_id) = (${waiting})`)
    .returning();
  if (!row) return undefined;
  const { data: trial } = StoredTrial.safeParse(row.values);
  if (trial) return { ...row, trial };
  await db.delete(formDraft).where(and(isTrialOf(row), eq(formDraft.updatedAt, now)));
  return takeTrial(db, { now, before });
}

/** False if the trial was replaced, deleted or taken by another process since. */
export async function changeTrial(
  db: Db,
  { trial, ...key }: TakenTrial,
  changes: Partial<StoredTrial>,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(formDraft)
    .set({
      values: sql`${formDraft.values} || ${JSON.stringify(changes)}::jsonb`,
      updatedAt: now,
    })
    .where(
      and(
        isTrialOf(key),
        sql`${member("id")} = ${trial.id} and (${member("attempt")})::int = ${trial.attempt}`,
      ),
    );
  return changed.rowCount === 1;
}

/** Part of the daily clearing: trials that began a week ago, which show days that are over. */
export const forgetOldTrials = (db: Db, now: Date) =>
  db
    .delete(formDraft)
    .where(and(isTrial, lt(formDraft.updatedAt, new Date(now.getTime() - weekInMs))));

const weekInMs = 7 * 86_400_000;
