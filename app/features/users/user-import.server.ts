import { userImport } from "#contract/imports/endpoints";
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
};
