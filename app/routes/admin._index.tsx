import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isProvider, mayOpen } from "#contract/base/roles";
import { loadCompanies } from "~/features/dashboard/companies.server";
import { CompaniesPanel } from "~/features/dashboard/companies-panel";
import { loadDashboard } from "~/features/dashboard/dashboard.server";
import { AdDelivery, AdUtilisation, PlaysByType } from "~/features/dashboard/dashboard-charts";
import {
  Attention,
  HelpFirst,
  OpenAlerts,
  StoreStates,
  TopStores,
  Trend,
  Yesterday,
} from "~/features/dashboard/dashboard-panels";
import { NextSteps } from "~/features/dashboard/next-steps";
import { companiesDashboardTexts } from "~/features/dashboard/texts";
import { requireAdmin } from "~/lib/session/guard.server";
import { firstPath } from "~/lib/session/home";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction = () => [{ title: "Dashboard · Fever In-Store" }];

/**
 * Loads the dashboard: of all companies for staff who have not chosen one. People who may not open
 * it are redirected to their first permitted area (NAV-9).
 */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireAdmin(args);
  const { person } = pageContext;
  if (!mayOpen(person, "DASHBOARD")) throw redirect(firstPath(person) ?? "/login");
  if (isProvider(person) && args.context.session.companyId === undefined)
    return { all: await loadCompanies(args.request, pageContext), own: null };
  return { all: null, own: await loadDashboard(args, pageContext) };
}

export default function DashboardPage() {
  const { all, own } = useLoaderData<typeof loader>();
  useRefresh();
  if (all)
    return (
      <>
        <PageHead title="Dashboard" finding={all.finding} lead={companiesDashboardTexts.lead} />
        <CompaniesPanel {...all} />
      </>
    );
  const { steps, finding, inTrouble, troubledTo } = own;
  return (
    <>
      <PageHead
        title="Dashboard"
        finding={finding}
        lead={own.lead}
        actions={
          inTrouble > 0 && troubledTo && !steps ? (
            <ButtonLink to={troubledTo} variant="primary">
              {inTrouble === 1 ? "See the store" : "See the stores"}
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="grid gap-x-8 md:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] md:items-start">
        {steps ? (
          <div>
            <NextSteps steps={steps} />
            <p className="mb-4">
              <OpenAlerts {...own} />
            </p>
          </div>
        ) : (
          <Attention {...own} />
        )}
        {own.stores.total > 0 ? <StoreStates {...own} /> : null}
      </div>
      {steps ? null : (
        <>
          <HelpFirst {...own} />
          <PlaysByType {...own} />
          <div className="grid gap-x-8 md:grid-cols-2 md:items-start">
            <div>
              <Trend {...own} />
              <Yesterday {...own} />
              <AdDelivery {...own} />
            </div>
            <AdUtilisation {...own} />
          </div>
          <TopStores {...own} />
        </>
      )}
    </>
  );
}
