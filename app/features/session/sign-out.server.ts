import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "#contract/session/endpoints";
import { adminPath } from "~/features/dashboard/paths";
import { apiFor } from "~/lib/api/platform.server";
import { ApiFailure, ApiRefusal } from "~/lib/api/refusals.server";
import { localPath } from "~/lib/pages/local-path";

/** Ends the session (SES-5). If that fails, the session stays and the server's message is shown. */
export async function endSession({ request, context }: ActionFunctionArgs) {
  const { tokens } = context.session;
  if (!tokens) return redirect("/login");
  try {
    await apiFor(context, request).call(signOut, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    });
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) return ended();
    if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error;
    context.session.flash("error", error.message);
    const from = request.headers.get("Referer");
    return redirect(from && URL.canParse(from) ? localPath(new URL(from).pathname) : adminPath);
  }
  return ended();

  function ended() {
    context.session.signOut();
    return redirect("/login");
  }
}
