import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { timeZones } from "#contract/base/time-zones";
import { addCompany } from "#contract/companies/endpoints";
import { NewCompany } from "#contract/companies/form";
import { sectionNames } from "#contract/companies/words";
import { companyConstraints } from "~/features/companies/company.server";
import { CompanyFields, FirstAdminFields } from "~/features/companies/company-fields";
import { companiesPath, companyPath } from "~/features/companies/paths";
import { companyFormTexts } from "~/features/companies/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { readForm } from "~/lib/forms/forms.server";
import { loadPlaces } from "~/lib/locations/places.server";
import { load, requireArea } from "~/lib/session/guard.server";
import { replyTone } from "~/lib/words/email-words.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Add company · Fever In-Store" }];

const begins = {
  country: "IN",
  timeZone: "Asia/Kolkata",
  billingPeriodMonths: "1",
  optimumVolume: "60",
  thresholdVolume: "25",
};

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "COMPANIES", { company: false });
  const places = await load(() => loadPlaces(args.context, api));
  return {
    constraints: companyConstraints(NewCompany),
    values: begins,
    zones: [...timeZones],
    places,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "COMPANIES", { company: false });
  const form = await readForm(args.request, NewCompany);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() => api.call(addCompany, { body: value }));
  if (refused) return refused;
  args.context.session.flash(replyTone(reply), reply.message);
  return redirect(companyPath(ids.encrypt("company", reply.data.id)));
}

export default function AddCompany() {
  const { constraints, values, zones, places } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Companies", to: companiesPath }]}
        title="Add company"
        lead={companyFormTexts.addLead}
        help={tutorialPath("add_company")}
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        <CompanyFields
          sections={sectionNames}
          zones={zones}
          places={places}
          byProvider
          firstAdmin={<FirstAdminFields />}
        />
        <FormActions>
          <Button variant="primary">Add company</Button>
          <ButtonLink to={companiesPath}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
