import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { beginCompanyAccount, loadCompanyAccount } from "~/features/session/company-account.server";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { companyAccountTexts } from "~/features/session/texts";
import type { ScriptHandle } from "~/root";
import { Form } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: `${companyAccountTexts.title} · Fever In-Store` },
];

export const loader = loadCompanyAccount;
export const action = beginCompanyAccount;

export default function CompanyAccount() {
  const { constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && "go" in result)
    return (
      <SignedOutPage
        title={result.go.companyName}
        lead={companyAccountTexts.goLead(result.go.host)}
      >
        <div>
          <ButtonLink to={result.go.url} variant="primary" reloadDocument>
            Continue to {result.go.host}
          </ButtonLink>
        </div>
      </SignedOutPage>
    );
  return (
    <SignedOutPage title={companyAccountTexts.title} lead={companyAccountTexts.lead}>
      <Failure failure={result?.failure} />
      <Form
        fields={{ constraints, values, ...result?.fields }}
        browserChecks={false}
        reloadDocument
      >
        <TextField
          name="companyCode"
          label="Company code"
          autoComplete="organization"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary">Continue</Button>
          <TextLink to="/login" reloadDocument>
            {companyAccountTexts.byPassword}
          </TextLink>
        </div>
      </Form>
    </SignedOutPage>
  );
}
