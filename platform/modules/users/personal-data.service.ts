import { recordOf } from "#contract/base/records";
import { isProvider } from "#contract/base/roles";
import type { PersonalData } from "#contract/users/personal-data";
import { notFound } from "../../base/refusal.ts";
import type { SessionCall, SignedInCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { notifyUserManagers } from "../notifications/index.ts";
import { refuseOpened } from "../session/index.ts";
import * as own from "./personal-data.queries.ts";
import { findOwnUnits } from "./users.queries.ts";

/**
 * A person's access to the data that is held about them, and requests about it
 * (docs/decisions/personal-data.md).
 */

type OwnCall = Pick<SignedInCall, "caller" | "db" | "now">;

/** All that is held about the caller. Throws 403 in a session that somebody else opened as them. */
export async function collectPersonalData({ caller, db, now }: OwnCall): Promise<PersonalData> {
  refuseOpened(caller);
  const account = await own.selectAccount(caller, db);
  if (!account) throw notFound();
  const units = await findOwnUnits(db, caller);
  const entries = await own.selectOwnEntries(caller, db);
  return {
    madeAt: now.toISOString(),
    account: {
      ...account,
      locations: [
        ...units.region.map(({ regionName }) => regionName),
        ...units.zone.map(({ zoneName }) => zoneName),
        ...units.group.map(({ groupName }) => groupName),
        ...units.store.map(({ storeName }) => storeName),
      ],
      ...instants(account, "createdAt"),
      ...optionalInstants(account, "invitedAt", "lastSignedInAt", "erasureAskedAt"),
    },
    sessions: (await own.selectSessions(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "signedInAt", "lastUsedAt"),
      ...optionalInstants(row, "endedAt"),
    })),
    playerDevices: (await own.selectDevices(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "signedInAt", "lastSeenAt"),
    })),
    apiTokens: (await own.selectTokens(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "createdAt", "expiresAt"),
      ...optionalInstants(row, "lastUsedAt", "revokedAt"),
    })),
    passkeys: (await own.selectPasskeys(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "createdAt"),
      ...optionalInstants(row, "lastUsedAt"),
    })),
    notifications: (await own.selectNotifications(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "createdAt"),
      ...optionalInstants(row, "readAt"),
    })),
    emails: (await own.selectEmails(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "createdAt"),
      ...optionalInstants(row, "endedAt"),
    })),
    savedFilters: (await own.selectFilters(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "createdAt"),
    })),
    drafts: (await own.selectDrafts(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "updatedAt"),
    })),
    reportSchedules: (await own.selectReportSchedules(caller, db)).map((row) => ({
      ...row,
      ...instants(row, "createdAt"),
    })),
    // where somebody else acted on the account, their name and address are personal data of theirs
    auditLog: entries.slice(0, own.mostEntries).map(({ isTheirs, ...entry }) => ({
      ...entry,
      ...instants(entry, "at"),
      ...(isTheirs ? {} : { by: "someone else", address: null }),
    })),
    moreInAuditLog: entries.length > own.mostEntries,
  };
}

/** Tells if the caller has asked to be erased, and who would do it. */
export async function showErasureRequest({ caller, db }: Pick<OwnCall, "caller" | "db">) {
  const account = await own.selectAccount(caller, db);
  if (!account) throw notFound();
  const mayErase = isProvider(caller)
    ? "a colleague who manages users"
    : `an admin of ${account.company}, or Fever In-Store`;
  return { erasureAskedAt: account.erasureAskedAt?.toISOString() ?? null, mayErase };
}

/**
 * Requests erasure once, however often it is called, and notifies the people who may delete the
 * account. Throws 403 in an opened session.
 */
export async function askToBeErased(call: SessionCall) {
  const { caller, now } = call;
  refuseOpened(caller);
  return call.database.transaction(async (tx) => {
    if (await own.setErasureAsked(caller, tx, now)) {
      const { companyId, id: userId } = caller;
      await audit(tx, call, [{ ...entryOf(call), action: "erasure asked for" }]);
      await notifyUserManagers(
        tx,
        { companyId, userId },
        {
          kind: "WARN",
          title: `${caller.username} asks to have their personal data erased`,
          detail: "Open the user and choose Erase personal data.",
          item: { kind: "user", id: userId, companyId },
        },
      );
    }
    return showErasureRequest({ caller, db: tx });
  });
}

/** Throws 403 in an opened session. */
export async function withdrawRequest(call: SessionCall) {
  refuseOpened(call.caller);
  return call.database.transaction(async (tx) => {
    if (await own.setErasureAsked(call.caller, tx, null))
      await audit(tx, call, [{ ...entryOf(call), action: "erasure request withdrawn" }]);
    return showErasureRequest({ caller: call.caller, db: tx });
  });
}

const entryOf = ({ caller }: SignedInCall) => ({
  companyId: caller.companyId,
  itemKind: "user",
  itemId: caller.id,
  itemName: caller.username,
});

type Instants<Key extends string> = Record<Key, string>;
function instants<Key extends string>(row: Record<Key, Date>, ...keys: Key[]): Instants<Key> {
  return recordOf(keys, (key) => row[key].toISOString());
}
type OptionalInstants<Key extends string> = Record<Key, string | null>;
function optionalInstants<Key extends string>(
  row: Record<Key, Date | null>,
  ...keys: Key[]
): OptionalInstants<Key> {
  return recordOf(keys, (key) => row[key]?.toISOString() ?? null);
}
