import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import {
  beginCompanySignIn,
  CompanyCodeForm,
  finishCompanySignIn,
} from "#contract/session/company-account";
import { apiFor } from "~/lib/api/platform.server";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { requireVisitor } from "~/lib/session/guard.server";
import { companyAccountPath } from "./paths";
import { goOn } from "./sign-in.server";

export async function loadCompanyAccount(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  const companyCode = new URL(args.request.url).searchParams.get("company") ?? "";
  return {
    constraints: constraintsOf(CompanyCodeForm),
    values: { companyCode: companyCode.slice(0, 50) },
  };
}

/**
 * Gives a link to the company's service, because the Content-Security-Policy keeps forms from
 * leading to other sites.
 */
export async function beginCompanyAccount(args: ActionFunctionArgs) {
  await requireVisitor(args);
  const { context, request } = args;
  const form = await readForm(request, CompanyCodeForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    apiFor(context, request).call(beginCompanySignIn, { body: value }),
  );
  if (refused) return refused;
  const { url, companyName, attempt } = reply.data;
  context.session.keepAttempt(attempt);
  return { go: { url, host: new URL(url).host, companyName } };
}

/** Finishes a sign-in when a company's service leads the person back. */
export async function finishCompanyAccount(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  const { context, request } = args;
  const { session } = context;
  const { attempt } = session;
  const refuse = (message: string) => {
    session.flash("error", message);
    return redirect(companyAccountPath);
  };
  if (attempt === undefined) return refuse(messages.signInOver);
  try {
    const answer = new URL(request.url).search.slice(1, 4001);
    const { data } = await apiFor(context, request).call(finishCompanySignIn, {
      body: { attempt, answer },
    });
    session.dropAttempt();
    return goOn(context, data);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return refuse(error.problem.errors?.[0]?.message ?? error.message);
  }
}
