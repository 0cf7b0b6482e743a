import { dateIn } from "#contract/base/dates";
import { reportOf } from "#contract/reports/catalogue";
import { isAllowed } from "../../access/access.ts";
import { loadCaller } from "../../access/load-caller.ts";
import { type Scope, scopeOf } from "../../access/scope.ts";
import { Refusal } from "../../base/refusal.ts";
import type { Database } from "../../db/database.ts";
import { reachOf } from "./report-files.service.ts";
import { resolveFilters } from "./reports.service.ts";
import type { FoundJob, TakenRun } from "./run-schedules.queries.ts";
import { filtersOn, readFilters } from "./schedule-filters.ts";

/**
 * Resolves a run's report by the present access of the person whose run it is, the owner's for an
 * outside address; gives the reason where it is refused.
 */
export async function resolveRun(
  { database, now }: { database: Database; now: Date },
  run: TakenRun,
  { schedule, timeZone, isOutsideAllowed }: FoundJob,
) {
  const words = run.userId === null ? ownWords : othersWords;
  const report = reportOf(schedule.report);
  const person =
    run.userId === null
      ? { companyId: schedule.ownerCompanyId, id: schedule.ownerId }
      : { companyId: run.companyId, id: run.userId };
  const caller = await loadCaller(database.db, person);
  if (!caller) return words.gone;
  if (!report || !isAllowed(caller, { access: [report.access] })) return words.notAllowed;
  const scope = await scopeOf(database.db, caller, schedule.companyId).catch(undefinedIfRefused);
  if (!scope || hasNothing(scope)) return words.noScope;
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
  placeGone: "The location in this report was deleted, or you no longer have access to it.",
  filtersGone: "This report no longer offers the filters or days that you chose.",
  outsideForbidden: "Your company does not allow outside addresses.",
  withdrawn: "The link was withdrawn.",
  accessChanged: "Your access has changed since the file was made.",
};
const othersWords: typeof ownWords = {
  ...ownWords,
  gone: "Their account is deactivated.",
  notAllowed: "They may not open this report.",
  noScope: "They have no access to any location.",
  placeGone: "They have no access to the location in this report.",
};
