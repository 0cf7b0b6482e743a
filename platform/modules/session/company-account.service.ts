import type { z } from "zod";
import { messages } from "#contract/base/messages";
import type { SignInService } from "#contract/session/company-account";
import type { SignInResult } from "#contract/session/endpoints";
import { type Sealer, sealer } from "../../access/sealer.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { Call, ScopedCall } from "../../http/context.ts";
import { checkReceiver } from "../../http/public-address.ts";
import type { Services } from "../../services.ts";
import { audit, refuseOutdated } from "../audit/index.ts";
import { newAccountToken, readAccountToken } from "./account-token.ts";
import {
  bumpCompany,
  deleteService,
  findCompanyService,
  findServiceByCode,
  findUsersByEmail,
  insertAttempt,
  lockService,
  noteWorking,
  saveService,
  spendAttempt,
} from "./company-account.queries.ts";
import { refuseParts } from "./company-sign-in.service.ts";
import { findByUsername } from "./credentials.queries.ts";
import { refuseOpened } from "./current-password.ts";
import { sessionMessages } from "./messages.ts";
import { type Client, type Identity, OpenIdFailure, openIdClient } from "./open-id.ts";
import { countTries, giveBackTries } from "./rate-limit.queries.ts";
import { beginSecondStep, openOwnSession, type Sessions } from "./session.service.ts";

/** From the beginning of a sign-in at a company's service to its end. */
const lifetime = 10 * 60_000;
/** Sign-ins that an address begins or finishes in 15 minutes (LIM-1). */
const triesAnAddress = 200;
/** Where services lead people back to. */
const backPath = "/company-sign-in/back";

/** A call of a company's sign-in service. */
type ServiceCall = Call & Pick<Services, "appSecret" | "publicUrl" | "webhookReceivers" | "logger">;
type ServiceForm = z.output<typeof SignInService>;
type FoundService = NonNullable<
  NonNullable<Awaited<ReturnType<typeof findCompanyService>>>["service"]
>;
type LockedCompany = NonNullable<Awaited<ReturnType<typeof lockService>>>;

/** Shows the company's service, without its secret. Throws 403 unless the caller sees the whole company. */
export async function showSignInService(call: ScopedCall & Pick<Services, "publicUrl">) {
  refuseParts(call);
  const row = await findCompanyService(call.db, call.scope.companyId);
  if (!row) throw notFound();
  const { service, companyCode, version } = row;
  return {
    issuer: service?.issuer ?? null,
    clientId: service?.clientId ?? null,
    isRequired: service?.isRequired ?? false,
    workedAt: service?.workedAt?.toISOString() ?? null,
    redirectUri: redirectUriOf(call),
    companyCode,
    version,
  };
}

/**
 * Sets, changes or removes the company's service. Throws 403 unless the caller sees the whole
 * company, and in an opened session; 422 on fields that are missing, or not allowed yet, and on
 * fields changed since the form's version (see refuseOutdated).
 */
export async function changeSignInService(
  call: ScopedCall & Pick<Services, "appSecret" | "webhookReceivers">,
  { version, ...form }: ServiceForm,
): Promise<void> {
  const { scope } = call;
  refuseParts(call);
  refuseOpened(call.caller, sessionMessages.ownSignInRules);
  if (form.issuer) checkReceiver(form.issuer, call.webhookReceivers, "issuer");
  await call.database.transaction(async (tx) => {
    const company = await lockService(scope, tx);
    if (!company) throw notFound();
    const { companyId } = scope;
    const item = { companyId, itemKind: "company", itemId: company.id, itemName: company.name };
    const before = partsShown(company.service);
    await refuseOutdatedService(call, tx, { version, form, company });
    const after = form.issuer
      ? await storeService(call, tx, { form, stored: company.service })
      : await removeService(call, tx, { form, stored: company.service });
    if (!after) return;
    await bumpCompany(scope, tx);
    const action = form.issuer ? "sign-in service changed" : "sign-in service removed";
    const newVersion = { version: company.version + 1 };
    await audit(tx, call, [{ ...item, action, before, after: { ...after, ...newVersion } }]);
  });
}

