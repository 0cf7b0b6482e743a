import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CompanySignIn } from "~/features/companies/company-sign-in";
import {
  changeCompanySignIn,
  loadCompanySignIn,
} from "~/features/companies/company-sign-in.server";
import { ownCompanyPath, ownSignInPath } from "~/features/companies/paths";
import { signInRuleTexts } from "~/features/companies/texts";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Sign-in · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadCompanySignIn(await requireArea(args, "COMPANIESEDIT"));
export const action = async (args: ActionFunctionArgs) =>
  changeCompanySignIn(args, await requireArea(args, "COMPANIESEDIT"), ownSignInPath);

export default function OwnSignIn() {
  return (
    <>
      <PageHead
        crumbs={[{ label: "Company", to: ownCompanyPath }]}
        title={signInRuleTexts.title}
        lead={signInRuleTexts.lead}
      />
      <CompanySignIn {...useLoaderData<typeof loader>()} />
    </>
  );
}
