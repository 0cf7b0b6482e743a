import { isProvider } from "#contract/base/roles";
import type { Status } from "#contract/base/status";
import { type TaxStatus, taxStatusLabels } from "#contract/billing/tax-rules";
import type { Company, CompanyQuery } from "#contract/companies/endpoints";
import type { CompanyChange } from "#contract/companies/form";
import { periodName } from "#contract/companies/words";
import { toSessionCaller } from "../../access/account-writer.ts";
import { isNational, type Scope } from "../../access/scope.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { refusalsByConstraint } from "../../http/constraints.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import {
  audit,
  changedFields,
  findOwnChange,
  refuseChangedSince,
  refuseOutdated,
} from "../audit/index.ts";
import { keepTypedRate } from "../billing/index.ts";
import { endSessionsOfCompany } from "../session/index.ts";
import { advanceOnboarding } from "../users/index.ts";
import {
  countReservedSongs,
  countWaitingRules,
  type FoundCompany,
  findCompany,
  findRecentCompanies,
  findTaken,
  lockCompany,
  saveCompanyFields,
  saveCompanyStatus,
} from "./companies.queries.ts";
import { fieldsToStore, settleTaxStatus } from "./company-form.ts";
import { findCompanyPage } from "./company-list.queries.ts";

const mostRecent = 5;

export const takenMessages = {
  ...refusalsByConstraint.company_code_unique,
  ...refusalsByConstraint.company_email_unique,
  companyAdminUserId: refusalsByConstraint.login_pkey.username,
};

/**
 * A page of the client companies with how many match in all. Throws 422 for a cursor that is not
 * ours.
 */
export async function listCompanies(
  { db, caller, now }: Pick<SignedInCall, "db" | "caller" | "now">,
  query: CompanyQuery,
) {
  const { rows, page } = await findCompanyPage(db, caller, query, now);
  const total = rows[0]?.total ?? (query.cursor ? undefined : 0);
  return { data: rows, page: { ...page, total } };
}

/** Active ones, those added or changed last first. */
export const listRecentCompanies = ({ db, caller }: Pick<SignedInCall, "db" | "caller">) =>
  findRecentCompanies(db, caller, mostRecent);

/**
 * Throws 404 where the scope's company is gone. Its billing and its admin, a national user, are for
 * those who see the whole of it.
 */
export async function showCompany({
  scope,
  db,
  now,
}: Pick<ScopedCall, "scope" | "db" | "now">): Promise<Company> {
  const company = await findCompany(scope, db, now);
  if (!company) throw notFound();
  return toCompany(scope, company);
}

function toCompany({ reach }: Scope, { companyId: companyCode, ...fields }: FoundCompany): Company {
  const ofWhole =
    reach === "company" ? {} : { billingRate: null, nextInvoiceOn: null, companyAdminUserId: null };
  return { ...fields, companyCode, ...ofWhole };
}

/** Words for a field's value, for a person whose save came too late. */
const words = {
  billingPeriodMonths: (months: unknown) => periodName(Number(months)),
  taxStatus: (status: unknown) => taxStatusLabels[status as TaxStatus],
};

/**
 * Replaces a form or one section of it (VAL-4); the whole form ends step 2 of a caller's
 * onboarding. Throws 403 for clients that are not national (the company is above what they own),
 * 422 for taken values, tax details (settleTaxStatus), flags off that are in use, and fields that others changed since the form's version (see refuseOutdated).
 */
