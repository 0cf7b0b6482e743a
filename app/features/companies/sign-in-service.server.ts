import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import {
  findSignInService,
  SignInService,
  setSignInService,
} from "#contract/session/company-account";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";

const queryOf = (companyId?: number) => (companyId === undefined ? {} : { companyId });

/** Loads the sign-in service of the given company, by default the caller's own. */
export async function loadSignInService({ api }: PageContext, companyId?: number) {
  const { data: service } = await load(() =>
    api.call(findSignInService, { query: queryOf(companyId) }),
  );
  const { issuer, clientId, isRequired, redirectUri, companyCode, version } = service;
  return {
    fields: {
      constraints: constraintsOf(SignInService),
      values: {
        issuer: issuer ?? "",
        clientId: clientId ?? "",
        isRequired: isRequired ? "on" : "",
        version: String(version),
      },
    },
    redirectUri,
    companyCode,
    isSet: issuer !== null,
  };
}

export async function changeSignInService(
  { request, context }: ActionFunctionArgs,
  { api }: PageContext,
  path: string,
  companyId?: number,
) {
  const form = await readForm(request, SignInService);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(setSignInService, { query: queryOf(companyId), body: value }),
  );
  if (refused) return refused;
  context.session.flash("success", reply.message);
  return redirect(path);
}
