import { roles } from "#contract/roles";
import type { Me } from "#contract/users";
import type { Caller } from "../../access/caller.ts";
import type { Db } from "../../db/client.ts";
import { notFound } from "../../http/refusal.ts";
import { findOwnProfile, findOwnUnits } from "./users.queries.ts";

/** The signed-in user with the fields of spec section 3; a user model exposes customName equal to fname. */
export async function describeMe(db: Db, caller: Caller): Promise<Me> {
  const profile = await findOwnProfile(db, caller);
  if (!profile) throw notFound();
  const units = await findOwnUnits(db, caller);
  return {
    id: caller.id,
    username: caller.username,
    email: profile.email,
    fname: profile.fname,
    lname: profile.lname,
    customName: profile.fname,
    category: roles[caller.role].category,
    role: { roleIdentifier: caller.role, name: roles[caller.role].label, subRole: caller.subRole },
    companyId: caller.companyId,
    companyName: caller.companyName,
    userLevel: caller.level,
    userOnboardedStep: profile.onboardedStep,
    companiesHasUsers: units.store.map((store) => ({ store })),
    region: units.region,
    zone: units.zone,
    group: units.group,
    openedBy: caller.openedBy?.username ?? null,
    liteMode: profile.liteMode,
    theme: profile.theme,
  };
}
