import type { Profile, ProfileForm, SettingsForm } from "#contract/account";
import type { Caller } from "../../access/caller.ts";
import type { Database, Db } from "../../db/client.ts";
import type { SignedInCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import { type Account, changeAccount, findAccount, lockAccount } from "./account.queries.ts";

export async function showProfile(caller: Caller, db: Db): Promise<Profile> {
  const account = await findAccount(caller, db);
  if (!account) throw notFound();
  return asProfile(account);
}

export const changeProfile = (database: Database, { fname, lname, email }: ProfileForm, call: SignedInCall): Promise<Profile> =>
  change(database, { fname, lname: lname ?? null, email }, "profile changed", call);

export const changeSettings = (database: Database, { liteMode, theme, emailNotifications }: SettingsForm, call: SignedInCall) =>
  change(
    database,
    { liteMode: liteMode === "follow" ? null : liteMode === "always", theme: theme === "system" ? null : theme, emailNotifications },
    "settings changed",
    call,
  );

/** Changes the caller's own row with its audit row. */
async function change(
  database: Database,
  values: Parameters<typeof changeAccount>[2],
  action: string,
  call: SignedInCall,
): Promise<Profile> {
  return database.transaction(async (tx) => {
    const before = await lockAccount(call.caller, tx);
    const after = before && (await changeAccount(call.caller, tx, values));
    if (!after) throw notFound();
    const { companyId, id } = call.caller;
    await audit(tx, call, [{ companyId, action, itemKind: "user", itemId: id, itemName: after.username, before, after }]);
    return asProfile(after);
  });
}

const asProfile = ({ liteMode, theme, ...account }: Account): Profile => ({
  ...account,
  liteMode: liteMode === null ? "follow" : liteMode ? "always" : "never",
  theme: theme ?? "system",
});
