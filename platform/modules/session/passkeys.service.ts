import type { z } from "zod";
import { messages } from "#contract/base/messages";
import type { Tokens } from "#contract/session/endpoints";
import type { ConfirmPasskeyForm, RequestOptions } from "#contract/session/passkeys";
import { accountHolder } from "../../access/account-writer.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Call, SessionCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { newAccountToken, readAccountToken } from "./account-token.ts";
import { findTokenHolder, insertToken, spendToken } from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { sessionMessages } from "./messages.ts";
import {
  deletePasskey,
  findPasskey,
  findPasskeys,
  insertPasskey,
  noteUse,
} from "./passkeys.queries.ts";
import { lockUser } from "./session.queries.ts";
import { aboutUser } from "./two-step-codes.ts";
import { type ProofNeeds, twoStepProof } from "./two-step-proof.ts";
import { webAuthn } from "./web-authn.ts";

const lifetime = 10 * 60_000;
const mostPasskeys = 10;

/** Passkeys as the second step, next to the authenticator app (docs/decisions/second-factor.md). */
export function passkeysService(needs: ProofNeeds) {
  const { own, about, emailUser, proveBoth, findWaiting, finishSignIn } = twoStepProof(needs);
  const site = webAuthn(needs.publicUrl);

  return {
    /**
     * Throws 422 on `currentPassword` and `code` for wrong ones (any code is, while two-step
     * sign-in is off), and beyond ten passkeys; 403, 429.
     */
    begin: (call: SessionCall, proof: { currentPassword: string; code: string }) =>
      proveBoth(call, proof, async (tx, user) => {
        const others = await findPasskeys(tx, user);
        if (others.length >= mostPasskeys)
          throw invalid({ "": sessionMessages.mostPasskeys(mostPasskeys) });
        const { token, name } = newAccountToken(user.companyId);
        const expiresAt = new Date(call.now.getTime() + lifetime);
        await insertToken(call.caller, tx, {
          ...name,
          userId: user.userId,
          purpose: "passkey",
          createdAt: call.now,
          expiresAt,
        });
        return {
          token,
          options: await site.creationOptions(
            token,
            { id: aboutUser(user), name: call.caller.username },
            others,
          ),
        };
      }),

    /**
     * Throws 422 on `token` for one that is old, used or of somebody else, on `answer` for a wrong
     * one; 403 in an opened session.
     */
    async confirm(
      call: SessionCall,
      { token, name, answer }: z.output<typeof ConfirmPasskeyForm>,
    ): Promise<void> {
      refuseOpened(call.caller);
      const user = own(call);
      const tokenName = readAccountToken(token);
      const passkey = await site.readCreated(token, answer);
      await call.database.transaction(async (tx) => {
        await lockUser(tx, user);
        const holder = tokenName && (await findTokenHolder(tx, tokenName, "passkey", call.now));
        const isOwn =
          holder?.companyId === user.companyId &&
          holder.userId === user.userId &&
          holder.hasTwoSteps;
        if (
          !tokenName ||
          !isOwn ||
          !(await spendToken(call.caller, tx, tokenName, "passkey", call.now))
        )
          throw invalid({ token: messages.passkeyOver });
        if (!passkey || (await findPasskey(tx, user, passkey.id)))
          throw invalid({ answer: messages.wrongPasskey });
        if ((await findPasskeys(tx, user)).length >= mostPasskeys)
          throw invalid({ token: sessionMessages.mostPasskeys(mostPasskeys) });
        await insertPasskey(call.caller, tx, { ...user, ...passkey, name, createdAt: call.now });
        await audit(tx, call, [
          { ...about(user, call.caller.username, "passkey added"), after: { name } },
        ]);
      });
      emailUser(call, call.caller.username, `The passkey “${name}” was added.`);
    },

    /**
     * Throws 422 on `currentPassword` for a wrong one, 404 for a passkey that is not the caller's,
     * 403 in an opened session, 429.
     */
    async remove(
      call: SessionCall,
      { id, currentPassword }: { id: string; currentPassword: string },
    ): Promise<void> {
      refuseOpened(call.caller);
      await proveCurrentPassword(call, currentPassword);
      const user = own(call);
      const name = await call.database.transaction(async (tx) => {
        await lockUser(tx, user);
        const name = await deletePasskey(call.caller, tx, user, id);
        if (name === undefined) throw notFound();
        await audit(tx, call, [
          { ...about(user, call.caller.username, "passkey removed"), before: { name } },
        ]);
        return name;
      });
      emailUser(call, call.caller.username, `The passkey “${name}” was removed.`);
    },

    /**
     * Null for a person without passkeys. Throws 422 on `challenge` if it is cut, wrong, old or
     * used.
     */
    async options({ db, now }: Call, challenge: string): Promise<RequestOptions | null> {
      const { person } = await findWaiting(db, challenge, now);
      const passkeys = await findPasskeys(db, person);
      return passkeys.length > 0 ? site.requestOptions(challenge, passkeys) : null;
    },

    /**
     * Throws 422 on `answer` for a passkey that is not the person's, or did not sign, or whose
     * counter did not go up; and as `finishSignIn` does.
     */
    signIn: (
      call: Call,
      { challenge, answer }: { challenge: string; answer: string },
    ): Promise<Tokens> =>
      finishSignIn(call, challenge, async (tx, person) => {
        const id = await site.nameOf(answer);
        const passkey = id === undefined ? undefined : await findPasskey(tx, person, id);
        const counter = passkey && (await site.readCounter(challenge, answer, passkey));
        if (!passkey || counter === undefined) throw invalid({ answer: messages.wrongPasskey });
        await noteUse(accountHolder, tx, person, passkey.id, counter, call.now);
      }),
  };
}