/** The parts of a service that people see: its secret is shown to nobody. */
const partsShown = (service: LockedCompany["service"]) =>
  service
    ? { issuer: service.issuer, clientId: service.clientId, isRequired: service.isRequired }
    : null;

async function refuseOutdatedService(
  { scope }: ScopedCall,
  tx: Tx,
  {
    version,
    form,
    company,
  }: { version: number | undefined; form: Omit<ServiceForm, "version">; company: LockedCompany },
): Promise<void> {
  const { issuer, clientId, clientSecret, isRequired } = form;
  await refuseOutdated(scope, tx, {
    item: { kind: "company", id: company.id },
    loaded: version,
    stored: {
      issuer: null,
      clientId: null,
      isRequired: false,
      ...partsShown(company.service),
      clientSecret: "another secret",
      version: company.version,
    },
    newValues: {
      issuer: issuer ?? null,
      clientId: clientId ?? null,
      isRequired,
      ...(clientSecret && { clientSecret }),
    },
  });
}

type StoredForm = { form: Omit<ServiceForm, "version">; stored: LockedCompany["service"] };

/** Gives what the audit log shows; undefined where there was no service. Throws 422. */
async function removeService({ scope }: ScopedCall, tx: Tx, { form, stored }: StoredForm) {
  if (form.clientId || form.clientSecret || form.isRequired)
    throw invalid({ issuer: messages.required });
  if (!stored) return undefined;
  await deleteService(scope, tx);
  return { issuer: null, clientId: null, isRequired: false };
}

/**
 * Stores the service; its secret stays unless it is typed or the service is another. Gives what the
 * audit log shows. Throws 422.
 */
async function storeService(
  call: ScopedCall & Pick<Services, "appSecret">,
  tx: Tx,
  { form, stored }: StoredForm,
) {
  const { issuer, clientId, clientSecret, isRequired } = form;
  const { companyId } = call.scope;
  if (!issuer) throw invalid({ issuer: messages.required });
  if (!clientId) throw invalid({ clientId: messages.required });
  const isSame = stored?.issuer === issuer && stored.clientId === clientId;
  const secret =
    clientSecret ||
    (isSame && stored && sealsOf(call).open(stored.sealedSecret, about(stored))?.text);
  if (!secret) throw invalid({ clientSecret: messages.required });
  const workedAt = isSame && !clientSecret ? stored.workedAt : null;
  if (isRequired && !workedAt) throw invalid({ isRequired: sessionMessages.tryServiceFirst });
  const sealedSecret = sealsOf(call).seal(secret, about({ companyId, issuer, clientId }));
  await saveService(call.scope, tx, { issuer, clientId, sealedSecret, isRequired, workedAt });
  return { issuer, clientId, isRequired, ...(clientSecret && { clientSecret: "changed" }) };
}

/**
 * Begins a sign-in; gives the address of the service, and the attempt to finish with. Throws 422 on
 * `companyCode` for a company without a service, or whose service does not
 * answer; 429.
 */
export async function beginCompanySignIn(
  call: ServiceCall,
  { companyCode }: { companyCode: string },
) {
  await countTry(call);
  const company = await findServiceByCode(call.db, companyCode);
  if (!company) throw invalid({ companyCode: sessionMessages.noService(companyCode) });
  const { token, name } = newAccountToken(company.companyId);
  const url = await inWords(call, { field: "companyCode", company }, async () =>
    openIdClient(call.webhookReceivers).begin(clientOf(call, company.service), token),
  );
  await insertAttempt(call.db, { ...name, expiresAt: new Date(call.now.getTime() + lifetime) });
  return { url, companyName: company.companyName, attempt: token };
}

/**
 * Gives a session, or the second step of a user who has turned it on. Throws 422 on `attempt`
 * if cut, old, used or of another browser; on `answer` if the service refused, or does not
 * name exactly one user of the company by a verified email; 429.
 */
