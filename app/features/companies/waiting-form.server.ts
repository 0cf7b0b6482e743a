import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { adminPath } from "~/features/dashboard/paths";
import { findCompanies } from "~/lib/session/company.server";
import { load, personKey, requireAdmin } from "~/lib/session/guard.server";

/**
 * Finds the form that waits for another company than the one chosen, with both companies. Throws a
 * redirect to the form's page if it belongs to the chosen company, and to the start page if no form
 * waits or its company can no longer be chosen.
 */
export async function requireWaitingForm(args: LoaderFunctionArgs) {
  const pageContext = await requireAdmin(args);
  const { context } = args;
  const { owner } = context.session;
  if (!owner) throw redirect(adminPath);
  const { companies, company: chosen } = await load(() => findCompanies(context, pageContext));
  const form = context.interruptedForm.elsewhere(owner);
  if (!form) throw redirect(context.interruptedForm.of(owner)?.page ?? adminPath);
  const who = personKey(pageContext.user);
  const company = companies.find(({ id }) =>
    context.forgery.isOfCompany(form.csrf, { who, companyId: id }),
  );
  if (!company || !chosen) throw redirect(adminPath);
  return { form, company, chosen };
}
