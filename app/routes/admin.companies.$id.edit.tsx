import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  loadCompanyForm,
  requireCompany,
  saveCompanyForm,
} from "~/features/companies/company.server";
import { CompanyForm, SectionTabs } from "~/features/companies/company-form";
import { companiesPath, companyPath } from "~/features/companies/paths";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.companyName ?? "company"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  return { ref, ...(await loadCompanyForm(args, pageContext, companyId)) };
}

export async function action(args: ActionFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  const { reply, refused } = await saveCompanyForm(args, pageContext, companyId);
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(companyPath(ref));
}

export default function EditCompany() {
  const { ref, companyName, form } = useLoaderData<typeof loader>();
  const { constraints, values, section, ...rest } = form;
  const result = useActionData<typeof action>();
  const path = companyPath(ref);
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Companies", to: companiesPath },
          { label: companyName, to: path },
        ]}
        title={`Edit ${companyName}`}
      />
      <SectionTabs path={`${path}/edit`} current={section} byProvider />
      <Failure failure={result?.failure} />
      <CompanyForm
        {...rest}
        section={section}
        companyRef={ref}
        fields={{ constraints, values, ...result?.fields }}
        saveLabel={section === "whole" ? "Save company" : "Save"}
        cancelTo={path}
      />
    </>
  );
}
