import type { LoaderFunctionArgs } from "@remix-run/node";
import { isProvider, mayOpen } from "#contract/base/roles";
import { requestCounts } from "#contract/onboarding/endpoints";
import { requestsPath } from "~/features/onboarding/paths";
import { findCompanies } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { menuOf } from "~/lib/session/home";
import { loadPulse } from "./pulse.server";

/**
 * Loads the frame of the admin area: the menu by access, the company, and for provider staff
 * the companies to choose from.
 */
export async function loadShell(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { ids, user, person } = pageContext;
  const [{ companies, company }, waiting, pulse] = await load(() =>
    Promise.all([
      findCompanies(args.context, pageContext),
      mayOpen(person, "COMPANIES")
        ? pageContext.api.call(requestCounts, {}).then(({ data }) => data.new)
        : 0,
      loadPulse(pageContext, args.context.session.companyId),
    ]),
  );
  return {
    menu: menuOf({ ...person, level: user.userLevel }).map((page) => ({
      ...page,
      ...(page.to === requestsPath && { count: waiting, counted: "new" }),
    })),
    pulse,
    unread: user.unread,
    user: {
      name: [user.fname, user.lname].filter(Boolean).join(" "),
      role: user.role.name,
      email: user.email,
    },
    openedBy: user.openedBy,
    demoHistory: user.demoHistory,
    company: company ? { name: company.companyName, stores: company.stores } : null,
    choices: isProvider(person)
      ? {
          value: company ? ids.encrypt("company", company.id) : null,
          options: companies.map((choice) => ({
            id: ids.encrypt("company", choice.id),
            name: choice.companyName,
          })),
        }
      : null,
  };
}
