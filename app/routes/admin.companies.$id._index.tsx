import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCompany } from "~/features/companies/company.server";
import {
  CompanyAdmins,
  CompanyLicences,
  CompanySections,
} from "~/features/companies/company-detail";
import { loadCompanyDetail } from "~/features/companies/company-detail.server";
import { CompanyFiles } from "~/features/companies/company-files";
import { loadCompanyFiles, saveCompanyFiles } from "~/features/companies/company-files.server";
import {
  chooseCompanyPath,
  companiesPath,
  companyEditPath,
  companyPath,
  companySignInPath,
} from "~/features/companies/paths";
import { adminPath } from "~/features/dashboard/paths";
import { useHistory } from "~/lib/audit/history";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Company: ${data.detail.name}` : "Company"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  const [detail, files] = await Promise.all([
    loadCompanyDetail(args, pageContext, companyId),
    loadCompanyFiles(args, pageContext, companyId),
  ]);
  return { ref, detail, files };
}

/** Saves the form of the icon or that of the contracts. */
export async function action(args: ActionFunctionArgs) {
  const { pageContext, companyId, ref } = await requireCompany(args);
  const saved = await saveCompanyFiles(args, pageContext, companyId);
  if (saved?.refused) return saved.refused;
  if (saved) args.context.session.flash("success", saved.reply.message);
  return redirect(companyPath(ref));
}

export default function CompanyPage() {
  const { ref, detail, files } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = companyPath(ref);
  const active = detail.status === "active";
  return (
    <>
      <PageHead
        crumbs={[{ label: "Companies", to: companiesPath }]}
        title={detail.name}
        lead={<Pill tone={active ? "ok" : "idle"}>{active ? "Active" : "Inactive"}</Pill>}
        history={useHistory("company", ref)}
        more={
          <>
            <ConfirmLink {...detail.turn} of={detail.name} variant={active ? "danger" : "plain"} />
            <ButtonLink to={companySignInPath(ref)}>Sign-in settings</ButtonLink>
          </>
        }
        actions={
          <>
            {active ? (
              <PostForm action={chooseCompanyPath}>
                <input type="hidden" name="returnTo" value={adminPath} />
                <Button name="company" value={ref}>
                  Open company
                </Button>
              </PostForm>
            ) : null}
            <ButtonLink to={companyEditPath(ref)} variant="primary">
              Edit company
            </ButtonLink>
          </>
        }
      />
      <Failure failure={result?.failure} />
      <CompanySections facts={detail.facts} path={path} />
      <CompanyLicences licences={detail.licences} path={path} />
      <CompanyAdmins admins={detail.admins} />
      <CompanyFiles {...files} result={result} />
    </>
  );
}
