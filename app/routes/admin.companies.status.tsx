import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findCompany, setCompanyStatus } from "#contract/companies/endpoints";
import { statusQuestion } from "~/features/companies/status-question";
import { load, requireArea } from "~/lib/guard.server";
import { localPath } from "~/lib/local-path";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Activate or deactivate a company · Fever In-Store" }];

const targetOf = (value: FormDataEntryValue | null): "active" | "inactive" => (value === "active" ? "active" : "inactive");

export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireArea(args, "COMPANIES", { company: false });
  const { searchParams } = new URL(args.request.url);
  const ref = searchParams.get("id") ?? "";
  const { data } = await load(() => api.call(findCompany, { query: { companyId: ids.decrypt("company", ref) } }));
  return { ref, name: data.companyName, target: targetOf(searchParams.get("to")), cancelTo: backTo(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const { api, ids } = await requireArea(args, "COMPANIES", { company: false });
  const form = await args.request.formData();
  const companyId = ids.decrypt("company", String(form.get("id") ?? ""));
  const { message } = await load(() => api.call(setCompanyStatus, { query: { companyId }, body: { status: targetOf(form.get("to")) } }));
  args.context.session.flash("success", message);
  return redirect(backTo(args.request));
}

/** The company's page where the question was asked there, else the list as it was. */
function backTo(request: Request): string {
  const { searchParams } = new URL(request.url);
  const page = searchParams.get("returnTo");
  if (page) return localPath(page, "/admin/companies");
  for (const name of ["id", "to"]) searchParams.delete(name);
  return searchParams.size > 0 ? `/admin/companies?${searchParams}` : "/admin/companies";
}

export default function CompanyStatus() {
  const { ref, name, target, cancelTo } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      {...statusQuestion(target, name)}
      cancelTo={cancelTo}
      hidden={
        <>
          <input type="hidden" name="id" value={ref} />
          <input type="hidden" name="to" value={target} />
        </>
      }
    />
  );
}
