import type { LoaderFunctionArgs } from "@remix-run/node";
import { isProvider, type Role, roles } from "#contract/base/roles";
import type { User } from "#contract/users/endpoints";
import type { Guarded } from "~/lib/guard.server";

/**
 * Whose users a page is about: the company's in which one works, or, for provider staff, their own
 * colleagues.
 */
export type UserOwner = "company" | "staff";

/**
 * Provider staff switch between both by `of`; before they chose a company there are colleagues
 * alone.
 */
export function readUserOwner(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { person }: Guarded,
): UserOwner {
  if (!isProvider(person)) return "company";
  const of = new URL(request.url).searchParams.get("of");
  return of === "staff" || context.session.companyId === undefined ? "staff" : "company";
}

/** The query that tells the platform so: the chosen company is added by itself. */
export const companyQuery = (of: UserOwner, { user }: Guarded) =>
  of === "staff" ? { companyId: user.companyId } : {};

export type Act =
  | "invitation"
  | "activate"
  | "deactivate"
  | "password"
  | "two-steps"
  | "open"
  | "delete"
  | "erase";

/** Lists the possible changes of a user besides editing, as the user's status allows. */
export function actsFor(
  { status, manageable, role, twoSteps }: User,
  { person, user }: Guarded,
): Act[] {
  if (!manageable) return [];
  const opens = isProvider(person) && roles[role.roleIdentifier as Role].category === "c";
  const own = user.openedBy
    ? []
    : (["password", ...(twoSteps ? (["two-steps"] as const) : [])] as const);
  const byStatus: Record<User["status"], Act[]> = {
    invited: ["invitation", "deactivate"],
    active: [...(opens ? (["open"] as const) : []), ...own, "deactivate"],
    inactive: ["activate"],
  };
  return [...byStatus[status], "delete", "erase"];
}

export const nameOf = ({ firstName, lastName }: Pick<User, "firstName" | "lastName">) =>
  [firstName, lastName].filter(Boolean).join(" ");
