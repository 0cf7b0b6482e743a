import { dateIn } from "#contract/base/dates";
import { reportOf } from "#contract/reports/catalogue";
import type { Report } from "#contract/reports/report";
import { isAllowed } from "../../access/access.ts";
import { loadCaller } from "../../access/load-caller.ts";
import { type Scope, scopeOf } from "../../access/scope.ts";
import { Refusal } from "../../base/refusal.ts";
import type { Database } from "../../db/database.ts";
import type { Db } from "../../db/types.ts";
import { isReceiving } from "./recipients.queries.ts";
import { reachOf } from "./report-files.service.ts";
import { resolveFilters } from "./reports.service.ts";
import type { FoundJob, TakenRun } from "./run-schedules.queries.ts";
import { filtersOn, readFilters } from "./schedule-filters.ts";
import type { Owner } from "./schedules.queries.ts";

/** True if a run is the owner's, not one of the other recipients'. */
export const isOwn = ({ userId, address }: Pick<TakenRun, "userId" | "address">) =>
  userId === null && address === null;

/**
 * Resolves a run's report by the present access of the person it is for; for an outside address, by
 * the owner's. Gives the reason if the run is refused, for example because they are no longer a
 * recipient.
 */
export async function resolveRun(
  { database, now }: { database: Database; now: Date },
  run: TakenRun,
  { schedule, timeZone, isOutsideAllowed }: FoundJob,
) {
  const words = run.userId === null ? ownWords : othersWords;
  const owner = { companyId: schedule.ownerCompanyId, id: schedule.ownerId };
  const person = run.userId === null ? owner : { companyId: run.companyId, id: run.userId };
  const reach = await resolveReach(database.db, person, schedule);
  if (typeof reach === "string") return words[reach];
  const { report, scope } = reach;
  if (!isOwn(run)) {
    const ofOwner = run.userId === null ? reach : await resolveReach(database.db, owner, schedule);
    if (typeof ofOwner === "string") return words.senderGone;
    if (!(await isReceiving(ofOwner.scope, database.db, { id: schedule.id, owner }, run)))
      return words.takenOff;
  }
  if (run.address !== null) {
    if (!isOutsideAllowed) return words.outsideForbidden;
    if (run.withdrawnAt) return words.withdrawn;
    if (run.reach !== reachOf(scope)) return words.accessChanged;
  }
  const day = dateIn(timeZone, run.dueAt);
  const filters = await Promise.resolve()
    .then(() => readFilters(report, filtersOn(schedule, day)))
    .catch(undefinedIfRefused);
  if (!filters) return words.filtersGone;
  const resolvedFilters = await resolveFilters({ scope, db: database.db, now }, filters).catch(
    undefinedIfRefused,
  );
  if (!resolvedFilters) return words.placeGone;
  return { report, scope, filters, resolvedFilters };
}

/** The report and what a person sees of it now, or the reason why they may not. */
async function resolveReach(
  db: Db,
  person: Owner,
  { report: key, companyId }: FoundJob["schedule"],
): Promise<{ report: Report; scope: Scope } | "gone" | "notAllowed" | "noScope"> {
  const report = reportOf(key);
  const caller = await loadCaller(db, person);
  if (!caller) return "gone";
  if (!report || !isAllowed(caller, { access: [report.access] })) return "notAllowed";
  const scope = await scopeOf(db, caller, companyId).catch(undefinedIfRefused);
  return !scope || hasNothing(scope) ? "noScope" : { report, scope };
}

/** True if the scope is limited to units and none is left. */
const hasNothing = ({ reach }: Scope) =>
  reach !== "company" && Object.values(reach).every((ids) => ids.length === 0);

/** Gives undefined for a refusal, which means that the person has lost access; throws all else. */
function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof Refusal && [403, 404, 422].includes(error.status)) return undefined;
  throw error;
}

const ownWords = {
  gone: "Your account or your company is deactivated.",
  notAllowed: "You may no longer open this report.",
  noScope: "You no longer have access to any location.",
  placeGone:
    "The location or brand in this report was deleted, or you no longer have access to it.",
  filtersGone: "This report no longer offers the filters or days that you chose.",
  outsideForbidden: "Your company does not allow outside addresses.",
  withdrawn: "The link was withdrawn.",
  takenOff: "You no longer send this report to this address.",
  senderGone: "The person who sends this report may no longer open it.",
  accessChanged: "Your access has changed since the file was made.",
};
const othersWords: typeof ownWords = {
  ...ownWords,
  gone: "Their account is deactivated.",
  takenOff: "They no longer receive this report.",
  notAllowed: "They may not open this report.",
  noScope: "They have no access to any location.",
  placeGone: "They have no access to the location in this report.",
};