export async function changeCompany(call: ScopedCall, change: CompanyChange): Promise<Company> {
  const { scope } = call;
  if (scope.reach !== "company") throw forbidden();
  const formFields = await fieldsToStore(change, isProvider(call.caller));
  const isConfirmed = "otherState" in change && change.otherState;
  return call.database.transaction(async (tx) => {
    const before = await lockCompany(scope, tx, call.now);
    if (!before) throw notFound();
    const fields = settleTaxStatus(formFields, before, isConfirmed);
    const item = { kind: "company", id: before.id };
    await refuseOutdated(scope, tx, {
      item,
      loaded: change.version,
      stored: before,
      newValues: fields,
      words,
    });
    if (before.ownSongs && fields.ownSongs === false) await refuseReservedSongs(call, tx);
    if (before.waitingTops && fields.waitingTops === false) await refuseWaitingRules(call, tx);
    const changed = changedFields(before, fields);
    if (fields.billingRate !== undefined) await keepTypedRate(scope, tx, call, fields.billingRate);
    const after = changed ? await saveCompanyFields(scope, tx, fields, call.now) : before;
    if (!after) throw notFound();
    if (changed) {
      const about = {
        companyId: scope.companyId,
        itemKind: item.kind,
        itemId: item.id,
        itemName: after.companyName,
      };
      await audit(tx, call, [{ ...about, action: "company changed", ...changed }]);
    }
    const isWhole = change.section === undefined || change.section === "whole";
    const session = toSessionCaller(call.caller);
    if (isWhole && session && isNational(session)) await advanceOnboarding(session, tx, 2, 3);
    return toCompany(scope, after);
  });
}

/**
 * Refuses if songs are reserved for the company: they would stay with a company that may have
 * none, and a tick on its form must not open them to all.
 */
async function refuseReservedSongs({ scope, figures }: ScopedCall, tx: Tx): Promise<void> {
  const songs = await countReservedSongs(scope, tx);
  if (songs === 0) return;
  const areReserved = `${figures.counted(songs, "song")} ${songs === 1 ? "is" : "are"} reserved for this company.`;
  throw invalid({
    ownSongs: `${areReserved} Open them to all companies in the music library first.`,
  });
}

/** Refuses while rules let a top of the hour wait: a tick must not change what stores play. */
async function refuseWaitingRules({ scope, figures }: ScopedCall, tx: Tx): Promise<void> {
  const rules = await countWaitingRules(scope, tx);
  if (rules === 0) return;
  const areWaiting = `${figures.counted(rules, "master rule")} ${rules === 1 ? "lets" : "let"} the top of the hour wait.`;
  throw invalid({ waitingTops: `${areWaiting} Set the wait to 0 s there first.` });
}

type UniqueFieldsCheck = Parameters<typeof findTaken>[1] & { companyId?: number | undefined };

/**
 * Checks that nobody else has these values. A company keeps its own, so matching itself is no
 * conflict: client staff's own, or the one named.
 */
export async function checkUnique(
  { db, caller }: Pick<SignedInCall, "db" | "caller">,
  { companyId, ...fields }: UniqueFieldsCheck,
) {
  const conflicts = await findTaken(db, fields, isProvider(caller) ? companyId : caller.companyId);
  return { unique: Object.values(conflicts).every((isTaken) => !isTaken) };
}

/**
 * Sets the status. Deactivating ends every session in the company; their holders get a
 * 409 that says so (SES-6). With `undoOf` it undoes the caller's own change: throws 422 if that is
 * not possible (findOwnChange, refuseChangedSince).
 */
export async function setCompanyStatus(
  call: ScopedCall,
  { status, undoOf }: { status: Status; undoOf?: string | undefined },
) {
  const { scope, now } = call;
  const before = await call.database.transaction(async (tx) => {
    const before = await lockCompany(scope, tx, call.now);
    if (!before) throw notFound();
    if (undoOf) {
      const actions = [status === "active" ? "company deactivated" : "company activated"];
      const changes = await findOwnChange(scope, tx, call, {
        undoOf,
        itemKind: "company",
        actions,
      });
      await refuseChangedSince(scope, tx, call, { itemKind: "company", field: "status", changes });
    }
    if (before.status === status) return before;
    await saveCompanyStatus(scope, tx, status, now);
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: status === "active" ? "company activated" : "company deactivated",
        itemKind: "company",
        itemId: before.id,
        itemName: before.companyName,
        before: { status: before.status },
        after: { status },
      },
    ]);
    if (status === "inactive") await endSessionsOfCompany(tx, scope.companyId, now);
    return before;
  });
  return { id: before.id, companyName: before.companyName, status };
}
