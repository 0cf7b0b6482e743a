import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { loadDashboard } from "~/features/dashboard/dashboard.server";
import { AdUtilisation, OpenAlerts, PlaysByType, StoreStates, TopSongs, Yesterday } from "~/features/dashboard/dashboard-panels";
import { NextSteps } from "~/features/dashboard/next-steps";
import { dashboardTexts } from "~/features/dashboard/texts";
import { requireAdmin, requireArea } from "~/lib/guard.server";
import { firstPath } from "~/lib/home";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Dashboard · Fever In-Store" }];

/** The dashboard, or for those without one the first area they may open (NAV-9). */
export async function loader(args: LoaderFunctionArgs) {
  const { person } = await requireAdmin(args);
  if (!mayOpen(person, "DASHBOARD")) throw redirect(firstPath(person) ?? "/login");
  return loadDashboard(args, await requireArea(args, "DASHBOARD"));
}

export default function DashboardPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Dashboard" lead={dashboardTexts.lead} />
      {data.steps ? <NextSteps steps={data.steps} /> : null}
      <OpenAlerts {...data} />
      {data.stores.total > 0 ? <StoreStates {...data} /> : null}
      {data.steps ? null : (
        <>
          <PlaysByType {...data} />
          <div className="grid gap-x-4 md:grid-cols-2 md:items-start">
            <div>
              <Yesterday {...data} />
              <AdUtilisation {...data} />
            </div>
            <TopSongs {...data} />
          </div>
        </>
      )}
    </>
  );
}
