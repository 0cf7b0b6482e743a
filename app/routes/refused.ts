import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { waitingFormPath } from "~/features/companies/paths";
import { requireUser } from "~/lib/guard.server";

/**
 * Where web.ts sends a form that it refused: to the page that says what it waits for, if that is
 * another company, else back to the page that it stands on.
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
