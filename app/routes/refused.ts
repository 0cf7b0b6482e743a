import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/lib/guard.server";

/** Where web.ts sends a script's form that it refused: back to the page that the form stands on. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  return redirect(args.context.posted?.page ?? "/");
}

export async function loader(args: ActionFunctionArgs) {
  await requireUser(args);
  return redirect("/");
}
