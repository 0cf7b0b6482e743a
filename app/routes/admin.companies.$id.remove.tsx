import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCompany } from "~/features/companies/company.server";
import { askRemoval, removeFile } from "~/features/companies/company-files.server";
import { removalQuestion } from "~/features/companies/removal-question";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Remove a file · Fever In-Store" }];

/** A company's icon, or with ?file=… one of its contracts. */
export async function loader(args: LoaderFunctionArgs) {
  const { guarded, companyId, ref } = await requireCompany(args);
  return { ref, ...(await askRemoval(args, guarded, companyId)) };
}

export async function action(args: ActionFunctionArgs) {
  const { guarded, companyId, ref } = await requireCompany(args);
  args.context.session.flash("success", await removeFile(args, guarded, companyId));
  return redirect(`/admin/companies/${ref}`);
}

export default function RemoveFile() {
  const { ref, name } = useLoaderData<typeof loader>();
  return <ConfirmPage {...removalQuestion(name)} cancelTo={`/admin/companies/${ref}`} />;
}
