import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { RecoveryForm } from "#contract/session/credentials";
import { type Api, apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { requireVisitor } from "~/lib/session/guard.server";

/** Loads a page on which visitors ask for a link by email, giving only their username. */
export async function loadEmailedLink(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  return {
    constraints: constraintsOf(RecoveryForm),
    isSent: new URL(args.request.url).searchParams.has("sent"),
  };
}

/**
 * Sends the link and leads back to the page, which says the same whether the account
 * exists or not.
 */
export async function sendEmailedLink(
  args: ActionFunctionArgs,
  path: string,
  send: (api: Api, value: z.output<typeof RecoveryForm>) => Promise<unknown>,
) {
  await requireVisitor(args);
  const form = await readForm(args.request, RecoveryForm);
  const { value } = form;
  if (!value) return form.refused();
  const { refused } = await form.submit(() => send(apiFor(args.context, args.request), value));
  return refused ?? redirect(`${path}?sent`);
}
