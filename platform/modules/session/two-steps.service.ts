import { messages } from "#contract/base/messages";
import { mayManage } from "#contract/base/roles";
import type { Tokens } from "#contract/session/endpoints";
import { isExempt, isOwn } from "../../access/caller.ts";
import { sealer } from "../../access/sealer.ts";
import type { Tx } from "../../db/client.ts";
import type { Call, ScopedCall, SignedInCall } from "../../http/context.ts";
import { forbidden, invalid, notFound } from "../../http/refusal.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { notify } from "../notifications/index.ts";
import { readAccountToken } from "./account-token.ts";
import { findByUsername, findPasswordHash, findTokenHolder, lockManaged, type Person, spendToken } from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { letters } from "./letters.ts";
import { sessionMessages } from "./messages.ts";
import { countTries, giveBackTries } from "./rate-limit.queries.ts";
import { lockUser, refreshCaller, type UserKey } from "./session.queries.ts";
import { aboutUser, hashesOfCode, newRecoveryCodes, newSecret, setupOf, takeCode } from "./two-step-codes.ts";
import { confirmFactor, countCodes, deleteFactor, findFactor, findRequirement, replaceCodes, saveSecret } from "./two-steps.queries.ts";

/** Codes tried in 15 minutes, as passwords at sign-in (LIM-1). */
const tries = { aUser: 10, anAddress: 50 };
const keyOfUser = (user: UserKey) => `second step ${aboutUser(user)}`;

type Proof = { currentPassword: string; code: string };

