import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadBilledCompany, saveRate } from "~/features/billing/billed-company.server";
import { Previews, Rates } from "~/features/billing/company-panels";
import { requireBilling } from "~/features/billing/invoices.server";
import { billingPath } from "~/features/billing/paths";
import { issueTexts } from "~/features/billing/texts";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Billing: ${data.name}` : "Billing"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadBilledCompany(args, await requireBilling(args));
export const action = async (args: ActionFunctionArgs) =>
  saveRate(args, await requireBilling(args));

export default function BilledCompany() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { name, companyTo, statementTo, openingsTo, issue, form } = data;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Billing", to: billingPath }]}
        title={`Billing: ${name}`}
        lead={issueTexts.previewLead}
        actions={
          <>
            <ButtonLink to={companyTo}>Company</ButtonLink>
            <ButtonLink to={statementTo}>Statement</ButtonLink>
            <ButtonLink to={openingsTo}>Opening balances</ButtonLink>
            {issue ? <ConfirmLink {...issue} variant="primary" /> : null}
          </>
        }
      />
      <Failure failure={result?.failure} />
      <Previews {...data} />
      <Rates
        {...data}
        fields={{ constraints: form.constraints, values: form.values, ...result?.fields }}
      />
    </>
  );
}
