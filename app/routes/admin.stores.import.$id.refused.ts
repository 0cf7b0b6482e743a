import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadRefused } from "~/features/imports/imports.server";
import { storeImportPages } from "~/features/stores/store-import.server";
import { requireArea } from "~/lib/guard.server";

/** The refused rows of a file, to be corrected and sent again. */
export const loader = async (args: LoaderFunctionArgs) =>
  downloadRefused(args, await requireArea(args, "STORES"), storeImportPages);
