import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { askRemoval, removeFile } from "~/features/companies/company-files.server";
import { removalQuestion } from "~/features/companies/removal-question";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Remove a file · Fever In-Store" }];

/** The own company's icon, or with ?file=… one of its contracts. */
export async function loader(args: LoaderFunctionArgs) {
  return askRemoval(args, await requireArea(args, "COMPANIESEDIT"));
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "COMPANIESEDIT");
  args.context.session.flash("success", await removeFile(args, guarded));
  return redirect("/admin/company/edit");
}

export default function RemoveFile() {
  const { name } = useLoaderData<typeof loader>();
  return <ConfirmPage {...removalQuestion(name)} cancelTo="/admin/company/edit" />;
}
