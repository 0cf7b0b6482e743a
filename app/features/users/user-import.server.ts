import type { LoaderFunctionArgs } from "@remix-run/node";
import { userImport } from "#contract/imports/endpoints";
import { requireArea } from "~/lib/guard.server";
import { usersImportPath, usersPath } from "./paths";
import { userImportTexts } from "./texts";

/** The pages of the users' CSV: of a company's users. */
export const userImportPages = {
  ...userImport,
  words: {
    path: usersImportPath,
    one: "user",
    many: "users",
    list: { label: "Users", to: usersPath },
    addsOnly: userImportTexts.addsOnly,
  },
  guard: (args: LoaderFunctionArgs) => requireArea(args, "USER_MGMT"),
};
