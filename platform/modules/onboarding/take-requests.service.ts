import { createHash } from "node:crypto";
import type { QueryForm, SelfOnboardingForm, SignupForm } from "#contract/onboarding/endpoints";
import type { RequestKind } from "#contract/onboarding/words";
import type { Call, ScopedCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { deliverEmailsSoon, queueEmail } from "../emails/index.ts";
import { notifyProviderStaff } from "../notifications/index.ts";
import { countTries, isFirstTry } from "../session/index.ts";
import { requestMessages } from "./messages.ts";
import { insertRequest, type NewRequest } from "./requests.queries.ts";

/**
 * Requests in 15 minutes from one address, and with one email. So the owner of the email gets no
 * more emails from us than that.
 */
const triesAnAddress = 10;
const triesAnEmail = 4;

/** A visitor's, whose scope is the provider's. */
type VisitorsCall = Call & Pick<ScopedCall, "scope"> & Pick<Services, "emails">;
type SpamMark = { isSuspect: boolean };

/**
 * Throws 429 beyond ten requests of an address, or four with one email, in 15 minutes. So do the
 * two below.
 */
export const addSignup = (call: VisitorsCall, form: SignupForm & SpamMark) =>
  takeRequest(call, ofCompany("signup", form));

export const addSelfOnboarding = (call: VisitorsCall, form: SelfOnboardingForm & SpamMark) =>
  takeRequest(call, ofCompany("self-onboarding", form));

export const addQuery = (
  call: VisitorsCall,
  { name, email, phone, phoneCountryCode, companyName, message, isSuspect }: QueryForm & SpamMark,
) =>
  takeRequest(call, {
    kind: "query" as const,
    personName: name,
    email,
    companyName,
    isSuspect,
    details: { message },
    ...(phone && { phone, phoneCountryCode }),
  });

/** The same form within 15 minutes, sent by a second press or a reload, is the same request. */
async function takeRequest(call: VisitorsCall, request: NewRequest): Promise<void> {
  const { scope, now } = call;
  const email = request.email.toLowerCase();
  const address = { key: `request address ${call.address ?? "unknown"}`, most: triesAnAddress };
  await countTries(call.db, [address, { key: `request email ${email}`, most: triesAnEmail }], now);
  const content = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  const keys = await call.database.transaction(async (tx) => {
    if (!(await isFirstTry(tx, `request ${content}`, now))) return [];
    const { companyId } = scope;
    const id = await insertRequest(scope, tx, {
      ...request,
      address: call.address,
      createdAt: now,
    });
    const { kind, companyName, personName } = request;
    const visitor = {
      ...call,
      caller: { companyId: null, id: null, username: "visitor", openedBy: null },
    };
    await audit(tx, visitor, [
      {
        companyId,
        action: "request received",
        itemKind: "request",
        itemId: id,
        itemName: companyName ?? personName,
        after: { kind, companyName, personName, email: request.email },
      },
    ]);
    await notifyProviderStaff(tx, "COMPANIES", {
      kind: "WARN",
      title: request.kind === "query" ? requestMessages.newQuestion : requestMessages.newClient,
      detail: companyName ?? personName,
      item: { kind: "request", id, companyId },
    });
    // a program that fills in every field may give somebody else's email
    if (request.isSuspect) return [];
    return [await queueEmail(tx, emailTo({ companyId, id, ...request }, "request received"), now)];
  });
  deliverEmailsSoon(call, keys);
}

/**
 * Picks the fields of both company forms that have columns of their own; the rest is kept by its
 * fields.
 */
function ofCompany(
  kind: RequestKind,
  form: (SignupForm | SelfOnboardingForm) & SpamMark,
): NewRequest {
  const { companyName, email, phone, phoneCountryCode, isSuspect, consent: _, ...details } = form;
  const personName = [form.firstName, form.lastName].filter(Boolean).join(" ");
  return { kind, companyName, personName, email, phone, phoneCountryCode, isSuspect, details };
}

/** Addresses an email about a request to the person who sent it. */
export const emailTo = (
  { companyId, id, email }: { companyId: number; id: number; email: string },
  kind: "request received" | "request answered",
) => ({ companyId, itemKind: "request", itemId: id, recipient: email, kind }) as const;
