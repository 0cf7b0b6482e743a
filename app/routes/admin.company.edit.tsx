import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadCompanyForm, saveCompanyForm } from "~/features/companies/company.server";
import { CompanyFacts } from "~/features/companies/company-facts";
import { CompanyFiles } from "~/features/companies/company-files";
import { loadCompanyFiles, saveCompanyFiles } from "~/features/companies/company-files.server";
import { CompanyForm, SectionTabs } from "~/features/companies/company-form";
import { ownCompanyPath as here, ownSignInPath } from "~/features/companies/paths";
import { companyFormTexts } from "~/features/companies/texts";
import { storeAddPath } from "~/features/stores/paths";
import { tokensPath } from "~/features/tokens/paths";
import { requireArea } from "~/lib/session/guard.server";
import { homePath } from "~/lib/session/home";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Steps } from "~/ui/steps";

export const meta: MetaFunction = () => [{ title: "Company · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "COMPANIESEDIT");
  const { user } = pageContext;
  const onboarding = homePath(user) === here;
  // the people whom the platform lets change it; others own only a part of the company
  const mayChange = user.userLevel === null || user.userLevel === "national";
  const { form } = await loadCompanyForm(args, pageContext);
  return {
    form,
    onboarding,
    mayChange,
    files: mayChange && !onboarding ? await loadCompanyFiles(args, pageContext) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "COMPANIESEDIT");
  const files = await saveCompanyFiles(args, pageContext);
  if (files?.refused) return files.refused;
  const { reply, refused } = files ?? (await saveCompanyForm(args, pageContext));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  if (homePath(pageContext.user) === here && !files) return redirect(storeAddPath);
  return redirect(
    withMembers(here, { section: new URL(args.request.url).searchParams.get("section") }),
  );
}

export default function EditCompany() {
  const { form, onboarding, mayChange, files } = useLoaderData<typeof loader>();
  const { constraints, values, section, ...rest } = form;
  const result = useActionData<typeof action>();
  if (!mayChange)
    return (
      <>
        <PageHead
          title="Company"
          lead={companyFormTexts.readOnlyLead}
          actions={<ButtonLink to={tokensPath}>API tokens</ButtonLink>}
        />
        <Panel>
          <CompanyFacts values={values} />
        </Panel>
      </>
    );
  const currentSection = onboarding ? "whole" : section;
  const ofForm = result?.form.startsWith("form") ? result.fields : undefined;
  return (
    <>
      <PageHead
        title={onboarding ? companyFormTexts.firstTitle : "Company"}
        lead={onboarding ? companyFormTexts.firstLead : companyFormTexts.ownLead}
        actions={
          onboarding ? null : (
            <>
              <ButtonLink to={tokensPath}>API tokens</ButtonLink>
              <ButtonLink to={ownSignInPath}>Sign-in</ButtonLink>
            </>
          )
        }
      />
      {onboarding ? (
        <Steps current={0} steps={[{ label: "Company" }, { label: "First store" }]} />
      ) : null}
      {onboarding ? null : <SectionTabs path={here} current={currentSection} byProvider={false} />}
      <Failure failure={result?.failure} />
      <CompanyForm
        {...rest}
        section={currentSection}
        fields={{ constraints, values, ...ofForm }}
        saveLabel={
          onboarding ? "Save and continue" : currentSection === "whole" ? "Save company" : "Save"
        }
      />
      {files && currentSection === "whole" ? (
        <div className="mt-6">
          <CompanyFiles {...files} result={result} />
        </div>
      ) : null}
    </>
  );
}
