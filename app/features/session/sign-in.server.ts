import type { ActionFunctionArgs } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Credentials, signIn, type Tokens } from "#contract/session/endpoints";
import { readForm } from "~/lib/forms.server";
import { apiFor } from "~/lib/platform.server";

/** Exchanges the posted username and password for tokens through remix-auth's form strategy, or gives the refusal with the username kept. */
export async function signInByForm({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request.clone(), Credentials);
  const { value } = form;
  if (!value) return { refused: form.refused() };
  const authenticator = new Authenticator<Tokens>();
  authenticator.use(new FormStrategy(async () => (await apiFor(context, request).call(signIn, { body: value })).data), "form");
  const { reply, refused } = await form.submit(() => authenticator.authenticate("form", request));
  return refused ? { refused } : { tokens: reply };
}
