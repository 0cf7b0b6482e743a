import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { findSignInRules, SignInRules, setSignInRules } from "#contract/session/company-sign-in";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { changeSignInService, loadSignInService } from "./sign-in-service.server";

/** Loads how a company's people sign in, by default those of the caller's company. */
export async function loadCompanySignIn(pageContext: PageContext, companyId?: number) {
  const { api, figures } = pageContext;
  const query = companyId === undefined ? {} : { companyId };
  const { data: rules } = await load(() => api.call(findSignInRules, { query }));
  return {
    rules: {
      constraints: constraintsOf(SignInRules),
      values: { requiresTwoSteps: rules.requiresTwoSteps ? "on" : "" },
    },
    have: {
      some: figures.figure(rules.usersWithTwoSteps),
      all: figures.counted(rules.users, "person", "people"),
    },
    service: await loadSignInService(pageContext, companyId),
  };
}

/** Saves the form that was sent: the sign-in rules or the sign-in service. */
export async function changeCompanySignIn(
  args: ActionFunctionArgs,
  pageContext: PageContext,
  path: string,
  companyId?: number,
) {
  const { request, context } = args;
  if (context.posted?.form === "service")
    return changeSignInService(args, pageContext, path, companyId);
  const { api } = pageContext;
  const query = companyId === undefined ? {} : { companyId };
  const form = await readForm(request, SignInRules);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(setSignInRules, { query, body: value }),
  );
  if (refused) return refused;
  context.session.flash("success", reply.message);
  return redirect(path);
}
