import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompanyTable, RecentCompanies } from "~/features/companies/company-list";
import { loadCompanies } from "~/features/companies/company-list.server";
import { companiesDownloadPath, companyAddPath } from "~/features/companies/paths";
import { companiesTexts } from "~/features/companies/texts";
import { tokensPath } from "~/features/tokens/paths";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Companies · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadCompanies(args, await requireArea(args, "COMPANIES", { company: false }));
}

export default function Companies() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Companies"
        lead={companiesTexts.lead}
        actions={
          <>
            <ButtonLink to={tokensPath}>API tokens</ButtonLink>
            <Downloads to={withMembers(companiesDownloadPath, data.filters)} />
            <ButtonLink to={companyAddPath} variant="primary">
              Add company
            </ButtonLink>
          </>
        }
      />
      <RecentCompanies {...data} />
      <CompanyTable {...data} />
    </>
  );
}