export async function finishCompanySignIn(
  call: ServiceCall & { sessions: Sessions },
  { attempt, answer }: { attempt: string; answer: string },
): Promise<SignInResult> {
  const { db, now } = call;
  const client = openIdClient(call.webhookReceivers);
  await countTry(call);
  const over = invalid({ attempt: messages.signInOver });
  const name = readAccountToken(attempt);
  const parameters = new URLSearchParams(answer);
  // the answer to another sign-in does not change this one
  if (!name || !client.isAnswerTo(parameters, attempt) || !(await spendAttempt(db, name, now)))
    throw over;
  const company = await findCompanyService(db, name.companyId);
  const service = company?.service;
  if (!service || company.companyStatus !== "active") throw over;
  const identity = await inWords(call, { field: "answer", company }, async () =>
    client.finish(clientOf(call, service), attempt, parameters),
  );
  const username = await findUsername(db, company, identity);
  await giveBackTries(db, [keyOf(call)]);
  return call.database.transaction(async (tx) => {
    const person = await findByUsername(tx, username);
    const [user] = await findUsersByEmail(tx, name.companyId, identity.email ?? "");
    if (person?.status !== "active" || !user?.hash || user.username !== username) throw over;
    await noteWorking(tx, service, now);
    const proved = { companyId: name.companyId, userId: user.userId, hash: user.hash };
    if (person.hasTwoSteps) return beginSecondStep(tx, proved, now);
    const caller = { companyId: name.companyId, id: user.userId, username, openedBy: null };
    const item = { itemKind: "user", itemId: user.userId, itemName: username };
    await audit(tx, { ...call, caller }, [
      { companyId: name.companyId, action: "signed in by company account", ...item },
    ]);
    return openOwnSession(tx, { ...proved, oneSession: company.oneSession }, call);
  });
}

const sealsOf = ({ appSecret }: Pick<Services, "appSecret">): Sealer =>
  sealer(appSecret, "sign-in service");

const redirectUriOf = ({ publicUrl }: Pick<Services, "publicUrl">): string =>
  publicUrl.replace(/\/+$/, "") + backPath;

/** The text that a service's secret is sealed with. */
const about = ({
  companyId,
  issuer,
  clientId,
}: Pick<FoundService, "companyId" | "issuer" | "clientId">) => `${companyId} ${clientId} ${issuer}`;

function clientOf(call: Pick<Services, "appSecret" | "publicUrl">, service: FoundService): Client {
  const secret = sealsOf(call).open(service.sealedSecret, about(service));
  if (!secret) throw new OpenIdFailure("the client secret has to be entered again");
  return {
    issuer: service.issuer,
    clientId: service.clientId,
    clientSecret: secret.text,
    redirectUri: redirectUriOf(call),
  };
}

/** Turns a failure of a service into words; the cause is for the log. */
async function inWords<T>(
  { logger }: Pick<Services, "logger">,
  { field, company }: { field: string; company: { companyId: number } },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    const { companyId } = company;
    logger.warn(
      { companyId, reason: error.message, cause: String(error.cause ?? "") },
      "a company's sign-in service failed",
    );
    throw invalid({ [field]: sessionMessages.serviceFailed(error.message) });
  }
}

const keyOf = ({ address }: Pick<Call, "address">) =>
  `company sign-in address ${address ?? "unknown"}`;

const countTry = (call: Call) =>
  countTries(call.db, [{ key: keyOf(call), most: triesAnAddress }], call.now);

/** The one user of the company with the email address that the service vouches for. */
async function findUsername(
  db: Call["db"],
  company: { companyId: number; companyName: string },
  { email, isVerified }: Identity,
) {
  if (!email) throw invalid({ answer: sessionMessages.noEmail });
  if (!isVerified) throw invalid({ answer: sessionMessages.emailNotVerified(email) });
  const [user, another] = await findUsersByEmail(db, company.companyId, email);
  if (another) throw invalid({ answer: sessionMessages.severalUsers(email) });
  if (!user) throw invalid({ answer: sessionMessages.noUser(email, company.companyName) });
  if (user.status !== "active") throw invalid({ answer: sessionMessages.invitationFirst(email) });
  return user.username;
}
