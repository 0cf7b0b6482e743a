import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { waitingFormPath } from "~/features/companies/paths";
import { requireUser } from "~/lib/session/guard.server";

/**
 * Receives forms that forged-form.server.ts refused. Leads to the page about a form that waits for another
 * company, or back to the form's own page.
 */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const { interruptedForm, posted, session } = args.context;
  const isElsewhere = session.owner && interruptedForm.elsewhere(session.owner);
  return redirect(isElsewhere ? waitingFormPath : (posted?.page ?? "/"));
}

export async function loader(args: ActionFunctionArgs) {
  await requireUser(args);
  return redirect("/");
}
