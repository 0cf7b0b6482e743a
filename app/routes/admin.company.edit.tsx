import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findCompany, updateCompany } from "#contract/companies";
import { CompanyForm } from "#contract/company-form";
import { timeZones } from "#contract/time-zones";
import { CompanyFacts } from "~/features/companies/company-facts";
import { CompanyFields } from "~/features/companies/company-fields";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { load, requireArea } from "~/lib/guard.server";
import { homePath } from "~/lib/home";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/failure";
import { Form, FormActions } from "~/ui/form";
import { PageHead } from "~/ui/page-head";
import { Panel } from "~/ui/panel";
import { Steps } from "~/ui/steps";

export const meta: MetaFunction = () => [{ title: "Company · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { api, user } = await requireArea(args, "COMPANIESEDIT");
  const { data: company } = await load(() => api.call(findCompany, {}));
  const values = Object.fromEntries(
    Object.entries({ ...company, name: company.companyName }).map(([name, value]) => [name, value === null ? "" : String(value)]),
  );
  return {
    values,
    // whom the platform lets change it: it is above what regional, zonal and group admins own
    mayChange: user.userLevel === null || user.userLevel === "national",
    constraints: constraintsOf(CompanyForm),
    zones: [...timeZones],
    onboarding: homePath(user) === "/admin/company/edit",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { api, user } = await requireArea(args, "COMPANIESEDIT");
  const form = await readForm(args.request, CompanyForm);
  const { value } = form;
  if (!value) return form.refused();
  const { done, refused } = await form.submit(() => api.call(updateCompany, { body: value }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(homePath(user) === "/admin/company/edit" ? "/admin/store/add" : "/admin/company/edit");
}

export default function EditCompany() {
  const { values, mayChange, constraints, zones, onboarding } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!mayChange)
    return (
      <>
        <PageHead title="Company" lead="Who you are and how we reach you. A national admin changes it." />
        <Panel>
          <CompanyFacts values={values} />
        </Panel>
      </>
    );
  return (
    <>
      <PageHead
        title={onboarding ? "Tell us about your company" : "Company"}
        lead={onboarding ? "Step 1 of 2. Then you add your first store." : "Who you are, how we reach you, and what counts as too quiet."}
      />
      {onboarding ? <Steps current={0} steps={[{ label: "Company" }, { label: "First store" }]} /> : null}
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <CompanyFields zones={zones} />
        <FormActions>
          <Button variant="primary">{onboarding ? "Save and continue" : "Save company"}</Button>
        </FormActions>
      </Form>
    </>
  );
}
