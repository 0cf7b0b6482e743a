import type { z } from "zod";
import { messages } from "#contract/base/messages";
import type { Tokens } from "#contract/session/endpoints";
import type { ConfirmPasskeyForm, RequestOptions } from "#contract/session/passkeys";
import { accountHolder } from "../../access/account-writer.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Call, SessionCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
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
import type { Sessions } from "./session.service.ts";
import { aboutUser } from "./two-step-codes.ts";
import {
  emailCaller,
  entryOf,
  findWaiting,
  finishSignIn,
  ownKey,
  proveBoth,
} from "./two-step-proof.ts";
import {
  makeCreationOptions,
  makeRequestOptions,
  readClaimedId,
  readCounter,
  readCreatedKey,
} from "./web-authn.ts";

const lifetime = 10 * 60_000;
const mostPasskeys = 10;

/**
 * Begins a passkey of the caller's: gives the token to confirm it with, and the browser's options.
 * Throws 422 on `currentPassword` and `code` for wrong ones (any code is, while two-step
 * sign-in is off), and beyond ten passkeys; 403, 429.
 */
export function beginPasskey(
  call: SessionCall & Pick<Services, "appSecret" | "publicUrl">,
  proof: { currentPassword: string; code: string },
) {
  return proveBoth(call, proof, async (tx, user) => {
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
      options: await makeCreationOptions(call, {
        token,
        user: { id: aboutUser(user), name: call.caller.username },
        others,
      }),
    };
  });
}

/**
 * Adds the passkey that the browser made. Throws 422 on `token` for one that is old, used or of somebody else, on `answer` for a wrong
 * one; 403 in an opened session.
 */
export async function confirmPasskey(
  call: SessionCall & Pick<Services, "emails" | "publicUrl">,
  { token, name, answer }: z.output<typeof ConfirmPasskeyForm>,
): Promise<void> {
  refuseOpened(call.caller);
  const user = ownKey(call);
  const tokenName = readAccountToken(token);
  const passkey = await readCreatedKey(call, { token, answer });
  await call.database.transaction(async (tx) => {
    await lockUser(tx, user);
    const holder = tokenName && (await findTokenHolder(tx, tokenName, "passkey", call.now));
    const isOwn =
      holder?.companyId === user.companyId && holder.userId === user.userId && holder.hasTwoSteps;
    if (
      !tokenName ||
      !isOwn ||
      !(await spendToken(call.caller, tx, { name: tokenName, purpose: "passkey", now: call.now }))
    )
      throw invalid({ token: messages.passkeyOver });
    if (!passkey || (await findPasskey(tx, user, passkey.id)))
      throw invalid({ answer: messages.wrongPasskey });
    if ((await findPasskeys(tx, user)).length >= mostPasskeys)
      throw invalid({ token: sessionMessages.mostPasskeys(mostPasskeys) });
    await insertPasskey(call.caller, tx, { ...user, ...passkey, name, createdAt: call.now });
    await audit(tx, call, [
      {
        ...entryOf(user, { username: call.caller.username, action: "passkey added" }),
        after: { name },
      },
    ]);
  });
  emailCaller(call, `The passkey “${name}” was added.`);
}

/**
 * Removes one of the caller's passkeys. Throws 422 on `currentPassword` for a wrong one, 404 for a passkey that is not the caller's,
 * 403 in an opened session, 429.
 */
export async function removePasskey(
  call: SessionCall & Pick<Services, "emails">,
  { id, currentPassword }: { id: string; currentPassword: string },
): Promise<void> {
  refuseOpened(call.caller);
  await proveCurrentPassword(call, currentPassword);
  const user = ownKey(call);
  const name = await call.database.transaction(async (tx) => {
    await lockUser(tx, user);
    const name = await deletePasskey(call.caller, tx, user, id);
    if (name === undefined) throw notFound();
    await audit(tx, call, [
      {
        ...entryOf(user, { username: call.caller.username, action: "passkey removed" }),
        before: { name },
      },
    ]);
    return name;
  });
  emailCaller(call, `The passkey “${name}” was removed.`);
}

/**
 * Gives the browser's options for the second step of a sign-in; null for a person without passkeys. Throws 422 on `challenge` if it is cut, wrong, old or
 * used.
 */
export async function showPasskeyOptions(
  call: Call & Pick<Services, "publicUrl">,
  challenge: string,
): Promise<RequestOptions | null> {
  const { person } = await findWaiting(call, challenge);
  const passkeys = await findPasskeys(call.db, person);
  return passkeys.length > 0 ? makeRequestOptions(call, { token: challenge, own: passkeys }) : null;
}

/**
 * Finishes a sign-in by a passkey. Throws 422 on `answer` for a passkey that is not the person's, or did not sign, or whose
 * counter did not go up; and as `finishSignIn` does.
 */
export function signInByPasskey(
  call: Call & { sessions: Sessions } & Pick<Services, "publicUrl">,
  { challenge, answer }: { challenge: string; answer: string },
): Promise<Tokens> {
  return finishSignIn(call, challenge, async (tx, person) => {
    const id = await readClaimedId(answer);
    const key = id === undefined ? undefined : await findPasskey(tx, person, id);
    const counter = key && (await readCounter(call, { token: challenge, answer, key }));
    if (!key || counter === undefined) throw invalid({ answer: messages.wrongPasskey });
    await noteUse(accountHolder, tx, { user: person, id: key.id, counter, lastUsedAt: call.now });
  });
}
