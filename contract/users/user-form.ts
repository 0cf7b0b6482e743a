import { z } from "zod";
import * as field from "../base/fields.ts";
import { type IdKind, idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import {
  type Role,
  roleNames,
  roles,
  type SubRole,
  subRoleNames,
  subRoles,
} from "../base/roles.ts";
import { type Level, levels, unitFields } from "../base/scope.ts";

/**
 * Rules for the place of a store manager, an admin and provider staff, in addition to the schema of
 * each field (ROL-3).
 */
type Place = {
  role: Role;
  subRole?: SubRole | undefined;
  level?: Level | undefined;
  regionIds?: number[] | undefined;
  zoneIds?: number[] | undefined;
  groupIds?: number[] | undefined;
  storeIds?: number[] | undefined;
};
type UnitField = (typeof unitFields)[keyof typeof unitFields];

const unitIds = (kind: IdKind) =>
  z.array(idOf(kind)).max(500, "Choose at most 500 locations.").optional();
const place = {
  role: z.enum(roleNames, messages.required),
  /** Provider staff have exactly one of their role, client staff none. */
  subRole: z.enum(subRoleNames).optional(),
  /** Client staff alone: how wide they see. Units go with it, but for the national level. */
  level: z.enum(levels).optional(),
  regionIds: unitIds("region"),
  zoneIds: unitIds("zone"),
  groupIds: unitIds("group"),
  storeIds: unitIds("store"),
};

/** Finds errors in the combination of role, sub-role, level and units, by field. */
function placeErrors(userPlace: Place): Partial<Record<keyof Place, string>> {
  const hasUnits = (name: UnitField) => (userPlace[name]?.length ?? 0) > 0;
  const own =
    userPlace.level && userPlace.level !== "national" ? unitFields[userPlace.level] : undefined;
  const errors: Partial<Record<keyof Place, string>> = {};
  for (const name of Object.values(unitFields))
    if (name !== own && hasUnits(name))
      errors[name] = "These locations do not match the chosen level.";
  if (roles[userPlace.role].category === "f") {
    if (userPlace.subRole === undefined) errors.subRole = messages.required;
    else if (subRoles[userPlace.subRole] !== userPlace.role)
      errors.subRole = "This sub-role does not belong to the chosen role.";
    if (userPlace.level !== undefined) errors.level = "Provider staff have no level.";
    return errors;
  }
  if (userPlace.subRole !== undefined) errors.subRole = "Only provider staff have a sub-role.";
  if (userPlace.level === undefined) errors.level = messages.required;
  else if (userPlace.role === "ROLE_Store_Music_Manager" && userPlace.level !== "store")
    errors.level = "A store manager's level is store.";
  else if (own && !hasUnits(own)) errors[own] = "Choose at least one.";
  return errors;
}

const placed = <S extends z.ZodType<Place>>(form: S): S =>
  form.superRefine((userPlace, context) => {
    for (const [name, message] of Object.entries(placeErrors(userPlace)))
      context.addIssue({ code: "custom", path: [name], message });
  });

const person = {
  email: field.email,
  firstName: field.firstName,
  lastName: field.lastName.optional(),
  phoneCountryCode: field.phoneCountryCode.optional(),
  phone: field.phone.optional(),
};

/** A new user. The username is theirs over all companies, and stays. */
export const UserForm = placed(z.strictObject({ username: field.username, ...person, ...place }));
export type UserForm = z.output<typeof UserForm>;

/** A user changed: all of the form but the username, and PUT replaces it whole (VAL-4). */
export const UserChange = placed(
  z.strictObject({ id: idOf("user"), ...person, ...place, version: field.version.optional() }),
);
export type UserChange = z.output<typeof UserChange>;
