import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { CodeForm, signInSecondStep } from "#contract/session/two-steps";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { requireVisitor } from "~/lib/guard.server";
import { ApiRefusal, apiFor } from "~/lib/platform.server";

/** Only after a first step; without one, or too long after it, the person begins again. */
export async function loadSecondStep(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  if (args.context.session.challenge === undefined) throw beginAgain(args);
  return { constraints: constraintsOf(CodeForm) };
}

export async function takeSecondStep(args: ActionFunctionArgs) {
  await requireVisitor(args);
  const { session } = args.context;
  const { challenge } = session;
  if (challenge === undefined) throw beginAgain(args);
  const form = await readForm(args.request, CodeForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    apiFor(args.context, args.request)
      .call(signInSecondStep, { body: { challenge, code: value.code } })
      .catch((error: unknown) => {
        if (error instanceof ApiRefusal && error.problem.errors?.some(({ field }) => field === "challenge")) throw beginAgain(args);
        throw error;
      }),
  );
  if (refused) return refused;
  session.signIn(reply.data);
  return redirect("/login"); // which leads a signed-in user to where they belong (NAV-9)
}

function beginAgain({ context }: LoaderFunctionArgs | ActionFunctionArgs): Response {
  if (context.session.dropChallenge()) context.session.flash("error", messages.signInOver);
  return redirect("/login");
}
