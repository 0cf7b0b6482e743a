import { type AppLoadContext, redirect } from "@remix-run/node";
import { figuresOf } from "#contract/base/country-figures";
import type { Figures } from "#contract/base/figures";
import {
  type Area,
  type Grant,
  holdsGrant,
  isProvider,
  isRole,
  manageableLevels,
  mayOpen,
  type Role,
  type SubRole,
} from "#contract/base/roles";
import { companiesForMe } from "#contract/companies/endpoints";
import { type Me, me } from "#contract/users/me";
import { chooseCompanyPath } from "~/features/companies/paths";
import { twoStepsPath } from "~/features/session/paths";
import { withMembers } from "~/ui/frame/address";
import type { Identifiers } from "../api/identifiers.server";
import { type Api, apiFor, apiOfPlayer } from "../api/platform.server";
import { ApiFailure, ApiRefusal, toPageError } from "../api/refusals.server";
import { firstPath, homePath, isOnboarding } from "./home";

type Args = { request: Request; context: AppLoadContext };
type Person = { role: Role; subRole: SubRole | null };
export type PageContext = {
  api: Api;
  ids: Identifiers;
  user: Me;
  person: Person;
  /** Formats figures as in the country of the chosen company, by default the person's own. */
  figures: Figures;
  /** The prefix of picture addresses (UI-8). */
  imageBaseUrl: string;
};

/** True if a person may see all of the company: provider staff and national users. */
export const seesWholeCompany = ({ person, user }: PageContext) =>
  isProvider(person) || (user.userLevel ?? "national") === "national";

const users = new WeakMap<AppLoadContext, Promise<Me>>();

/**
 * Starts every loader and action behind sign-in (NAV-8): gives the signed-in user. Throws the
 * redirect to /login, without a message, if there is no token; a user without a known role is
 * signed out first.
 */
export async function requireUser({ request, context }: Args): Promise<PageContext> {
  if (!context.session.tokens) throw redirect("/login");
  const api = apiFor(context, request);
  const pendingUser = users.get(context) ?? api.call(me, {}).then(({ data }) => data);
  users.set(context, pendingUser);
  const user = await pendingUser.catch((error: unknown) => {
    throw toPageError(error);
  });
  if (!isRole(user?.role?.roleIdentifier)) {
    context.session.signOut();
    throw redirect("/login");
  }
  context.session.know(personKey(user));
  if (user.mustEnrol && new URL(request.url).pathname.replace(/\.data$/, "") !== twoStepsPath)
    throw redirect(twoStepsPath);
  const person = { role: user.role.roleIdentifier, subRole: user.role.subRole };
  const country = await findCountry(context, api, user, person);
  return {
    api: apiFor(context, request, country),
    ids: context.ids,
    user,
    person,
    figures: figuresOf(country),
    imageBaseUrl: context.imageBaseUrl,
  };
}

/** Finds the country of the company that staff chose, by default of the person's own company. */
async function findCountry(
  { session: { companyId } }: AppLoadContext,
  api: Api,
  user: Me,
  person: Person,
): Promise<string> {
  if (companyId === undefined || !isProvider(person)) return user.companyCountry;
  const { data: companies } = await api.call(companiesForMe, {}).catch((error: unknown) => {
    throw toPageError(error);
  });
  return companies.find(({ id }) => id === companyId)?.country ?? user.companyCountry;
}

/** The levels of client users that the person may add and manage (CTX-1, ROL-3). */
export const levelsOf = ({ person, user }: PageContext) =>
  manageableLevels({ ...person, level: user.userLevel });

export const personKey = ({ companyId, id }: Me) => `${companyId}/${id}`;

/**
 * Requires a user who may open an area of the spec's section 6. Provider staff choose a company
 * first, unless `company` is false.
 */
export async function requireArea(
  args: Args,
  area: Area,
  { company = true } = {},
): Promise<PageContext> {
  const pageContext = await requireUser(args);
  if (!mayOpen(pageContext.person, area)) throw redirect("/login");
  if (company) askForCompany(args, pageContext);
  return pageContext;
}

/** Requires a user who holds a grant. */
export async function requireGrant(
  args: Args,
  grant: Grant,
  { company = false } = {},
): Promise<PageContext> {
  const pageContext = await requireUser(args);
  if (!holdsGrant(pageContext.person, grant)) throw redirect("/login");
  if (company) askForCompany(args, pageContext);
  return pageContext;
}

function askForCompany({ context, request }: Args, { person }: PageContext): void {
  if (!isProvider(person) || context.session.companyId !== undefined) return;
  const { pathname, search } = new URL(request.url);
  throw redirect(
    withMembers(chooseCompanyPath, { returnTo: pathname.replace(/\.data$/, "") + search }),
  );
}

export type PlayerContext = { api: Api; user: Me | null; imageBaseUrl: string };

/**
 * Guards the calls of a store's player: its manager's session, or else the credential of the
 * browser's device, because the session may be lost in a reboot; `user` is then null. Redirects
 * to /login without either.
 */
export async function requirePlayer(args: Args): Promise<PlayerContext> {
  const { context, request } = args;
  const { credential } = context.playerDevice;
  if (credential === undefined) return requireGrant(args, "player");
  try {
    return await requireGrant(args, "player");
  } catch (refusal) {
    if (!(refusal instanceof Response && refusal.status === 302)) throw refusal;
    const { imageBaseUrl } = context;
    return { api: apiOfPlayer(context, request, credential), user: null, imageBaseUrl };
  }
}

/** Requires a user of the admin area: any role but the store manager's. */
export async function requireAdmin(args: Args): Promise<PageContext> {
  const pageContext = await requireUser(args);
  if (firstPath(pageContext.person) === undefined) throw redirect("/login");
  return pageContext;
}

/**
 * Guards pages that only visitors see; redirects a signed-in user to their home page (NAV-1,
 * NAV-2).
 */
export async function requireVisitor(args: Args): Promise<void> {
  if (!args.context.session.tokens) return;
  const { user } = await requireUser(args);
  throw redirect(landingPath(args.context, user));
}

/**
 * The address after a sign-in: the form that it interrupted, the next step of onboarding, the
 * page asked for, or else home by role (NAV-9). A page that the person may not open redirects to
 * /login by its guard, and so home.
 */
export function landingPath({ session, interruptedForm }: AppLoadContext, user: Me): string {
  const home = homePath(user);
  const wayBack = session.takeWayBack(personKey(user));
  const toForm = interruptedForm.takeWayBack(personKey(user));
  return toForm ?? (isOnboarding(user) ? home : (wayBack ?? home));
}

/** Runs a loader's calls; turns refusals and failures into the error page with the spec's words. */
export async function load<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiFailure || error instanceof ApiRefusal ? toPageError(error) : error;
  }
}
