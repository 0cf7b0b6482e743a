import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportUpload } from "~/features/imports/import-upload";
import { uploadCsv } from "~/features/imports/imports.server";
import { userImportPages } from "~/features/users/user-import.server";
import { requireArea } from "~/lib/guard.server";
import { Failure } from "~/ui/frame/failure";

export const meta: MetaFunction = () => [{ title: "Import users · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireArea(args, "USER_MGMT");
  const { words, columns } = userImportPages;
  return { words, columns };
}

export const action = async (args: ActionFunctionArgs) =>
  uploadCsv(args, await requireArea(args, "USER_MGMT"), userImportPages);

export default function ImportUsers() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <Failure failure={result?.failure} />
      <ImportUpload {...data} fields={result?.fields} />
    </>
  );
}
