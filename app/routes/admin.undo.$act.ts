import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { adUndos } from "~/features/ads/undo.server";
import { chartUndos } from "~/features/charts/undo.server";
import { companyUndos } from "~/features/companies/undo.server";
import { adminPath } from "~/features/dashboard/paths";
import { demoUndos } from "~/features/demo-playlists/undo.server";
import { hierarchyUndos } from "~/features/hierarchy/undo.server";
import { scheduleUndos } from "~/features/schedule/undo.server";
import { storeUndos } from "~/features/stores/undo.server";
import { userUndos } from "~/features/users/undo.server";
import { takeBack } from "~/lib/audit/undo.server";
import { requireAdmin } from "~/lib/session/guard.server";

/** Only a message's form is posted here; a visit leads to the start page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return redirect(adminPath);
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  return takeBack(args, {
    ...adUndos,
    ...chartUndos,
    ...companyUndos,
    ...demoUndos,
    ...hierarchyUndos,
    ...scheduleUndos,
    ...storeUndos,
    ...userUndos,
  });
}
