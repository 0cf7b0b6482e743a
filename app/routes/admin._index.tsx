import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isProvider, mayOpen } from "#contract/base/roles";
import { CompaniesPanel } from "~/features/dashboard/companies-panel";
import { loadCompanies, loadDashboard } from "~/features/dashboard/dashboard.server";
import {
  AdDelivery,
  AdUtilisation,
  Attention,
  OpenAlerts,
  PlaysByType,
  Ranking,
  StoreStates,
  Trend,
  Yesterday,
} from "~/features/dashboard/dashboard-panels";
import { NextSteps } from "~/features/dashboard/next-steps";
import { companiesDashboardTexts, dashboardTexts } from "~/features/dashboard/texts";
import { requireAdmin } from "~/lib/guard.server";
import { firstPath } from "~/lib/home";
import { PageHead } from "~/ui/frame/page-head";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction = () => [{ title: "Dashboard · Fever In-Store" }];

/**
 * The dashboard, to provider staff who have not chosen a company that of all companies, or for
 * those without one the first area they may open (NAV-9).
 */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireAdmin(args);
  const { person } = guarded;
  if (!mayOpen(person, "DASHBOARD")) throw redirect(firstPath(person) ?? "/login");
  if (isProvider(person) && args.context.session.companyId === undefined)
    return { all: await loadCompanies(guarded), own: null };
  return { all: null, own: await loadDashboard(args, guarded) };
}

export default function DashboardPage() {
  const { all, own } = useLoaderData<typeof loader>();
  useRefresh();
  if (all)
    return (
      <>
        <PageHead title="Dashboard" lead={companiesDashboardTexts.lead} />
        <CompaniesPanel {...all} />
      </>
    );
  return (
    <>
      <PageHead title="Dashboard" lead={`${dashboardTexts.lead} ${own.updated}.`} />
      {own.steps ? (
        <>
          <NextSteps steps={own.steps} />
          <p className="mb-4">
            <OpenAlerts {...own} />
          </p>
        </>
      ) : (
        <Attention {...own} />
      )}
      {own.stores.total > 0 ? <StoreStates {...own} /> : null}
      {own.steps ? null : (
        <>
          <PlaysByType {...own} />
          <div className="grid gap-x-4 md:grid-cols-2 md:items-start">
            <div>
              <Trend {...own} />
              <Yesterday {...own} />
              <AdDelivery {...own} />
            </div>
            <div>
              <AdUtilisation {...own} />
            </div>
          </div>
          <Ranking {...own} />
        </>
      )}
    </>
  );
}
