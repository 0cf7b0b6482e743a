import { mayManage, type Role, roles, type SubRole, subRoleLabels } from "#contract/base/roles";
import { type Level, unitFields } from "#contract/base/scope";
import type { User } from "#contract/users/endpoints";
import { type Caller, isOwn } from "../../access/caller.ts";
import type { FoundUser } from "./user-list.queries.ts";

export const personOf = ({ role, subRole, level }: FoundUser) => ({
  role,
  subRole,
  level,
});

/** Says role, level and units as people do, alike for alike. */
export function placeWords(user: FoundUser): string {
  const { role, subRole } = personOf(user);
  const units = unitNames(user);
  const head = [roles[role].label, subRole && subRoleLabels[subRole], user.level]
    .filter(Boolean)
    .join(", ");
  return units.length > 0 ? `${head}: ${units.join(", ")}` : head;
}

export const unitNames = (user: FoundUser) =>
  [...user.regions, ...user.zones, ...user.groups, ...user.stores].map(({ name }) => name);

/** Names a user's values as the fields of their form. */
export const formOf = ({
  email,
  firstName,
  lastName,
  phone,
  phoneCountryCode,
  role,
  subRole,
  level,
  version,
  ...user
}: FoundUser) => ({
  email,
  firstName,
  lastName,
  phone,
  phoneCountryCode,
  role,
  subRole,
  level,
  version,
  regionIds: idsOf(user.regions),
  zoneIds: idsOf(user.zones),
  groupIds: idsOf(user.groups),
  storeIds: idsOf(user.stores),
});
const idsOf = (units: { id: number }[]) => units.map(({ id }) => id).sort((a, b) => a - b);

/** Gives all four lists of units, of which only that of the level has any. */
export const unitsBy = (level: Level | null, ids: number[]) =>
  Object.fromEntries(
    Object.entries(unitFields).map(([of, field]) => [field, of === level ? ids : []]),
  );

/** Gives words for a user's values, for a person who saves an older version. */
export function wordsFor(user: FoundUser): Record<string, (value: unknown) => string> {
  const units = unitNames(user).join(", ");
  const ofUnits = Object.fromEntries(
    Object.values(unitFields).map((field) => [field, () => units]),
  );
  return {
    ...ofUnits,
    role: (role) => roles[role as Role].label,
    subRole: (subRole) => subRoleLabels[subRole as SubRole],
  };
}

/** Shapes a user for the audit log. */
export function recorded(user: FoundUser) {
  const { email, firstName, lastName, phone, phoneCountryCode, role, subRole, level, status } =
    user;
  return {
    email,
    firstName,
    lastName,
    phone,
    phoneCountryCode,
    role,
    subRole,
    level,
    status,
    units: unitNames(user),
  };
}

/** Shapes a user for those who manage users. */
export function toUser(row: FoundUser, caller: Caller): User {
  const {
    regions,
    zones,
    groups,
    stores,
    level,
    role,
    subRole,
    invitedAt,
    lastSignedInAt,
    erasureAskedAt,
    hasPassword: _,
    ...user
  } = row;
  const person = personOf(row);
  return {
    ...user,
    customName: user.firstName,
    role: { roleIdentifier: person.role, name: roles[person.role].label, subRole: person.subRole },
    userLevel: level,
    region: regions.map(({ id, name }) => ({ id, regionName: name })),
    zone: zones.map(({ id, name }) => ({ id, zoneName: name })),
    group: groups.map(({ id, name }) => ({ id, groupName: name })),
    companiesHasUsers: stores.map(({ id, name }) => ({ store: { id, storeName: name } })),
    invitedAt: invitedAt?.toISOString() ?? null,
    lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
    erasureAskedAt: erasureAskedAt?.toISOString() ?? null,
    manageable: mayManage(caller, person) && !isOwn(caller, row),
  };
}