/** Sign-in by two steps: a code of an authenticator app, or a recovery code, after the password or the mailed link (INT-2). */
export function twoStepsService({ sessions, appSecret, mail, publicUrl }: Pick<Services, "sessions" | "appSecret" | "mail" | "publicUrl">) {
  const seals = sealer(appSecret, "second factor");

  const own = ({ caller }: Pick<SignedInCall, "caller">): UserKey => ({ companyId: caller.companyId, userId: caller.id });
  const about = ({ companyId, userId }: UserKey, username: string, action: string) => ({
    ...{ companyId, action, itemKind: "user", itemId: userId, itemName: username },
  });
  const tellByMail = (call: Pick<Call, "db">, username: string, what: string) =>
    mail.post(async () => {
      const person = await findByUsername(call.db, username.toLowerCase());
      return person && letters(publicUrl).signInChanged(person, what);
    });
  const giveCodes = async (tx: Tx, user: UserKey): Promise<string[]> => {
    const codes = newRecoveryCodes();
    await replaceCodes(
      tx,
      user,
      codes.map((code) => hashesOfCode(seals, user, code)[0]),
    );
    return codes;
  };
  /** Counts a try before it is judged; `succeeded` gives it back. */
  const countTry = async ({ db, now, address }: Pick<Call, "db" | "now" | "address">, user: UserKey) => {
    const keys = [keyOfUser(user), `second step address ${address ?? "unknown"}`];
    const [userKey = "", addressKey = ""] = keys;
    await countTries(
      db,
      [
        { key: userKey, most: tries.aUser },
        { key: addressKey, most: tries.anAddress },
      ],
      now,
    );
    return { succeeded: () => giveBackTries(db, keys) };
  };
  /** The user by password and code, in the transaction of what it allows. Throws 422 on either, 429. */
  const proveBoth = async <T>(
    call: SignedInCall,
    { currentPassword, code }: Proof,
    work: (tx: Tx, user: UserKey) => Promise<T>,
  ): Promise<T> => {
    refuseOpened(call.caller);
    const user = own(call);
    await proveCurrentPassword(call, currentPassword);
    const attempt = await countTry(call, user);
    const outcome = await call.database.transaction(async (tx) => {
      await lockUser(tx, user);
      if (!(await takeCode(tx, seals, user, code, call.now))) throw invalid({ code: messages.wrongCode });
      return work(tx, user);
    });
    await attempt.succeeded();
    return outcome;
  };

  return {
    async showOwn(call: SignedInCall) {
      const user = own(call);
      const factor = await findFactor(call.db, user);
      const secret = factor && factor.confirmedAt === null && !call.caller.openedBy && seals.open(factor.sealedSecret, aboutUser(user));
      return {
        on: factor?.confirmedAt != null,
        since: factor?.confirmedAt?.toISOString() ?? null,
        recoveryCodesLeft: await countCodes(call.db, user),
        required: !isExempt(call.caller.role) && (await findRequirement(call.db, user.companyId)),
        begun: secret ? setupOf(secret.text, call.caller.username) : null,
      };
    },

    /** Throws 403 for store managers and in an opened session, 422 where it is on already, and on `currentPassword` when it is wrong. */
    async begin(call: SignedInCall, { currentPassword }: { currentPassword: string }) {
      refuseOpened(call.caller);
      if (isExempt(call.caller.role)) throw forbidden(sessionMessages.exemptFromTwoSteps);
      await proveCurrentPassword(call, currentPassword);
      const user = own(call);
      const secret = newSecret();
      await call.database.transaction(async (tx) => {
        await lockUser(tx, user);
        if ((await findFactor(tx, user))?.confirmedAt) throw invalid({ currentPassword: sessionMessages.alreadyOn });
        await saveSecret(tx, user, seals.seal(secret, aboutUser(user)), call.now);
        await audit(tx, call, [about(user, call.caller.username, "two-step sign-in begun")]);
      });
      return setupOf(secret, call.caller.username);
    },

    /** Turns it on with a first code. Throws 422 on `code` for a wrong one, and where nothing was begun; 429. */
    async confirm(call: SignedInCall, { code }: { code: string }) {
      refuseOpened(call.caller);
      const user = own(call);
      const attempt = await countTry(call, user);
      const recoveryCodes = await call.database.transaction(async (tx) => {
        await lockUser(tx, user);
        const factor = await findFactor(tx, user);
        if (!factor) throw invalid({ code: sessionMessages.notBegun });
        if (factor.confirmedAt) throw invalid({ code: sessionMessages.alreadyOn });
        if (!(await takeCode(tx, seals, user, code, call.now, { confirmed: false }))) throw invalid({ code: messages.wrongCode });
        await confirmFactor(tx, user, call.now);
        await audit(tx, call, [about(user, call.caller.username, "two-step sign-in turned on")]);
        refreshCaller(tx, { companyId: user.companyId, sessionId: call.caller.sessionId });
        return giveCodes(tx, user);
      });
      await attempt.succeeded();
      tellByMail(call, call.caller.username, "Two-step sign-in was turned on.");
      return { recoveryCodes };
    },

    /** Throws as `turnOff` does. */
    async renewCodes(call: SignedInCall, proof: Proof) {
      const recoveryCodes = await proveBoth(call, proof, async (tx, user) => {
        await audit(tx, call, [about(user, call.caller.username, "recovery codes renewed")]);
        return giveCodes(tx, user);
      });
      return { recoveryCodes };
    },

    /** Throws 422 on `currentPassword` and `code` for wrong ones, 403 in an opened session and where the company requires it, 429. */
    async turnOff(call: SignedInCall, proof: Proof): Promise<void> {
      if (!isExempt(call.caller.role) && (await findRequirement(call.db, call.caller.companyId))) throw forbidden(sessionMessages.required);
      await proveBoth(call, proof, async (tx, user) => {
        await deleteFactor(tx, user);
        await audit(tx, call, [about(user, call.caller.username, "two-step sign-in turned off")]);
      });
      tellByMail(call, call.caller.username, "Two-step sign-in was turned off.");
    },

    /**
     * The second step of a sign-in. Throws 422 on `challenge` for one that is cut, wrong, old or used, whose user is active no more; on `code`
     * for a wrong one; 429.
     */
    async signIn(call: Call, { challenge, code }: { challenge: string; code: string }): Promise<Tokens> {
      const { db, now } = call;
      const over = invalid({ challenge: messages.signInOver });
      const name = readAccountToken(challenge);
      const person = name && (await findTokenHolder(db, name, "second step", now));
      if (!name || person?.status !== "active" || person.companyStatus !== "active") throw over;
      const attempt = await countTry(call, person);
      const tokens = await call.database.transaction(async (tx) => {
        await lockUser(tx, person);
        const proved = await takeCode(tx, seals, person, code, now);
        if (!proved) throw invalid({ code: messages.wrongCode });
        if (!(await spendToken(tx, name, "second step", now))) throw over;
        const hash = await findPasswordHash(tx, person);
        if (hash === null) throw over;
        if (proved === "recovery code") await recordRecovery(tx, call, person);
        return sessions.openOwnSession(tx, call, { ...person, hash, twoSteps: true });
      });
      await attempt.succeeded();
      return tokens;
    },

    /**
     * Takes a managed user's second step away. Throws 404 outside scope or roles (ROL-3), 403 in an opened session, 422 for the
     * caller's own account and for who has none.
     */
    async reset(call: ScopedCall, userId: number): Promise<void> {
      refuseOpened(call.caller, sessionMessages.ownReset);
      const person = await call.database.transaction(async (tx) => {
        const person = await lockManaged(call.scope, tx, userId);
        if (person && isOwn(call.caller, { companyId: person.companyId, id: userId })) throw invalid({ userId: messages.ownAccount });
        if (!person || !mayManage(call.caller, person)) throw notFound();
        if (!(await deleteFactor(tx, person))) throw invalid({ userId: sessionMessages.nothingToReset(person.username) });
        await audit(tx, call, [about(person, person.username, "two-step sign-in reset")]);
        const notice = { kind: "WARN", title: `${call.caller.username} removed your second step` } as const;
        await notify(tx, [person], notice);
        return person;
      });
      tellByMail(call, person.username, `${call.caller.username} removed your second step.`);
    },
  };

  async function recordRecovery(tx: Tx, call: Call, person: Person): Promise<void> {
    const caller = { companyId: person.companyId, id: person.userId, username: person.username, openedBy: null };
    await audit(tx, { ...call, caller }, [about(person, person.username, "signed in by recovery code")]);
    await notify(tx, [person], { kind: "WARN", title: sessionMessages.codeUsed });
  }
}
