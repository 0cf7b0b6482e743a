import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { findSignInRules, SignInRules, setSignInRules } from "#contract/session/company-sign-in";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";

/** How people of a company sign in: of the one named, or of the caller's own. */
export async function loadCompanySignIn({ api, figures }: Guarded, companyId?: number) {
  const query = companyId === undefined ? {} : { companyId };
  const { data: rules } = await load(() => api.call(findSignInRules, { query }));
  return {
    rules: { constraints: constraintsOf(SignInRules), values: { requiresTwoSteps: rules.requiresTwoSteps ? "on" : "" } },
    have: { some: figures.figure(rules.usersWithTwoSteps), all: figures.counted(rules.users, "person", "people") },
  };
}

export async function changeCompanySignIn({ request, context }: ActionFunctionArgs, { api }: Guarded, path: string, companyId?: number) {
  const query = companyId === undefined ? {} : { companyId };
  const form = await readForm(request, SignInRules);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() => api.call(setSignInRules, { query, body: value }));
  if (refused) return refused;
  context.session.flash("success", reply.message);
  return redirect(path);
}
