import { messages } from "#contract/base/messages";
import { mayManage } from "#contract/base/roles";
import type { EmailStatus } from "#contract/emails/endpoints";
import type { Tokens } from "#contract/session/endpoints";
import { accountHolder } from "../../access/account-writer.ts";
import type { SessionCaller } from "../../access/caller.ts";
import { isOwn } from "../../access/caller.ts";
import { isExempt } from "../../access/two-steps.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { Call, ScopedSessionCall, SessionCall, SignedInCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { notify } from "../notifications/index.ts";
import { lockManaged, type Person } from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { queueAccountNote } from "./entrance-emails.ts";
import { sessionMessages } from "./messages.ts";
import { findPasskeys } from "./passkeys.queries.ts";
import { lockUser, refreshCaller, type UserKey } from "./session.queries.ts";
import {
  aboutUser,
  hashesOfCode,
  newRecoveryCodes,
  newSecret,
  setupOf,
  takeCode,
} from "./two-step-codes.ts";
import { type ProofNeeds, twoStepProof } from "./two-step-proof.ts";
import {
  confirmFactor,
  countCodes,
  deleteFactor,
  findFactor,
  findRequirement,
  replaceCodes,
  saveSecret,
} from "./two-steps.queries.ts";

type Proof = { currentPassword: string; code: string };

/**
 * Sign-in by two steps: a code of an authenticator app, or a recovery code, after the password or
 * the mailed link (INT-2).
 */
