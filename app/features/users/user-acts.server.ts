import type { LoaderFunctionArgs } from "@remix-run/node";
import { isProvider, type Role, roles } from "#contract/base/roles";
import type { User } from "#contract/users/endpoints";
import type { PageContext } from "~/lib/session/guard.server";

/**
 * The owner of a page's users: the company worked in, or for provider staff their own
 * colleagues.
 */
export type UserOwner = "company" | "staff";

/**
 * Reads the owner from `of`, by which provider staff switch. Until they choose a company, only
 * their colleagues are listed.
 */
export function readUserOwner(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { person }: PageContext,
): UserOwner {
  if (!isProvider(person)) return "company";
  const of = new URL(request.url).searchParams.get("of");
  return of === "staff" || context.session.companyId === undefined ? "staff" : "company";
}

/** The query for that owner; the chosen company is added automatically. */
export const companyQuery = (of: UserOwner, { user }: PageContext) =>
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
  { person, user }: PageContext,
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
