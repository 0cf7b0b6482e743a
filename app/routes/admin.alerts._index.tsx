import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AlertList, AlertTabs } from "~/features/alerts/alert-list";
import { acknowledgeChosen, loadAlerts } from "~/features/alerts/alerts.server";
import { alertsPath } from "~/features/alerts/paths";
import { alertsTexts } from "~/features/alerts/texts";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Alerts · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadAlerts(args, await requireArea(args, "DASHBOARD"));
}

export async function action(args: ActionFunctionArgs) {
  await acknowledgeChosen(args, await requireArea(args, "DASHBOARD"));
  const { pathname, search } = new URL(args.request.url);
  return redirect(pathname.replace(/\.data$/, "") + search);
}

export default function Alerts() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Alerts" finding={data.finding} lead={alertsTexts.lead} />
      <AlertTabs
        current={withMembers(alertsPath, { state: data.state === "ended" ? "ended" : undefined })}
        maySet={data.maySet}
      />
      <AlertList {...data} />
    </>
  );
}
