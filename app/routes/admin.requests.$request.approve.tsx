import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OtherStateField } from "~/features/companies/company-fields";
import { approve, loadApproval } from "~/features/onboarding/approve.server";
import { requestsPath } from "~/features/onboarding/paths";
import { requestTexts } from "~/features/onboarding/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { DateField, EmailField, MoneyField, PhoneField, TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: requestTexts.approveTitle }];

export async function loader(args: LoaderFunctionArgs) {
  return loadApproval(args, await requireArea(args, "COMPANIES", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return approve(args, await requireArea(args, "COMPANIES", { company: false }));
}

export default function Approve() {
  const { title, back, constraints, values, zones, periods } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Requests", to: requestsPath },
          { label: title, to: back },
        ]}
        title="Approve and create company"
        lead={requestTexts.approveLead}
        help={tutorialPath("add_company")}
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <FormSection title="Identity">
          <TwoColumns>
            <TextField name="companyName" label="Company name" />
            <TextField
              name="companyId"
              label="Company code"
              hint="Must be unique"
              spellCheck={false}
            />
            <TextField name="companyWebsite" label="Website" inputMode="url" />
            <SelectField
              name="timeZone"
              label="Time zone"
              options={zones.map((zone) => ({ value: zone, label: zone }))}
            />
          </TwoColumns>
        </FormSection>
        <FormSection title="First admin" hint={requestTexts.firstAdmin}>
          <TwoColumns>
            <TextField
              name="companyAdminUserId"
              label="Admin username"
              hint="Must be unique"
              spellCheck={false}
            />
            <EmailField name="email" label="Email" hint="The invitation goes here" />
            <TextField name="contactName" label="Name" />
            <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
            <EmailField
              name="commEmail"
              label="Communication email"
              hint={requestTexts.commEmail}
            />
          </TwoColumns>
        </FormSection>
        <FormSection title="Billing">
          <TwoColumns>
            <MoneyField name="billingRate" label="Billing rate" hint="Per store per month" />
            <SelectField name="billingPeriodMonths" label="Billing period" options={periods} />
            <DateField name="billingStartsOn" label="Billing starts on" />
            <TextField name="legalName" label="Legal name" />
            <TextField name="gstNo" label="GSTIN" spellCheck={false} />
            <TextField name="panNo" label="PAN" spellCheck={false} />
          </TwoColumns>
          <OtherStateField />
        </FormSection>
        <FormActions>
          <Button variant="primary">Approve and create company</Button>
          <ButtonLink to={back}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
