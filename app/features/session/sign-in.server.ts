import { type ActionFunctionArgs, type AppLoadContext, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Credentials, type SignInResult, signIn } from "#contract/session/endpoints";
import { apiFor } from "~/lib/api/platform.server";
import { readForm } from "~/lib/forms/forms.server";
import { secondStepPath } from "./paths";

/**
 * Exchanges the posted username and password for tokens through remix-auth's form strategy, or
 * returns the refusal with the username filled in.
 */
export async function signInByForm({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request.clone(), Credentials);
  const { value } = form;
  if (!value) return { refused: form.refused() };
  const authenticator = new Authenticator<SignInResult>();
  authenticator.use(
    new FormStrategy(
      async () => (await apiFor(context, request).call(signIn, { body: value })).data,
    ),
    "form",
  );
  const { reply, refused } = await form.submit(() => authenticator.authenticate("form", request));
  return refused ? { refused } : { signedIn: reply };
}

/** Continues after a first step: starts the session, or leads to the second step. */
export function goOn(
  { session }: Pick<AppLoadContext, "session">,
  signedIn: SignInResult,
): Response {
  if ("challenge" in signedIn) {
    session.awaitSecondStep(signedIn);
    return redirect(secondStepPath);
  }
  session.signIn(signedIn);
  return redirect("/login"); // leads a signed-in user to their home page (NAV-9)
}
