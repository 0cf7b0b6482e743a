import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { messages } from "#contract/base/messages";
import type { Tokens } from "#contract/session/endpoints";
import { PasskeyAnswerForm, passkeyOptions, signInByPasskey } from "#contract/session/passkeys";
import { CodeForm, signInSecondStep } from "#contract/session/two-steps";
import { apiFor } from "~/lib/api/platform.server";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, requireVisitor } from "~/lib/session/guard.server";

/** Loads the second step; without a first step, or too long after it, sign-in starts again. */
export async function loadSecondStep(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  const { challenge } = args.context.session;
  if (challenge === undefined) throw beginAgain(args);
  const api = apiFor(args.context, args.request);
  const { data: passkey } = await load(() =>
    orBeginAgain(args, () => api.call(passkeyOptions, { body: { challenge } })),
  );
  return { constraints: constraintsOf(CodeForm), passkey };
}

export async function takeSecondStep(args: ActionFunctionArgs) {
  await requireVisitor(args);
  const { session } = args.context;
  const { challenge } = session;
  if (challenge === undefined) throw beginAgain(args);
  const api = apiFor(args.context, args.request);
  const finish = async <S extends z.ZodType>(
    schema: S,
    call: (value: z.output<S>) => Promise<{ data: Tokens }>,
  ) => {
    const form = await readForm(args.request, schema);
    if (form.value === undefined) return { reply: undefined, refused: form.refused() };
    const { value } = form;
    return form.submit(() => orBeginAgain(args, () => call(value)));
  };
  const { reply, refused } =
    args.context.posted?.form === "passkey"
      ? await finish(PasskeyAnswerForm, ({ answer }) =>
          api.call(signInByPasskey, { body: { challenge, answer } }),
        )
      : await finish(CodeForm, ({ code }) =>
          api.call(signInSecondStep, { body: { challenge, code } }),
        );
  if (refused) return refused;
  session.signIn(reply.data);
  return redirect("/login"); // leads a signed-in user to their home page (NAV-9)
}

/** If the first step has expired, starts the sign-in again. */
async function orBeginAgain<T>(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (
      error instanceof ApiRefusal &&
      error.problem.errors?.some(({ field }) => field === "challenge")
    )
      throw beginAgain(args);
    throw error;
  }
}

function beginAgain({ context }: LoaderFunctionArgs | ActionFunctionArgs): Response {
  if (context.session.dropChallenge()) context.session.flash("error", messages.signInOver);
  return redirect("/login");
}
