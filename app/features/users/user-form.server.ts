import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { isMemberOf } from "#contract/base/records";
import { isRole, roles, subRoles } from "#contract/base/roles";
import { unitFields } from "#contract/base/scope";
import { type GivableUnits, givableUnits, listRoles, type User } from "#contract/users/endpoints";
import { generatedUsername } from "#contract/users/generated-username";
import { UserForm } from "#contract/users/user-form";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { foundOptions, wordsToFind } from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type UnitLevel, unitsOf } from "./unit-levels";
import { companyQuery, type UserOwner } from "./user-acts.server";

const kindOf = { regional: "region", zonal: "zone", group: "group", store: "store" } as const;

/** Loads the choices of a user's form: roles and units that the caller may give (ROL-3). */
export async function loadUserForm(of: UserOwner, pageContext: PageContext, values: Values = {}) {
  const { api } = pageContext;
  const [offered, units] = await load(() =>
    Promise.all([
      api.call(listRoles, { query: { creatable: "true" } }),
      of === "staff" ? undefined : findUnits(of, pageContext, values),
    ]),
  );
  const { username, ...constraints } = constraintsOf(UserForm, [
    "username",
    "email",
    "firstName",
    "lastName",
    "phone",
    "phoneCountryCode",
  ]);
  return {
    of,
    constraints: {
      ...constraints,
      role: { required: true },
      // an empty username is generated from the name
      username: { ...username, required: false },
    },
    roles: offered.data
      .filter(({ category }) => (category === "f") === (of === "staff"))
      .flatMap(({ roleIdentifier, name, subRoles }): { value: string; label: string }[] =>
        subRoles.length > 0
          ? subRoles.map((one) => ({ value: one.subRole, label: `${name}, ${one.name}` }))
          : [{ value: roleIdentifier, label: name }],
      ),
    units,
  };
}

type Values = Record<string, string | string[]>;
/** The search words of each level. */
type UnitSearches = Partial<Record<UnitLevel, string>>;

/** Lists the units to choose from, of very many only search results and the chosen ones. */
async function findUnits(
  of: UserOwner,
  pageContext: PageContext,
  values: Values,
  searches: UnitSearches = {},
) {
  const { api, ids } = pageContext;
  const readSelectedRefs = (level: UnitLevel) => [values[unitFields[level]] ?? []].flat();
  const stores = readSelectedRefs("store").map((ref) => ids.decrypt("store", ref));
  const query = {
    search: searches.store || undefined,
    chosen: stores.join(",") || undefined,
    ...companyQuery(of, pageContext),
  };
  const { data } = await api.call(givableUnits, { query });
  const options = (level: UnitLevel) =>
    data[level].map((unit: GivableUnits["store"][number]) => ({
      value: ids.encrypt(kindOf[level], unit.id),
      label: unit.name,
      hint: unit.path || undefined,
    }));
  const words = searches.store ?? "";
  const storeChoices = data.store.filter(({ id }) => !stores.includes(id));
  const searchOptions = (level: UnitLevel) =>
    foundOptions(options(level), readSelectedRefs(level), searches[level]);
  return {
    national: data.national,
    regional: searchOptions("regional"),
    zonal: searchOptions("zonal"),
    group: searchOptions("group"),
    store: {
      options: options("store"),
      find:
        data.moreStores || words
          ? { words, listed: storeChoices.length, more: data.moreStores }
          : null,
    },
  };
}

/**
 * Reads a posted user's form and drops what the page hides: it shows one level's units,
 * staff choose role and sub-role together, and a store manager's level is store. An empty username
 * is generated from the name (VAL-6).
 */
export async function readUserForm<S extends z.ZodType>(
  args: LoaderFunctionArgs,
  of: UserOwner,
  { ids }: PageContext,
  schema: S,
) {
  const posted = await args.request.formData();
  const text = (name: string) => String(posted.get(name) ?? "").trim();
  const role = text("role");
  /** The values as typed, to be shown again; the platform gets others for these fields. */
  const typedValues = {
    role,
    username: text("username"),
    phoneCountryCode: text("phoneCountryCode"),
  };
  if (isMemberOf(subRoles, role)) {
    posted.set("subRole", role);
    posted.set("role", subRoles[role]);
  }
  if (of === "staff" || (isRole(role) && roles[role].category === "f")) posted.delete("level");
  else if (role === "ROLE_Store_Music_Manager") posted.set("level", "store");
  for (const [level, field] of Object.entries(unitFields))
    if (posted.get("level") !== level) posted.delete(field);
  if (!text("phone")) posted.delete("phoneCountryCode");
  if (args.params.id) {
    posted.delete("username");
    posted.set("id", args.params.id);
  } else if (!typedValues.username)
    posted.set(
      "username",
      generatedUsername(`${text("firstName")} ${text("lastName")}`, Date.now()),
    );
  const request = new Request(args.request.url, { method: "POST", body: posted });
  const form = await readForm(request, schema, { ids });
  const values: Values = { ...form.values, ...typedValues };
  const unitSearches = Object.entries(unitsOf).map(([level, field]) => ({
    level,
    ...wordsToFind(posted, field),
  }));
  return {
    ...form,
    values,
    /** True if the button searches for units instead of sending the form. */
    finds:
      posted.has("_find") ||
      unitSearches.some(({ level, isAsked }) => isAsked && level === text("level")),
    sought: Object.fromEntries(
      unitSearches.map(({ level, words }) => [level, words]),
    ) as UnitSearches,
  };
}

type UserFormInput = Awaited<ReturnType<typeof readUserForm>>;

/**
 * Answers the form again with its errors and what was typed; shows the units found and
 * the ticked ones.
 */
export async function userFormAgain(
  of: UserOwner,
  pageContext: PageContext,
  form: UserFormInput,
  refused = form.refusedFor({}, 200),
) {
  const { values, sought } = form;
  const units =
    of === "staff" ? undefined : await load(() => findUnits(of, pageContext, values, sought));
  const { data: result, init } = refused;
  const { errors, values: { version = values.version ?? "" } = {} } = result.fields;
  const { subRole, ...others } = errors ?? {}; // the page asks for it together with the role
  // absent if the platform failed
  const mergedErrors = subRole ? { ...others, role: [...(others.role ?? []), ...subRole] } : errors;
  return data(
    { ...result, fields: { errors: mergedErrors, values: { ...values, version } }, units },
    init ?? undefined,
  );
}

/** Turns a user into the form's values. */
export function userValues(user: User, { ids }: PageContext): Values {
  return {
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName ?? "",
    phone: user.phone ?? "",
    phoneCountryCode: user.phoneCountryCode ?? "91",
    version: String(user.version),
    role: user.role.subRole ?? user.role.roleIdentifier,
    level: user.userLevel ?? "national",
    regionIds: user.region.map(({ id }) => ids.encrypt("region", id)),
    zoneIds: user.zone.map(({ id }) => ids.encrypt("zone", id)),
    groupIds: user.group.map(({ id }) => ids.encrypt("group", id)),
    storeIds: user.companiesHasUsers.map(({ store }) => ids.encrypt("store", store.id)),
  };
}