export function twoStepsService(needs: ProofNeeds) {
  const { seals, own, about, emailUser, countTry, proveBoth, finishSignIn } = twoStepProof(needs);
  const { emails } = needs;

  const giveCodes = async (by: SessionCaller, tx: Tx, user: UserKey): Promise<string[]> => {
    const codes = newRecoveryCodes();
    await replaceCodes(
      by,
      tx,
      user,
      codes.map((code) => hashesOfCode(seals, user, code)[0]),
    );
    return codes;
  };

  return {
    async showOwn(call: SignedInCall) {
      const user = own(call);
      const factor = await findFactor(call.db, user);
      const secret =
        factor &&
        factor.confirmedAt === null &&
        !call.caller.openedBy &&
        seals.open(factor.sealedSecret, aboutUser(user));
      return {
        on: factor?.confirmedAt != null,
        since: factor?.confirmedAt?.toISOString() ?? null,
        recoveryCodesLeft: await countCodes(call.db, user),
        required: !isExempt(call.caller.role) && (await findRequirement(call.db, user.companyId)),
        begun: secret ? setupOf(secret.text, call.caller.username) : null,
        passkeys: (await findPasskeys(call.db, user)).map(
          ({ id, name, createdAt, lastUsedAt }) => ({
            id,
            name,
            createdAt: createdAt.toISOString(),
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
          }),
        ),
      };
    },

    /**
     * Throws 403 for store managers and in an opened session, 422 where it is on already, and on
     * `currentPassword` when it is wrong.
     */
    async begin(call: SessionCall, { currentPassword }: { currentPassword: string }) {
      refuseOpened(call.caller);
      if (isExempt(call.caller.role)) throw forbidden(sessionMessages.exemptFromTwoSteps);
      await proveCurrentPassword(call, currentPassword);
      const user = own(call);
      const secret = newSecret();
      await call.database.transaction(async (tx) => {
        await lockUser(tx, user);
        if ((await findFactor(tx, user))?.confirmedAt)
          throw invalid({ currentPassword: sessionMessages.alreadyOn });
        await saveSecret(call.caller, tx, user, seals.seal(secret, aboutUser(user)), call.now);
        await audit(tx, call, [about(user, call.caller.username, "two-step sign-in begun")]);
      });
      return setupOf(secret, call.caller.username);
    },

    /**
     * Turns it on with a first code. Throws 422 on `code` for a wrong one, and where nothing was
     * begun; 429.
     */
    async confirm(call: SessionCall, { code }: { code: string }) {
      refuseOpened(call.caller);
      const user = own(call);
      const attempt = await countTry(call, user);
      const recoveryCodes = await call.database.transaction(async (tx) => {
        await lockUser(tx, user);
        const factor = await findFactor(tx, user);
        if (!factor) throw invalid({ code: sessionMessages.notBegun });
        if (factor.confirmedAt) throw invalid({ code: sessionMessages.alreadyOn });
        if (!(await takeCode(call.caller, tx, seals, user, code, call.now, { confirmed: false })))
          throw invalid({ code: messages.wrongCode });
        await confirmFactor(call.caller, tx, user, call.now);
        await audit(tx, call, [about(user, call.caller.username, "two-step sign-in turned on")]);
        refreshCaller(tx, { companyId: user.companyId, sessionId: call.caller.sessionId });
        return giveCodes(call.caller, tx, user);
      });
      await attempt.succeeded();
      emailUser(call, call.caller.username, "Two-step sign-in was turned on.");
      return { recoveryCodes };
    },

    /** Throws as `turnOff` does. */
    async renewCodes(call: SessionCall, proof: Proof) {
      const recoveryCodes = await proveBoth(call, proof, async (tx, user) => {
        await audit(tx, call, [about(user, call.caller.username, "recovery codes renewed")]);
        return giveCodes(call.caller, tx, user);
      });
      return { recoveryCodes };
    },

    /**
     * Throws 422 on `currentPassword` and `code` for wrong ones, 403 in an opened session and where
     * the company requires it, 429.
     */
    async turnOff(call: SessionCall, proof: Proof): Promise<void> {
      if (!isExempt(call.caller.role) && (await findRequirement(call.db, call.caller.companyId)))
        throw forbidden(sessionMessages.required);
      await proveBoth(call, proof, async (tx, user) => {
        await deleteFactor(call.caller, tx, user);
        await audit(tx, call, [about(user, call.caller.username, "two-step sign-in turned off")]);
      });
      emailUser(call, call.caller.username, "Two-step sign-in was turned off.");
    },

    /**
     * The second step of a sign-in. Throws 422 on `code` for a wrong one, and as `finishSignIn`
     * does.
     */
    signIn: (
      call: Call,
      { challenge, code }: { challenge: string; code: string },
    ): Promise<Tokens> =>
      finishSignIn(call, challenge, async (tx, person) => {
        const proved = await takeCode(accountHolder, tx, seals, person, code, call.now);
        if (!proved) throw invalid({ code: messages.wrongCode });
        if (proved === "recovery code") await recordRecovery(tx, call, person);
      }),

    /**
     * Removes a managed user's second step. Gives their email's status. Throws 404 out of scope or
     * roles (ROL-3), 403 in an opened session, 422 for the own account and for a user without one.
     */
    async reset(call: ScopedSessionCall, userId: number): Promise<EmailStatus | null> {
      refuseOpened(call.caller, sessionMessages.ownReset);
      const key = await call.database.transaction(async (tx) => {
        const person = await lockManaged(call.scope, tx, userId);
        if (person && isOwn(call.caller, { companyId: person.companyId, id: userId }))
          throw invalid({ userId: messages.ownAccount });
        if (!person || !mayManage(call.caller, person)) throw notFound();
        if (!(await deleteFactor(call.caller, tx, person)))
          throw invalid({ userId: sessionMessages.nothingToReset(person.username) });
        await audit(tx, call, [about(person, person.username, "two-step sign-in reset")]);
        const notice = {
          kind: "WARN",
          title: `${call.caller.username} removed your second step`,
        } as const;
        await notify(tx, [person], notice);
        const what = `${call.caller.username} removed your second step.`;
        return queueAccountNote(tx, person, { kind: "sign-in changed", what }, call.now);
      });
      return emails.deliver(call, key);
    },
  };

  async function recordRecovery(tx: Tx, call: Call, person: Person): Promise<void> {
    const caller = {
      companyId: person.companyId,
      id: person.userId,
      username: person.username,
      openedBy: null,
    };
    await audit(tx, { ...call, caller }, [
      about(person, person.username, "signed in by recovery code"),
    ]);
    await notify(tx, [person], { kind: "WARN", title: sessionMessages.codeUsed });
  }
}
