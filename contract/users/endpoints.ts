import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { roleNames, subRoleNames } from "../base/roles.ts";
import { levels } from "../base/scope.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { undoOf } from "../base/undo.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { emailStates } from "../emails/words.ts";
import { Me } from "./me.ts";
import { UserChange, UserForm } from "./user-form.ts";

export const userStatuses = ["invited", "active", "inactive"] as const;
export const userSorts = sortsBy("username", "name", "status", "role", "seen");

const filters = {
  ...ofCompany,
  search: field.search.optional(),
  role: z.enum(roleNames).optional(),
  status: z.enum(userStatuses).optional(),
  level: z.enum(levels).optional(),
  /** The state of the newest email about the account. */
  mail: z.enum(emailStates).optional(),
  /** Users without a store under companiesHasUsers (spec section 6). */
  unassigned: z.enum(["true", "false"]).optional(),
};
export const UserFilters = z.strictObject(filters);
export type UserFilters = z.output<typeof UserFilters>;
export const UserQuery = z.strictObject({
  ...filters,
  ...paging,
  sort: z.enum(userSorts).default("username"),
});
export type UserQuery = z.output<typeof UserQuery>;

/** Another user, with the members that Me has. */
export const User = Me.pick({
  id: true,
  username: true,
  email: true,
  customName: true,
  role: true,
  userLevel: true,
  companiesHasUsers: true,
  region: true,
  zone: true,
  group: true,
}).extend({
  firstName: z.string(),
  lastName: z.string().nullable(),
  companyId: z.int(),
  phoneCountryCode: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.enum(userStatuses),
  invitedAt: z.iso.datetime().nullable(),
  lastSignedInAt: z.iso.datetime().nullable(),
  /** Set when they asked to have their personal data erased (contract/users/personal-data.ts). */
  erasureAskedAt: z.iso.datetime().nullable(),
  /**
   * True if they sign in with a second step; an admin may remove it (POST
   * /auth/reset-two-steps).
   */
  twoSteps: z.boolean(),
  /** The newest email about the account to its current address; null if there is none. */
  mail: EmailStatus.nullable(),
  version: z.int(),
  /** True if the caller may change them (ROL-3); nobody changes their own account here. */
  manageable: z.boolean(),
});
export type User = z.infer<typeof User>;

export const listUsers = endpoint({
  method: "get",
  path: "/user",
  summary:
    "Users whose scope lies within the caller's; for provider staff, their colleagues or a company's users",
  access: ["USER_MGMT"],
  scope: "people",
  query: UserQuery,
  list: true,
  data: User,
});

export const exportUsers = endpoint({
  method: "get",
  path: "/user/exportUserList",
  summary: "The users that match, as CSV or workbook",
  access: ["USER_MGMT"],
  scope: "people",
  query: UserFilters.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
  mayLag: true,
});

const one = { params: z.strictObject({ id: field.id }), query: z.strictObject(ofCompany) };

export const findUser = endpoint({
  method: "get",
  path: "/user/{id}",
  summary: "One user within the caller's scope",
  access: ["USER_MGMT"],
  scope: "people",
  ...one,
  data: User,
});

export const addUser = endpoint({
  method: "post",
  path: "/user",
  summary: "Add a user with a role and scope that the caller may give, and email the invitation",
  access: ["USER_MGMT", "users.create"],
  session: true,
  scope: "people",
  query: z.strictObject(ofCompany),
  body: UserForm,
  data: z.object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    status: z.enum(userStatuses),
    /** The status of the invitation. */
    mail: EmailStatus.nullable(),
  }),
  success: 201,
  idempotent: true,
});

export const updateUser = endpoint({
  method: "put",
  path: "/user",
  summary: "Change a user; their sessions continue and follow the new role and scope at once",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  query: z.strictObject(ofCompany),
  body: UserChange,
  data: User,
});

export const removeUser = endpoint({
  method: "delete",
  path: "/user",
  summary:
    "Delete a user for good: their sessions end, the username is free again, and the audit log keeps what they did; with `erase` it no longer names them, and neither does anything else",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  query: z.strictObject({ ...ofCompany, id: field.id, erase: z.enum(["true"]).optional() }),
  data: z.null(),
});

export const setUserStatus = endpoint({
  method: "patch",
  path: "/user/toggle-status/{id}",
  summary: "Set a user active or inactive; deactivating ends their sessions with 409",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  ...one,
  query: z.strictObject({ ...ofCompany, status: field.status, undoOf: undoOf.optional() }),
  data: User,
});

export const inviteUser = endpoint({
  method: "post",
  path: "/user/{id}/invitation",
  summary: "Email an invited user another invitation, at most once a minute",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  ...one,
  data: z.object({ mail: EmailStatus.nullable() }),
  idempotent: true,
});

const Unit = z.object({ id: z.int(), name: z.string(), path: z.string() });

export const givableUnits = endpoint({
  method: "get",
  path: "/user/units",
  summary:
    "The locations that the caller may give a user; of the stores at most 100: those that match a search and those given by ID",
  access: ["USER_MGMT", "users.create"],
  scope: "people",
  query: z.strictObject({
    ...ofCompany,
    search: field.search.optional(),
    /** IDs of stores to include, whatever the search. */
    chosen: z
      .string()
      .max(8000)
      .regex(/^\d{1,15}(,\d{1,15})*$/, "Enter numbers separated by commas.")
      .optional(),
  }),
  data: z.object({
    /** True if the caller may give the national level. */
    national: z.boolean(),
    regional: z.array(Unit),
    zonal: z.array(Unit),
    group: z.array(Unit),
    store: z.array(Unit),
    moreStores: z.boolean(),
  }),
});
export type GivableUnits = z.infer<typeof givableUnits.data>;

export const listRoles = endpoint({
  method: "get",
  path: "/role",
  summary: "All roles, or with `creatable` those that the caller may give, each with its sub-roles",
  access: ["USER_MGMT", "users.create"],
  scope: "none",
  query: z.strictObject({ creatable: z.enum(["", "true", "false"]).optional() }),
  data: z.array(
    z.object({
      roleIdentifier: z.enum(roleNames),
      name: z.string(),
      category: z.enum(["f", "c"]),
      subRoles: z.array(z.object({ subRole: z.enum(subRoleNames), name: z.string() })),
    }),
  ),
});

export const findNames = endpoint({
  method: "get",
  path: "/user/names",
  summary: "The names of colleagues and of provider staff, by username",
  access: "session",
  scope: "none",
  query: z.strictObject({
    /** Separated by spaces, which no username has. */
    usernames: z
      .string()
      .max(12_000)
      .transform((text) => text.toLowerCase().split(" ").filter(Boolean).slice(0, 100)),
  }),
  data: z.array(z.object({ username: z.string(), name: z.string() })),
});

export const ownStores = endpoint({
  method: "get",
  path: "/user/me/store",
  summary: "The caller's own stores; empty unless the caller is a store manager",
  access: "session",
  scope: "none",
  data: z.array(
    z.object({ id: z.int(), storeCode: z.string(), storeName: z.string(), status: field.status }),
  ),
});
