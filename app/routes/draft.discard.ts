import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/lib/guard.server";

/** Drops what waits of a form, and shows the form as it was before. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  args.context.interruptedForm.drop();
  return redirect(args.context.posted?.page ?? "/");
}

export async function loader(args: ActionFunctionArgs) {
  await requireUser(args);
  return redirect("/");
}
