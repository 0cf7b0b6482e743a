import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadRefused } from "~/features/imports/imports.server";
import { userImportPages } from "~/features/users/user-import.server";

/** The refused rows of a file, to be corrected and sent again. */
export const loader = (args: LoaderFunctionArgs) => downloadRefused(args, userImportPages);
