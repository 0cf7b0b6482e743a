import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingTabs } from "~/features/billing/billing-tabs";
import { requireInvoices } from "~/features/billing/invoices.server";
import { statementDownloadPath, statementPath } from "~/features/billing/paths";
import { loadStatement } from "~/features/billing/statement.server";
import { StatementPanels } from "~/features/billing/statement-panels";
import { statementTexts } from "~/features/billing/texts";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Statement · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadStatement(args, await requireInvoices(args));

export default function StatementPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Statement"
        lead={statementTexts.lead}
        actions={
          data.statement ? (
            <Downloads
              to={statementDownloadPath({ companyId: data.company, from: data.from, to: data.to })}
            />
          ) : null
        }
      />
      <BillingTabs current={statementPath()} isStaff={data.isStaff} />
      <StatementPanels {...data} />
    </>
  );
}
