import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportResult } from "~/features/imports/import-result";
import { loadImport } from "~/features/imports/imports.server";
import { userImportPages } from "~/features/users/user-import.server";
import { requireArea } from "~/lib/guard.server";

export const meta: MetaFunction = () => [{ title: "Import users · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadImport(args, await requireArea(args, "USER_MGMT"), userImportPages);

export default function UsersOfFile() {
  return <ImportResult {...useLoaderData<typeof loader>()} />;
}
