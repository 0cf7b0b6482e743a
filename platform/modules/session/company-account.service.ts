import type { z } from "zod";
import { messages } from "#contract/base/messages";
import type { SignInService } from "#contract/session/company-account";
import type { SignedIn } from "#contract/session/endpoints";
import { sealer } from "../../access/sealer.ts";
import { invalid, notFound } from "../../base/refusal.ts";
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
import type { SessionService } from "./session.service.ts";

/** From the beginning of a sign-in at a company's service to its end. */
const lifetime = 10 * 60_000;
/** Sign-ins that an address begins or finishes in 15 minutes (LIM-1). */
const triesAnAddress = 200;
/** Where services lead people back to. */
const backPath = "/company-sign-in/back";

type Needs = Pick<Services, "appSecret" | "publicUrl" | "webhookReceivers" | "logger"> & {
  sessions: SessionService;
};
type FoundService = NonNullable<
  NonNullable<Awaited<ReturnType<typeof findCompanyService>>>["service"]
>;

/**
 * Sign-in with the account that people have at their company (docs/decisions/company-account.md).
 */
export function companyAccountService({
  sessions,
  appSecret,
  publicUrl,
  webhookReceivers,
  logger,
}: Needs) {
  const seals = sealer(appSecret, "sign-in service");
  const client = openIdClient(webhookReceivers);
  const redirectUri = publicUrl.replace(/\/+$/, "") + backPath;
  const about = ({
    companyId,
    issuer,
    clientId,
  }: Pick<FoundService, "companyId" | "issuer" | "clientId">) =>
    `${companyId} ${clientId} ${issuer}`;
  const clientOf = (service: FoundService): Client => {
    const secret = seals.open(service.sealedSecret, about(service));
    if (!secret) throw new OpenIdFailure("the client secret has to be entered again");
    return {
      issuer: service.issuer,
      clientId: service.clientId,
      clientSecret: secret.text,
      redirectUri,
    };
  };
  /** Turns a failure of a service into words; the cause is for the log. */
  const inWords = async <T>(
    field: string,
    { companyId }: { companyId: number },
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OpenIdFailure)) throw error;
      logger.warn(
        { companyId, reason: error.message, cause: String(error.cause ?? "") },
        "a company's sign-in service failed",
      );
      throw invalid({ [field]: sessionMessages.serviceFailed(error.message) });
    }
  };
  const keyOf = ({ address }: Pick<Call, "address">) =>
    `company sign-in address ${address ?? "unknown"}`;
  const countTry = (call: Call) =>
    countTries(call.db, [{ key: keyOf(call), most: triesAnAddress }], call.now);

  return {
    /** Throws 403 unless the caller sees the whole company. */
    async show(call: ScopedCall) {
      refuseParts(call);
      const row = await findCompanyService(call.db, call.scope.companyId);
      if (!row) throw notFound();
      const { service, companyCode, version } = row;
      return {
        issuer: service?.issuer ?? null,
        clientId: service?.clientId ?? null,
        isRequired: service?.isRequired ?? false,
        workedAt: service?.workedAt?.toISOString() ?? null,
        redirectUri,
        companyCode,
        version,
      };
    },

    /**
     * Throws 403 unless the caller sees the whole company, and in an opened session; 422 on fields
     * that are missing, or not allowed yet, and on fields changed since the form's version (see
     * refuseOutdated).
     */
    async change(
      call: ScopedCall,
      { version, ...form }: z.output<typeof SignInService>,
    ): Promise<void> {
      const { issuer, clientId, clientSecret, isRequired } = form;
      const { scope } = call;
      refuseParts(call);
      refuseOpened(call.caller, sessionMessages.ownSignInRules);
      if (issuer) checkReceiver(issuer, webhookReceivers, "issuer");
      await call.database.transaction(async (tx) => {
        const company = await lockService(scope, tx);
        if (!company) throw notFound();
        const { service: stored } = company;
        const { companyId } = scope;
        const item = { companyId, itemKind: "company", itemId: company.id, itemName: company.name };
        const before = stored
          ? { issuer: stored.issuer, clientId: stored.clientId, isRequired: stored.isRequired }
          : null;
        const secretNow = { clientSecret: "another secret" }; // which is shown to nobody
        await refuseOutdated(scope, tx, {
          item: { kind: "company", id: company.id },
          loaded: version,
          stored: {
            issuer: null,
            clientId: null,
            isRequired: false,
            ...before,
            ...secretNow,
            version: company.version,
          },
          newValues: {
            issuer: issuer ?? null,
            clientId: clientId ?? null,
            isRequired,
            ...(clientSecret && { clientSecret }),
          },
        });
        const newVersion = { version: company.version + 1 };
        if (!issuer) {
          if (clientId || clientSecret || isRequired) throw invalid({ issuer: messages.required });
          if (!stored) return;
          await deleteService(scope, tx);
          await bumpCompany(scope, tx);
          const after = { issuer: null, clientId: null, isRequired: false, ...newVersion };
          return void (await audit(tx, call, [
            { ...item, action: "sign-in service removed", before, after },
          ]));
        }
        if (!clientId) throw invalid({ clientId: messages.required });
        const isSame = stored?.issuer === issuer && stored.clientId === clientId;
        const secret =
          clientSecret ||
          (isSame && stored && seals.open(stored.sealedSecret, about(stored))?.text);
        if (!secret) throw invalid({ clientSecret: messages.required });
        const workedAt = isSame && !clientSecret ? stored.workedAt : null;
        if (isRequired && !workedAt) throw invalid({ isRequired: sessionMessages.tryServiceFirst });
        const sealedSecret = seals.seal(secret, about({ companyId, issuer, clientId }));
        await saveService(scope, tx, { issuer, clientId, sealedSecret, isRequired, workedAt });
        await bumpCompany(scope, tx);
        const after = {
          issuer,
          clientId,
          isRequired,
          ...(clientSecret && { clientSecret: "changed" }),
          ...newVersion,
        };
        await audit(tx, call, [{ ...item, action: "sign-in service changed", before, after }]);
      });
    },

    /**
     * Throws 422 on `companyCode` for a company without a service, or whose service does not
     * answer; 429.
     */
    async begin(call: Call, { companyCode }: { companyCode: string }) {
      await countTry(call);
      const company = await findServiceByCode(call.db, companyCode);
      if (!company) throw invalid({ companyCode: sessionMessages.noService(companyCode) });
      const { token, name } = newAccountToken(company.companyId);
      const url = await inWords("companyCode", company, async () =>
        client.begin(clientOf(company.service), token),
      );
      await insertAttempt(call.db, { ...name, expiresAt: new Date(call.now.getTime() + lifetime) });
      return { url, companyName: company.companyName, attempt: token };
    },

    /**
     * Gives a session, or the second step of a user who has turned it on. Throws 422 on `attempt`
     * if cut, old, used or of another browser; on `answer` if the service refused, or does not
     * name exactly one user of the company by a verified email; 429.
     */
    async finish(
      call: Call,
      { attempt, answer }: { attempt: string; answer: string },
    ): Promise<SignedIn> {
      const { db, now } = call;
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
      const identity = await inWords("answer", company, async () =>
        client.finish(clientOf(service), attempt, parameters),
      );
      const username = await findUsername(db, company, identity);
      await giveBackTries(db, [keyOf(call)]);
      return call.database.transaction(async (tx) => {
        const person = await findByUsername(tx, username);
        const [user] = await findUsersByEmail(tx, name.companyId, identity.email ?? "");
        if (person?.status !== "active" || !user?.hash || user.username !== username) throw over;
        await noteWorking(tx, service, now);
        const proved = { companyId: name.companyId, userId: user.userId, hash: user.hash };
        if (person.hasTwoSteps) return sessions.beginSecondStep(tx, proved, now);
        const caller = { companyId: name.companyId, id: user.userId, username, openedBy: null };
        const item = { itemKind: "user", itemId: user.userId, itemName: username };
        await audit(tx, { ...call, caller }, [
          { companyId: name.companyId, action: "signed in by company account", ...item },
        ]);
        return sessions.openOwnSession(tx, call, { ...proved, oneSession: company.oneSession });
      });
    },
  };

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
}
