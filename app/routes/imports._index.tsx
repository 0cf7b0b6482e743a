import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireImport } from "~/features/imports/import-sections.server";
import { ImportUpload, importTitle } from "~/features/imports/import-upload";
import { uploadCsv } from "~/features/imports/imports.server";
import { Failure } from "~/ui/frame/failure";

export const meta: MetaFunction<typeof loader> = ({ data }) => importTitle(data?.words);

export async function loader(args: LoaderFunctionArgs) {
  const [, { words, columns }] = await requireImport(args);
  return { words, columns };
}

export const action = async (args: ActionFunctionArgs) =>
  uploadCsv(args, ...(await requireImport(args)));

export default function ImportPage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <Failure failure={result?.failure} />
      <ImportUpload {...data} fields={result?.fields} />
    </>
  );
}
