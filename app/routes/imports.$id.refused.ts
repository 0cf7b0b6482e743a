import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireImport } from "~/features/imports/import-sections.server";
import { downloadRefused } from "~/features/imports/imports.server";

/** The refused rows of a file, to be corrected and sent again. */
export const loader = async (args: LoaderFunctionArgs) =>
  downloadRefused(args, ...(await requireImport(args)));
