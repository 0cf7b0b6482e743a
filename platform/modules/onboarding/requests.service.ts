import type { RequestedCompany } from "#contract/companies/form";
import type {
  PublicRequest,
  RequestCounts,
  RequestQuery,
  RequestRow,
} from "#contract/onboarding/endpoints";
import { invalid, notFound } from "../../base/refusal.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit, erasedName, markErased } from "../audit/index.ts";
import { createCompany } from "../companies/index.ts";
import { deleteEmails, deliverEmail, queueEmail } from "../emails/index.ts";
import { countTries } from "../session/index.ts";
import { requestMessages } from "./messages.ts";
import {
  countMatching,
  countRequests,
  decideRequest,
  deleteRequest,
  findRequest,
  findRequestPage,
  lockRequest,
} from "./requests.queries.ts";
import { emailTo } from "./take-requests.service.ts";

/** Emails with one answer in 15 minutes. */
const mostAnswers = 5;

type EmailServices = Pick<Services, "emails">;
type ReadCall = Pick<ScopedCall, "scope" | "db">;
type StoredRequest = Omit<Awaited<ReturnType<typeof findRequestPage>>["rows"][number], "rowKey">;
type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** A page of requests with how many match in all. Throws 422 for a cursor that is not ours. */
export async function listRequests({ scope, db }: ReadCall, query: RequestQuery) {
  const { rows, page } = await findRequestPage(scope, db, query);
  return {
    data: rows.map(toRow),
    page: { ...page, total: await countMatching(scope, db, query) },
  };
}

export async function showCounts({ scope, db }: ReadCall): Promise<RequestCounts> {
  const counts = { new: 0, approved: 0, declined: 0, answered: 0 };
  for (const { state, count } of await countRequests(scope, db)) counts[state] = count;
  return counts;
}

/** Throws 404 for a request that is not the provider's. */
export async function showRequest({ scope, db }: ReadCall, id: number): Promise<PublicRequest> {
  const request = await findRequest(scope, db, id);
  if (!request) throw notFound();
  const { details, decidedAt, madeCompanyId, madeCompanyName } = request;
  return {
    ...toRow(request),
    mail: request.mail,
    details: Object.entries(details as Record<string, string>).map(([field, value]) => ({
      field,
      value,
    })),
    address: request.address,
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: request.decidedBy,
    decision: request.decision,
    madeCompany:
      madeCompanyId === null ? null : { id: madeCompanyId, companyName: madeCompanyName ?? "" },
  };
}

/**
 * Answers a question, or declines to make a company, once; the text is mailed, and `mail` is
 * the email's status. Throws 404, or
 * 422 where it was decided before.
 */
export async function answerRequest(
  call: ScopedCall & EmailServices,
  { id, text }: { id: number; text: string },
) {
  const { scope, now } = call;
  const { key, state } = await call.database.transaction(async (tx) => {
    const request = await lockRequest(scope, tx, id);
    if (!request) throw notFound();
    const state = request.kind === "query" ? ("answered" as const) : ("declined" as const);
    const decision = { state, decision: text, decidedBy: call.caller.username, decidedAt: now };
    if (!(await decideRequest(scope, tx, id, decision))) throw decidedBefore(request);
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: `request ${state}`,
        itemKind: "request",
        itemId: id,
        itemName: request.companyName ?? request.personName,
        before: { state: "new" },
        after: { state, decision: text },
      },
    ]);
    const { companyId } = scope;
    const answer = emailTo({ ...request, companyId }, "request answered");
    return { state, key: await queueEmail(tx, { ...answer, sender: call.caller }, now) };
  });
  return { id, state, mail: await deliverEmail(call, key) };
}

/**
 * Emails an answer again; gives the email's status. Throws 404 for a request that is not the
 * provider's, 422 if it has no answer, 429 beyond five in 15 minutes.
 */
export async function mailAnswer(call: ScopedCall & EmailServices, id: number) {
  const { scope, now } = call;
  const key = await call.database.transaction(async (tx) => {
    const request = await lockRequest(scope, tx, id);
    if (!request) throw notFound();
    if (!request.decision) throw invalid({ id: requestMessages.notAnswered });
    await countTries(tx, [{ key: `answer of request ${id}`, most: mostAnswers }], now);
    const { companyId } = scope;
    const name = request.companyName ?? request.personName;
    const item = { companyId, itemKind: "request", itemId: id, itemName: name };
    await audit(tx, call, [{ ...item, action: "answer email queued" }]);
    const answer = emailTo({ ...request, companyId }, "request answered");
    return queueEmail(tx, { ...answer, sender: call.caller }, now);
  });
  return deliverEmail(call, key);
}

/**
 * Deletes a request; the audit log shows its entries without names. Throws 404 for a request
 * that is not the provider's.
 */
export async function removeRequest(call: ScopedCall, id: number) {
  const { scope } = call;
  await call.database.transaction(async (tx) => {
    if (!(await deleteRequest(scope, tx, id))) throw notFound();
    const item = { companyId: scope.companyId, itemKind: "request" as const, itemId: id };
    await deleteEmails(tx, item);
    await markErased(tx, [item]);
    await audit(tx, call, [
      { ...item, action: "request deleted", itemName: erasedName("request", id) },
    ]);
  });
}

/**
 * Makes the requested company, once, with its first admin, who is invited by email.
 * Throws 404, and 422 for a question, if it was decided before, and by field as
 * `createCompany` does.
 */
export async function approveRequest(
  call: ScopedSessionCall & EmailServices,
  { id, form }: { id: number; form: RequestedCompany },
) {
  const { scope, now } = call;
  const { company, invitation } = await call.database.transaction(async (tx) => {
    const request = await lockRequest(scope, tx, id);
    if (!request) throw notFound();
    if (request.state !== "new") throw decidedBefore(request);
    if (request.kind === "query") throw invalid({ "": requestMessages.isQuestion });
    const created = await createCompany(tx, form, call);
    const madeCompanyId = created.company.id;
    const decision = {
      state: "approved" as const,
      decidedBy: call.caller.username,
      decidedAt: now,
      madeCompanyId,
    };
    if (!(await decideRequest(scope, tx, id, decision))) throw decidedBefore(request);
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "request approved",
        itemKind: "request",
        itemId: id,
        itemName: request.companyName ?? request.personName,
        before: { state: "new" },
        after: { state: "approved", madeCompanyId },
      },
    ]);
    return created;
  });
  return { ...company, mail: invitation && (await deliverEmail(call, invitation)) };
}

const decidedBefore = ({ state, decidedBy }: LockedRequest) =>
  invalid({ "": requestMessages.alreadyDecided(decidedBy ?? "Someone else", state) });

const toRow = ({
  id,
  kind,
  state,
  companyName,
  personName,
  email,
  phoneCountryCode,
  phone,
  isSuspect,
  createdAt,
}: StoredRequest): RequestRow => ({
  id,
  kind,
  state,
  companyName,
  personName,
  email,
  phoneCountryCode,
  phone,
  isSuspect,
  createdAt: createdAt.toISOString(),
});
