import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { adminPath } from "~/features/dashboard/paths";
import { requireAdmin } from "~/lib/session/guard.server";

/** /admins opens the admin area as /admin does (NAV-6): every page of it has one address. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { pathname, search } = new URL(args.request.url);
  return redirect(pathname.replace(/^\/admins/, adminPath).replace(/\.data$/, "") + search);
}
