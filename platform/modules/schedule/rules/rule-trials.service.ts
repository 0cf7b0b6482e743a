import { randomUUID } from "node:crypto";
import type { UnitIds } from "#contract/schedule/master-rule";
import {
  type NewTrial,
  type RuleTrial,
  triedDays,
  tryMasterRule,
} from "#contract/schedule/what-if";
import { isAllowed } from "../../../access/access.ts";
import { loadCaller } from "../../../access/load-caller.ts";
import { scopeOf } from "../../../access/scope.ts";
import { unitOf } from "../../../access/units.ts";
import { Failures } from "../../../base/failures.ts";
import { invalid, notFound, Refusal } from "../../../base/refusal.ts";
import type { Database } from "../../../db/database.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import {
  changeTrial,
  countOthersGoingOn,
  findTrial,
  replaceTrial,
  type StoredTrial,
  type TakenTrial,
  takeTrial,
} from "./rule-trials.queries.ts";
import { compareRules, findTriedGroup } from "./what-if.service.ts";

type JobCall = { database: Database; now: Date; stopped: AbortSignal };

/** How long a trial stays with the process that took it, after its last sign of life. */
const leaseMs = 2 * 60_000;
/** How often a trial is begun, because a process may be killed or the thread of days may die. */
const mostAttempts = 3;
/** The most rules that a person tries at once: trials of all people are made one after the other. */
const mostAtOnce = 5;

/**
 * Saves a rule to be tried in the background, in the place of the caller's earlier trial. Throws 404
 * for a unit or slot that is not there or out of scope, 422 where no group plays by the rule or the
 * caller tries too many.
 */
export async function startTrial(
  call: ScopedCall,
  { timeSlotId, regionId, zoneId, groupId, storeId, version, ...rule }: NewTrial,
): Promise<RuleTrial> {
  const { scope, db, caller, now, database } = call;
  const unitIds = { regionId, zoneId, groupId, storeId };
  const { unit } = await findTriedGroup(scope, db, { ...unitIds, timeSlotId });
  const trial: StoredTrial = {
    id: randomUUID(),
    unit: unitIds,
    timeSlotId,
    rule,
    version: version ?? null,
    startedAt: now.toISOString(),
    state: "waiting",
    attempt: 0,
    day: 0,
    reason: null,
    result: null,
  };
  const place = { ...unit, timeSlotId };
  await database.transaction(async (tx) => {
    if ((await countOthersGoingOn(scope, tx, caller, place)) >= mostAtOnce)
      throw invalid({ "": words.tooMany });
    await replaceTrial(scope, tx, { caller, place, trial, now });
  });
  return toTrialAnswer(trial);
}

/** Shows the caller's own trial. Throws 404 for a unit or slot that is out of scope. */
export async function showTrial(
  { scope, db, caller }: ScopedCall,
  { timeSlotId, ...ids }: UnitIds & { timeSlotId: number },
): Promise<RuleTrial | null> {
  const unit = await unitOf(scope, db, ids);
  if (!(await findTimeSlots(scope, db)).some(({ id }) => id === timeSlotId)) throw notFound();
  const trial = await findTrial(scope, db, caller, { ...unit, timeSlotId });
  return trial ? toTrialAnswer(trial) : null;
}

const toTrialAnswer = ({ state, startedAt, rule, version, day, reason, result }: StoredTrial) => ({
  state,
  startedAt,
  rule,
  version,
  day,
  days: triedDays,
  reason,
  result,
});

/** For the job: makes the comparisons that wait, of all companies, one after the other. */
export async function runTrials({ database, now, stopped }: JobCall): Promise<void> {
  const began = Date.now();
  const clock = () => new Date(now.getTime() + Date.now() - began);
  const failures = new Failures();
  while (!stopped.aborted) {
    const present = clock();
    const claim = await takeTrial(database.db, {
      now: present,
      before: new Date(present.getTime() - leaseMs),
    });
    if (!claim) break;
    const { companyId, userId, form } = claim;
    await failures.attempt(`${form} of user ${userId} of company ${companyId}`, () =>
      attemptTrial({ database, stopped }, clock, claim),
    );
  }
  failures.throwAny("not all rules were tried");
}

/** Makes a comparison, or saves why there is none; a fault of ours is tried again. */
async function attemptTrial(
  { database, stopped }: Pick<JobCall, "database" | "stopped">,
  clock: () => Date,
  claim: TakenTrial,
): Promise<void> {
  const { db } = database;
  const { trial } = claim;
  const change = (changes: Partial<StoredTrial>) => changeTrial(db, claim, changes, clock());
  if (trial.attempt > mostAttempts) {
    await change({ state: "failed", reason: words.failed });
    return;
  }
  try {
    const caller = await loadCaller(db, { companyId: claim.companyId, id: claim.userId });
    if (!caller || !isAllowed(caller, tryMasterRule)) throw new Refusal(403, words.notAllowed);
    const scope = await scopeOf(db, caller, claim.aboutCompanyId);
    const result = await compareRules({ scope, db, now: clock() }, trial, async (day) => {
      stopped.throwIfAborted();
      if (!(await change({ day }))) throw new Refusal(404, words.replaced);
    });
    await change({ state: "done", result });
  } catch (error) {
    // the next process begins it again, and this attempt does not count
    if (stopped.aborted) await change({ state: "waiting", attempt: trial.attempt - 1 });
    else if (error instanceof Refusal && error.status < 429)
      await change({ state: "failed", reason: reasonOf(error) });
    else {
      await change({ state: "waiting" });
      throw error;
    }
  }
}

const reasonOf = ({ status, message }: Refusal) =>
  status === 422 ? message : status === 403 ? words.notAllowed : words.gone;

const words = {
  notAllowed: "You may no longer try this location's rule.",
  gone: "This location or time slot was deleted, or you no longer have access to it.",
  replaced: "Another trial has taken the place of this one.",
  tooMany: `You are trying ${mostAtOnce} rules already. Try this one when one of them is done.`,
  failed: "We could not compare the rules. Try again.",
};
