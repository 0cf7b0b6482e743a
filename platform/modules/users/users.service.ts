import { messages } from "#contract/base/messages";
import {
  isProvider,
  manageableLevels,
  mayGiveRole,
  type Role,
  roles,
  type SubRole,
  subRoleNames,
  subRoles,
} from "#contract/base/roles";
import { unitFields } from "#contract/base/scope";
import type { Me } from "#contract/users/me";
import type { UserForm } from "#contract/users/user-form";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { SessionCall, SignedInCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import type { EmailKey } from "../emails/index.ts";
import { queueEntrance } from "../session/index.ts";
import { insertUser, lockOwnedUnits, replaceUnits } from "./user-record.queries.ts";
import { findOwnProfile, findOwnUnits } from "./users.queries.ts";

type OwnCall = Pick<SignedInCall, "db" | "caller">;

/**
 * The signed-in user with the fields of spec section 3; a user model exposes customName equal to
 * fname.
 */
export async function describeMe({ db, caller }: OwnCall): Promise<Omit<Me, "demoHistory">> {
  const profile = await findOwnProfile(db, caller);
  if (!profile) throw notFound();
  const units = await findOwnUnits(db, caller);
  return {
    id: caller.id,
    username: caller.username,
    email: profile.email,
    fname: profile.firstName,
    lname: profile.lastName,
    customName: profile.firstName,
    category: roles[caller.role].category,
    role: { roleIdentifier: caller.role, name: roles[caller.role].label, subRole: caller.subRole },
    companyId: caller.companyId,
    companyName: caller.companyName,
    companyCountry: caller.companyCountry,
    userLevel: caller.level,
    userOnboardedStep: profile.onboardedStep,
    companiesHasUsers: units.store.map((store) => ({ store })),
    region: units.region,
    zone: units.zone,
    group: units.group,
    openedBy: caller.openedBy?.username ?? null,
    liteMode: profile.liteMode,
    theme: profile.theme,
    unread: profile.unread,
    mustEnrol: caller.mustEnrol ?? false,
  };
}

/** A store user's own stores; of anyone else none. */
export const listOwnStores = async ({ db, caller }: OwnCall) =>
  (await findOwnUnits(db, caller)).store;

type Entrance = {
  /**
   * A password that lets them in at once; without it they are invited.
   */
  passwordHash?: string;
  /** Where onboarding begins for the first admin of a new company (2); done (4) unless given. */
  onboardedStep?: number;
};
type AddUserCall = Pick<SessionCall, "caller" | "now" | "address" | "requestId">;
export type AddedUser = {
  id: number;
  username: string;
  email: string;
  status: "invited" | "active";
  /** An invited user's email: queued, to be delivered after the commit. */
  invitation: EmailKey | null;
};

/**
 * Adds a user to the scope's company, with their sign-in name, units, audit row and invitation
 * (ROL-3). Throws
 * 422 on `role` or `subRole` that is not the caller's to give, on `level` that is not below the
 * caller's, on its units outside the caller's scope, and on `username` when it is taken in any
 * company. The transaction cannot go on after the last.
 */
export async function addUser(
  scope: Scope,
  tx: Tx,
  { form, call, entrance = {} }: { form: UserForm; call: AddUserCall; entrance?: Entrance },
): Promise<AddedUser> {
  const { regionIds, zoneIds, groupIds, storeIds, ...person } = form;
  const units = givableUnits(scope, form, await lockUnitsNamed(scope, tx, form), call.caller);
  const { passwordHash, onboardedStep } = entrance;
  const status = passwordHash === undefined ? "invited" : "active";
  const phone = phoneOf(form);
  const values = {
    ...person,
    ...phone,
    status,
    passwordHash,
    onboardedStep,
    invitedAt: status === "invited" ? call.now : undefined,
  } as const;
  const id = await insertUser(call.caller, scope, tx, values);
  await replaceUnits(call.caller, scope, tx, { userId: id, level: form.level ?? null, ids: units });
  const item = { itemKind: "user", itemId: id, itemName: form.username };
  await audit(tx, call, [
    {
      companyId: scope.companyId,
      action: "user added",
      ...item,
      after: { ...form, ...phone, status },
    },
  ]);
  const { username, email } = form;
  const invited = { companyId: scope.companyId, userId: id, email, status } as const;
  const { caller: sender, now } = call;
  const invitation =
    status === "invited" ? ((await queueEntrance(tx, invited, { sender, now })) ?? null) : null;
  return { id, username, email, status, invitation };
}

/** Reads a form's phone: a country code alone is none, and 91 is the default code (UI-6). */
export const phoneOf = ({
  phone,
  phoneCountryCode,
}: {
  phone?: string | undefined;
  phoneCountryCode?: string | undefined;
}) => ({
  phone: phone ?? null,
  phoneCountryCode: phone === undefined ? null : (phoneCountryCode ?? "91"),
});

type Place = Pick<UserForm, "level" | "regionIds" | "zoneIds" | "groupIds" | "storeIds"> & {
  role: Role;
  subRole?: SubRole | undefined;
};

/**
 * Locks and gives the units of a form that the caller may assign. Before users are locked, in the
 * order in which deleting a unit locks them.
 */
export const lockUnitsNamed = async (
  scope: Scope,
  tx: Tx,
  { level, ...form }: Place,
): Promise<Set<number>> =>
  level === undefined || level === "national"
    ? new Set()
    : lockOwnedUnits(scope, tx, level, idsOf(form[unitFields[level]]));

const idsOf = (ids: number[] | undefined) => [...new Set(ids)].sort((a, b) => a - b);

/**
 * The units of a form, once its role, sub-role and scope are the caller's to give; `owned` were
 * locked. Throws 422 by field where they are not.
 */
export function givableUnits(
  scope: Scope,
  form: Place,
  owned: Set<number>,
  caller: Caller,
): number[] {
  if (!mayGiveRole(caller, { role: form.role, subRole: form.subRole ?? null })) {
    const ofRole = subRoleNames.filter((subRole) => subRoles[subRole] === form.role);
    const field = ofRole.some((subRole) => mayGiveRole(caller, { role: form.role, subRole }))
      ? "subRole"
      : "role";
    throw invalid({ [field]: "You are not allowed to give this role." });
  }
  const amongProvider = isProvider(caller) && scope.companyId === caller.companyId;
  if (isProvider(form) !== amongProvider)
    throw invalid({
      role: amongProvider
        ? "Choose a company first."
        : "Provider staff cannot be users of a client company.",
    });
  if (form.level === undefined) return [];
  if (!manageableLevels(caller).includes(form.level))
    throw invalid({ level: "Choose a level below your own." });
  if (form.level === "national") return [];
  const field = unitFields[form.level];
  const ids = idsOf(form[field]);
  if (ids.some((id) => !owned.has(id))) throw invalid({ [field]: messages.notFound });
  return ids;
}
