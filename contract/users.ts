import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import * as field from "./fields.ts";
import { messages } from "./messages.ts";
import { type Role, roleNames, roles, type SubRole, subRoleNames, subRoles } from "./roles.ts";
import { type Level, levels, unitFields } from "./scope.ts";

/** The signed-in user as spec section 3 has it (USR-2). */
export const Me = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  fname: z.string(),
  lname: z.string().nullable(),
  customName: z.string(),
  category: z.enum(["f", "c"]),
  role: z.object({ roleIdentifier: z.enum(roleNames), name: z.string(), subRole: z.enum(subRoleNames).nullable() }),
  companyId: z.int(),
  companyName: z.string(),
  userLevel: z.enum(levels).nullable(),
  userOnboardedStep: z.int(),
  companiesHasUsers: z.array(z.object({ store: z.object({ id: z.int(), storeName: z.string() }) })),
  region: z.array(z.object({ id: z.int(), regionName: z.string() })),
  zone: z.array(z.object({ id: z.int(), zoneName: z.string() })),
  group: z.array(z.object({ id: z.int(), groupName: z.string() })),
  /** Username of the provider's person who opened this session as the user (SES-8); null for the user's own. */
  openedBy: z.string().nullable(),
  /** Pages without script: the person's own switch; null follows the browser's Save-Data (UI-10). */
  liteMode: z.boolean().nullable(),
  /** null follows the system. */
  theme: z.enum(["light", "dark"]).nullable(),
});
export type Me = z.infer<typeof Me>;

export const me = endpoint({ method: "get", path: "/user/me", summary: "The signed-in user", access: "session", data: Me });

/** What a store manager's, an admin's and a provider's place must say, beside what the schema says of each field alone (ROL-3). */
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

const unitIds = z.array(field.id).max(500, "At most 500 units can be chosen.").optional();
const place = {
  role: z.enum(roleNames, messages.required),
  /** Provider staff have exactly one of their role, client staff none. */
  subRole: z.enum(subRoleNames).optional(),
  /** Client staff alone: how wide they see. Units go with it, but for the national level. */
  level: z.enum(levels).optional(),
  regionIds: unitIds,
  zoneIds: unitIds,
  groupIds: unitIds,
  storeIds: unitIds,
};

/** What is wrong between role, sub-role, level and units, by field. */
function placeErrors(given: Place): Partial<Record<keyof Place, string>> {
  const hasUnits = (name: UnitField) => (given[name]?.length ?? 0) > 0;
  const own = given.level && given.level !== "national" ? unitFields[given.level] : undefined;
  const errors: Partial<Record<keyof Place, string>> = {};
  for (const name of Object.values(unitFields))
    if (name !== own && hasUnits(name)) errors[name] = "These units are not of the level chosen.";
  if (roles[given.role].category === "f") {
    if (given.subRole === undefined) errors.subRole = messages.required;
    else if (subRoles[given.subRole] !== given.role) errors.subRole = "This sub-role is not of the role chosen.";
    if (given.level !== undefined) errors.level = "Provider staff have no level.";
    return errors;
  }
  if (given.subRole !== undefined) errors.subRole = "Only provider staff have a sub-role.";
  if (given.level === undefined) errors.level = messages.required;
  else if (given.role === "ROLE_Store_Music_Manager" && given.level !== "store") errors.level = "A store manager's level is store.";
  else if (own && !hasUnits(own)) errors[own] = "Choose at least one.";
  return errors;
}

const placed = <S extends z.ZodType<Place>>(form: S): S =>
  form.superRefine((given, context) => {
    for (const [name, message] of Object.entries(placeErrors(given))) context.addIssue({ code: "custom", path: [name], message });
  });

const person = {
  email: field.email,
  fname: field.firstName,
  lname: field.lastName.optional(),
  phoneCountryCode: field.phoneCountryCode.optional(),
  phone: field.phone.optional(),
};

/** A new user. The username is theirs over all companies, and stays. */
export const UserForm = placed(z.strictObject({ username: field.username, ...person, ...place }));
export type UserForm = z.output<typeof UserForm>;
