import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messages } from "#contract/base/messages";
import { findCompany } from "#contract/companies/endpoints";
import {
  addLicence,
  LicenceForm,
  LicencePage,
  listLicences,
  updateLicence,
} from "#contract/companies/licences";
import { requireCompany } from "~/features/companies/company.server";
import { companiesPath, companyPath } from "~/features/companies/paths";
import { licenceTexts } from "~/features/companies/texts";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load } from "~/lib/session/guard.server";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { DateField, NumberField, TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction = () => [{ title: "Licence · Fever In-Store" }];

/** Guards the page and reads the licence to change from the address; none to add one. */
async function requireLicence(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  const licenceRef = new URL(args.request.url).searchParams.get("licence");
  const licenceId =
    licenceRef === null ? undefined : pageContext.ids.decrypt("licence", licenceRef);
  return { pageContext, companyId, ref, licenceId };
}

export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, companyId, ref, licenceId } = await requireLicence(args);
  const query = { companyId };
  const [{ data: licences }, { data: company }] = await load(() =>
    Promise.all([
      pageContext.api.call(listLicences, { query }),
      pageContext.api.call(findCompany, { query }),
    ]),
  );
  const licence = licences.find(({ id }) => id === licenceId);
  if (licenceId !== undefined && !licence)
    throw Response.json({ message: messages.notFound }, { status: 404 });
  const values = Object.fromEntries(
    Object.entries(licence ?? {}).map(([name, value]) => [
      name,
      value === null ? "" : String(value),
    ]),
  );
  return {
    ref,
    values,
    companyName: company.companyName,
    constraints: constraintsOf(LicenceForm),
    isNew: !licence,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { pageContext, companyId, ref, licenceId } = await requireLicence(args);
  const form = await readForm(args.request, LicencePage);
  if (!form.value) return form.refused();
  const { version, ...value } = form.value;
  const query = { companyId };
  const { reply, refused } = await form.submit(() =>
    licenceId === undefined
      ? pageContext.api.call(addLicence, { query, body: value })
      : pageContext.api.call(updateLicence, { query, body: { licenceId, ...value, version } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(companyPath(ref));
}

export default function CompanyLicence() {
  const { ref, values, companyName, constraints, isNew } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = companyPath(ref);
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Companies", to: companiesPath },
          { label: companyName, to: path },
        ]}
        title={isNew ? "Add licence" : "Change licence"}
        lead={licenceTexts.lead}
      />
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, values, ...result?.fields }} keep>
        {isNew ? null : <VersionField />}
        <TwoColumns>
          <TextField name="name" label="Licence" hint={licenceTexts.name} />
          <TextField name="number" label="Number" spellCheck={false} />
          <DateField name="validFrom" label="Valid from" />
          <DateField name="validTo" label="Valid to" />
          <NumberField name="stores" label="Stores" hint={licenceTexts.stores} />
        </TwoColumns>
        <FormActions>
          <Button variant="primary">{isNew ? "Add licence" : "Save licence"}</Button>
          <ButtonLink to={path}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
