import type { LoaderFunctionArgs } from "@remix-run/node";
import { companiesForMe } from "#contract/companies";
import { isProvider, mayOpen } from "#contract/roles";
import { load, requireAdmin } from "~/lib/guard.server";
import { areaPages } from "~/lib/home";

/** What the frame of the admin area shows: the menu by access, the company, and for provider staff the companies to choose from. */
export async function loadShell(args: LoaderFunctionArgs) {
  const { api, ids, user, person } = await requireAdmin(args);
  const companies = await load(() => api.call(companiesForMe, {}));
  const chosen = isProvider(person) ? args.context.session.companyId : user.companyId;
  const company = companies.data.find(({ id }) => id === chosen);
  return {
    menu: areaPages
      .filter(({ area }) => mayOpen(person, area))
      .map(({ group, label, to, also, icon }) => ({ group, label, to, also, icon })),
    user: { name: [user.fname, user.lname].filter(Boolean).join(" "), role: user.role.name, email: user.email },
    openedBy: user.openedBy,
    company: company ? { name: company.companyName, stores: company.stores } : null,
    choices: isProvider(person)
      ? {
          value: company ? ids.encrypt("company", company.id) : null,
          options: companies.data.map((choice) => ({ id: ids.encrypt("company", choice.id), name: choice.companyName })),
        }
      : null,
  };
}
