import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportUpload } from "~/features/imports/import-upload";
import { uploadCsv } from "~/features/imports/imports.server";
import { storeImportPages } from "~/features/stores/store-import.server";
import { requireArea } from "~/lib/guard.server";
import { Failure } from "~/ui/frame/failure";

export const meta: MetaFunction = () => [{ title: "Import stores · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireArea(args, "STORES");
  const { words, columns } = storeImportPages;
  return { words, columns };
}

export const action = async (args: ActionFunctionArgs) =>
  uploadCsv(args, await requireArea(args, "STORES"), storeImportPages);

export default function ImportStores() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <Failure failure={result?.failure} />
      <ImportUpload {...data} fields={result?.fields} />
    </>
  );
}
