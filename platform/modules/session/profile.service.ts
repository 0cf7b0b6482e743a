import { messages } from "#contract/base/messages";
import type { Profile, ProfileForm, SettingsForm } from "#contract/session/profile";
import type { Caller } from "../../access/caller.ts";
import type { Database, Db, Tx } from "../../db/client.ts";
import type { SignedInCall } from "../../http/context.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import type { Mail } from "../../mail/mail.ts";
import { audit } from "../audit/audit.queries.ts";
import { dropTokens } from "./credentials.queries.ts";
import { proveCurrentPassword, refuseOpened } from "./current-password.ts";
import { letters } from "./letters.ts";
import { type Account, changeAccount, findAccount, lockAccount } from "./profile.queries.ts";

export async function showProfile(caller: Caller, db: Db): Promise<Profile> {
  const account = await findAccount(caller, db);
  if (!account) throw notFound();
  return asProfile(account);
}

export type AccountNeeds = { database: Database; clock: () => number; mail: Mail; publicUrl: string };

/**
 * Another email needs the current password, since links to set a new one go there; links mailed before end, and the old address is written
 * to. Throws 403 in an opened session, 422 on `currentPassword` when it is missing or wrong, 429 beyond ten wrong ones in 15 minutes.
 */
export async function changeProfile({ database, clock, mail, publicUrl }: AccountNeeds, form: ProfileForm, call: SignedInCall) {
  const { fname, lname, email, currentPassword } = form;
  refuseOpened(call.caller);
  const known = await findAccount(call.caller, database.db);
  const isProved = known !== undefined && known.email !== email;
  if (isProved) await proveCurrentPassword(database.db, call.caller, currentPassword, new Date(clock()));
  const { before, after } = await change(database, { fname, lname: lname ?? null, email }, "profile changed", call, async (tx, before) => {
    if (before.email === email) return;
    if (!isProved) throw invalid({ currentPassword: messages.required }); // it was another a moment ago
    const { companyId, id: userId } = call.caller;
    await dropTokens(tx, { companyId, userId }); // links that lie at the old address
  });
  if (before.email !== email) mail.post(async () => letters(publicUrl).emailChanged(before));
  return asProfile(after);
}

/** Throws 403 in an opened session. */
export async function changeSettings(database: Database, { liteMode, theme, emailNotifications }: SettingsForm, call: SignedInCall) {
  refuseOpened(call.caller);
  const { after } = await change(
    database,
    { liteMode: liteMode === "follow" ? null : liteMode === "always", theme: theme === "system" ? null : theme, emailNotifications },
    "settings changed",
    call,
  );
  return asProfile(after);
}

/** Changes the caller's own row with its audit row, and what is to be done besides. */
async function change(
  database: Database,
  values: Parameters<typeof changeAccount>[2],
  action: string,
  call: SignedInCall,
  besides: (tx: Tx, before: Account) => Promise<void> = async () => {},
): Promise<{ before: Account; after: Account }> {
  return database.transaction(async (tx) => {
    const before = await lockAccount(call.caller, tx);
    if (!before) throw notFound();
    await besides(tx, before);
    const after = await changeAccount(call.caller, tx, values);
    if (!after) throw notFound();
    const { companyId, id } = call.caller;
    await audit(tx, call, [{ companyId, action, itemKind: "user", itemId: id, itemName: after.username, before, after }]);
    return { before, after };
  });
}

const asProfile = ({ liteMode, theme, ...account }: Account): Profile => ({
  ...account,
  liteMode: liteMode === null ? "follow" : liteMode ? "always" : "never",
  theme: theme ?? "system",
});
