import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCompany } from "~/features/companies/company.server";
import { CompanySignIn } from "~/features/companies/company-sign-in";
import {
  changeCompanySignIn,
  loadCompanySignIn,
} from "~/features/companies/company-sign-in.server";
import { companiesPath, companyPath, companySignInPath } from "~/features/companies/paths";
import { signInRuleTexts } from "~/features/companies/texts";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Sign-in · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  return { ref, signIn: await loadCompanySignIn(pageContext, companyId) };
}

export async function action(args: ActionFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  return changeCompanySignIn(args, pageContext, companySignInPath(ref), companyId);
}

export default function SignInOfCompany() {
  const { ref, signIn } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Companies", to: companiesPath },
          { label: "Company", to: companyPath(ref) },
        ]}
        title={signInRuleTexts.title}
        lead={signInRuleTexts.lead}
      />
      <CompanySignIn {...signIn} />
    </>
  );
}
