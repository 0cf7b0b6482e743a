import type { LoaderFunctionArgs } from "@remix-run/node";
import { holdsGrant, isProvider, mayOpen } from "#contract/base/roles";
import { requestCounts } from "#contract/onboarding/endpoints";
import { requestsPath } from "~/features/onboarding/paths";
import { userAddPath, usersPath } from "~/features/users/paths";
import { findCompanies } from "~/lib/company.server";
import { load, requireAdmin } from "~/lib/guard.server";
import { areaPages } from "~/lib/home";

/** What the frame of the admin area shows: the menu by access, the company, and for provider staff the companies to choose from. */
export async function loadShell(args: LoaderFunctionArgs) {
  const guarded = await requireAdmin(args);
  const { ids, user, person } = guarded;
  const [{ companies, company }, waiting] = await load(() =>
    Promise.all([
      findCompanies(args.context, guarded),
      mayOpen(person, "COMPANIES") ? guarded.api.call(requestCounts, {}).then(({ data }) => data.new) : 0,
    ]),
  );
  const pages = areaPages
    .filter(({ area }) => mayOpen(person, area))
    .map(({ group, label, to, also, icon }) => ({
      ...{ group, label, to, also, icon },
      ...(to === requestsPath && { count: waiting, counted: "new" }),
    }));
  // who creates users without managing them has the form alone (requirements ROL-1)
  const adds = holdsGrant(person, "users.create") && !mayOpen(person, "USER_MGMT");
  const before = pages.findIndex(({ group }) => group === "Know");
  const addUser = { group: "Run", label: "Add user", to: userAddPath, also: usersPath, icon: "users" };
  return {
    menu: adds ? pages.toSpliced(before, 0, addUser) : pages,
    unread: user.unread,
    user: { name: [user.fname, user.lname].filter(Boolean).join(" "), role: user.role.name, email: user.email },
    openedBy: user.openedBy,
    company: company ? { name: company.companyName, stores: company.stores } : null,
    choices: isProvider(person)
      ? {
          value: company ? ids.encrypt("company", company.id) : null,
          options: companies.map((choice) => ({ id: ids.encrypt("company", choice.id), name: choice.companyName })),
        }
      : null,
  };
}
