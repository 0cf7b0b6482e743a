import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportResult } from "~/features/imports/import-result";
import { loadImport } from "~/features/imports/imports.server";
import { userImportPages } from "~/features/users/user-import.server";

export const meta: MetaFunction = () => [{ title: "Import users · Fever In-Store" }];

export const loader = (args: LoaderFunctionArgs) => loadImport(args, userImportPages);

export default function UsersOfFile() {
  return <ImportResult {...useLoaderData<typeof loader>()} />;
}
