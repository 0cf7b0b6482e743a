import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/lib/session/guard.server";

/** Discards the stored values of an interrupted form and shows the form without them. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  args.context.interruptedForm.drop();
  return redirect(args.context.posted?.page ?? "/");
}

export async function loader(args: ActionFunctionArgs) {
  await requireUser(args);
  return redirect("/");
}
