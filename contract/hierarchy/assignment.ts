import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { roleNames } from "../base/roles.ts";
import { unitKinds } from "../base/scope.ts";
import { undoOf } from "../base/undo.ts";
import { Me } from "../users/me.ts";

/** Assignment of users to units (spec sections 2 to 5, requirements ASN). */

const unitIds = {
  ...unitFilters,
};
/** One of the four. */
export type UnitId = { [K in keyof typeof unitIds]?: number | undefined };
const unitsNamed = (unit: UnitId) =>
  [unit.regionId, unit.zoneId, unit.groupId, unit.storeId].filter((id) => id !== undefined).length;

/** A user as in the assignment dialog (spec section 3). */
export const ManagedUser = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  userLevel: z.enum(unitKinds),
  region: Me.shape.region,
  zone: Me.shape.zone,
  group: Me.shape.group,
  /** A store user has one store; the first where there are more. */
  store: z.object({ id: z.int(), storeName: z.string() }).nullable(),
  /** "{type}-{comma-separated unit names}"; null for a user without a unit. */
  assignTo: z.string().nullable(),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

export const manageUsers = endpoint({
  method: "get",
  path: "/manage-user",
  summary:
    "The users whose locations the caller may change. With a location: the users of its level who have it (assigned=true) or not (assigned=false)",
  access: ["USER_MGMT", "HIERARCHY"],
  scope: "company",
  query: z
    .strictObject({
      ...ofCompany,
      role: z.enum(roleNames).optional(),
      ...unitIds,
      assigned: z.enum(["true", "false"]).optional(),
      /** Only those with no store under companiesHasUsers. */
      unassigned: z.enum(["true"]).optional(),
      search: field.search.optional(),
      ...paging,
    })
    .refine((query) => unitsNamed(query) <= 1, {
      path: ["groupId"],
      message: messages.oneLocation,
    }),
  list: true,
  data: ManagedUser,
});

/** More users than this do not change in one request. */
export const usersAtOnce = 1000;
export const tooManyUsers = "Choose at most 1,000 users at a time.";
const userIds = z.array(field.id).max(usersAtOnce, tooManyUsers).default([]);

/**
 * ASN-5. `matching` in place of ids means all listed users: those without the location are
 * assigned to it (assigned=false), those who have it are unassigned. `undoOf` restores the users of
 * the caller's own change.
 */
export const UnitUsersChange = z
  .strictObject({
    toAssign: userIds,
    toUnassign: userIds,
    matching: z
      .strictObject({
        assigned: z.boolean(),
        /** Only those with no store. */
        unassigned: z.literal(true).optional(),
        search: field.search.optional(),
      })
      .optional(),
    undoOf: undoOf.optional(),
    ...unitIds,
  })
  .refine((change) => unitsNamed(change) === 1, {
    path: ["regionId"],
    message: messages.oneLocation,
  })
  .refine(
    ({ toAssign, toUnassign, matching, undoOf }) =>
      [toAssign.length + toUnassign.length > 0, matching, undoOf].filter(Boolean).length === 1,
    {
      path: ["toAssign"],
      message: "Select at least one user.",
    },
  )
  .refine(({ toAssign, toUnassign }) => !toAssign.some((id) => toUnassign.includes(id)), {
    path: ["toUnassign"],
    message: "A user cannot be assigned and unassigned at once.",
  });
export type UnitUsersChange = z.output<typeof UnitUsersChange>;

export const updateUnitUsers = endpoint({
  method: "patch",
  path: "/user/update-for-users",
  summary: "Assign users to a location and unassign others from it",
  access: ["USER_MGMT", "HIERARCHY"],
  session: true,
  scope: "company",
  query: z.strictObject(ofCompany),
  body: UnitUsersChange,
  data: z.object({ assigned: z.int(), unassigned: z.int() }),
});
