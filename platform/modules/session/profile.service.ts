import { messages } from "#contract/base/messages";
import type { Profile, ProfileForm, SettingsForm } from "#contract/session/profile";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { SessionCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { deliverEmailsSoon, type EmailKey } from "../emails/index.ts";
import { dropTokens } from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { queueAccountNote } from "./entrance-emails.ts";
import { type Account, changeAccount, findAccount, lockAccount } from "./profile.queries.ts";

export async function showProfile({
  caller,
  db,
}: Pick<SessionCall, "caller" | "db">): Promise<Profile> {
  const account = await findAccount(caller, db);
  if (!account) throw notFound();
  return toProfile(account);
}

/**
 * Another email needs the current password, since links to set a new one go there; links mailed
 * before end, and the old address is written to. Throws 403 in an opened session, 422 on
 * `currentPassword` when it is missing or wrong, 429 beyond ten wrong ones in 15 minutes.
 */
export async function changeProfile(
  call: SessionCall & Pick<Services, "emails">,
  { firstName, lastName, email, currentPassword }: ProfileForm,
): Promise<Profile> {
  refuseOpened(call.caller);
  const account = await findAccount(call.caller, call.db);
  const isProved = account !== undefined && account.email !== email;
  if (isProved) await proveCurrentPassword(call, currentPassword);
  const values = { firstName, lastName: lastName ?? null, email };
  const toTell: EmailKey[] = [];
  const { after } = await saveAccount(call, values, "profile changed", async (tx, before) => {
    if (before.email === email) return;
    // it was another a moment ago
    if (!isProved) throw invalid({ currentPassword: messages.required });
    const { companyId, id: userId } = call.caller;
    // links that were sent to the old address
    await dropTokens(call.caller, tx, { companyId, userId });
    const person = { companyId, userId, email: before.email };
    toTell.push(await queueAccountNote(tx, person, { kind: "email changed" }, call.now));
  });
  deliverEmailsSoon(call, toTell);
  return toProfile(after);
}

/** Throws 403 in an opened session. */
export async function changeSettings(
  call: SessionCall,
  { liteMode, theme, emailNotifications }: SettingsForm,
): Promise<Profile> {
  refuseOpened(call.caller);
  const values = {
    liteMode: liteMode === "follow" ? null : liteMode === "always",
    theme: theme === "system" ? null : theme,
    emailNotifications,
  };
  const { after } = await saveAccount(call, values, "settings changed");
  return toProfile(after);
}

/** Changes the caller's own row, with its audit row and what else belongs to it. */
async function saveAccount(
  call: SessionCall,
  values: Parameters<typeof changeAccount>[2],
  action: string,
  besides: (tx: Tx, before: Account) => Promise<void> = async () => {},
): Promise<{ before: Account; after: Account }> {
  return call.database.transaction(async (tx) => {
    const before = await lockAccount(call.caller, tx);
    if (!before) throw notFound();
    await besides(tx, before);
    const after = await changeAccount(call.caller, tx, values);
    if (!after) throw notFound();
    const { companyId, id } = call.caller;
    await audit(tx, call, [
      { companyId, action, itemKind: "user", itemId: id, itemName: after.username, before, after },
    ]);
    return { before, after };
  });
}

const toProfile = ({ liteMode, theme, ...account }: Account): Profile => ({
  ...account,
  liteMode: liteMode === null ? "follow" : liteMode ? "always" : "never",
  theme: theme ?? "system",
});
