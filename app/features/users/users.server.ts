import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { dateIn, showDate } from "#contract/base/dates";
import { isProvider, subRoleLabels } from "#contract/base/roles";
import { listUsers, type User, UserFilters, UserQuery } from "#contract/users/endpoints";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { shownEmail } from "~/lib/words/email-words.server";
import { withMembers } from "~/ui/frame/address";
import { toUserToAct, userConfirmations } from "./confirmations.server";
import { usersPath } from "./paths";
import { companyQuery, nameOf, readUserOwner, type UserOwner } from "./user-acts.server";

const Filters = UserFilters.omit({ companyId: true });
/** A list's address: its filters, sort and page. */
const Address = listAddress({
  ...UserQuery.omit({ companyId: true, limit: true }).shape,
});
const FilteredAddress = Address.omit({ cursor: true, row: true, limit: true });

export const readUserFilters = (request: Request) => readFilters(request, z.object(Filters.shape));

/** Gives the list's filters and sort, for links that lead back to it. */
export function listMembers(args: LoaderFunctionArgs, of: UserOwner, { person }: PageContext) {
  const { sort, ...filters } = readQuery(args.request, FilteredAddress);
  return {
    ...filters,
    sort: sort === "username" ? undefined : sort,
    of: isProvider(person) && of === "staff" ? "staff" : undefined,
  };
}

export async function loadUsers(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, person } = pageContext;
  const of = readUserOwner(args, pageContext);
  const { row, ...query } = readQuery(args.request, Address);
  const [{ data, page }, { company }] = await load(() =>
    Promise.all([
      api.call(listUsers, { query: { ...query, ...companyQuery(of, pageContext) } }),
      findCompanies(args.context, pageContext),
    ]),
  );
  const zone = zoneOf(company);
  const address = listMembers(args, of, pageContext);
  const back = withMembers(usersPath, address);
  return {
    of,
    provider: isProvider(person),
    companyName: company?.companyName ?? null,
    address,
    sort: query.sort,
    row,
    page,
    rows: data.map((user) => ({
      username: user.username,
      email: user.email,
      name: nameOf(user),
      role: roleWords(user),
      status: user.status,
      ref: ids.encrypt("user", user.id),
      level: user.userLevel,
      units: unitWords(user),
      state: stateWords(user, zone),
      lastSeen: user.lastSignedInAt ? whenWords(user.lastSignedInAt, zone) : null,
      acts: actLinks(user, of, pageContext, back),
      mail: shownEmail(
        user.mail,
        (at) => whenWords(at, zone),
        resendLink(user, { of, pageContext, back }),
      ),
    })),
  };
}

/** Links to a new invitation, or to an email that sets a new password. */
function resendLink(
  user: User,
  { of, pageContext, back }: { of: UserOwner; pageContext: PageContext; back: string },
) {
  const item = toUserToAct(user, of, pageContext);
  const act = (["invitation", "password"] as const).find((one) => item.acts.includes(one));
  return act ? userConfirmations.linkTo(act, item, pageContext, back) : null;
}

/**
 * Links to the possible changes of a user's account besides editing; each asks for confirmation.
 */
export function actLinks(user: User, of: UserOwner, pageContext: PageContext, back: string) {
  const item = toUserToAct(user, of, pageContext);
  return item.acts.map((act) => userConfirmations.linkTo(act, item, pageContext, back));
}

export const roleWords = ({ role }: Pick<User, "role">) =>
  role.subRole ? `${role.name}, ${subRoleLabels[role.subRole]}` : role.name;

/** Names the first of a user's units and counts the rest. */
function unitWords(user: User): string {
  const names = [
    ...user.region.map(({ regionName }) => regionName),
    ...user.zone.map(({ zoneName }) => zoneName),
    ...user.group.map(({ groupName }) => groupName),
    ...user.companiesHasUsers.map(({ store }) => store.storeName),
  ];
  return names.length > 3
    ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`
    : names.join(", ");
}

const whenWords = (at: string, zone: string) => showDate(dateIn(zone, new Date(at)));

function stateWords({ status, invitedAt, erasureAskedAt }: User, zone: string): string {
  if (erasureAskedAt) return `Asked for erasure ${whenWords(erasureAskedAt, zone)}`;
  if (status === "invited")
    return invitedAt ? `Invited since ${whenWords(invitedAt, zone)}` : "Invited";
  return status === "active" ? "Active" : "Inactive";
}
