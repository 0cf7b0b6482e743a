export const accountPath = "/admin/account";
export const storeAccountPath = "/store-manager/account";
export const signInLinkPath = "/sign-in-link";
/** Where people sign in with the account that they have at their company. */
export const companyAccountPath = "/company-sign-in";
/** The second step of a sign-in. */
export const secondStepPath = "/second-step";
/** A person's own two-step sign-in; also where a company's rule leads those without. */
export const twoStepsPath = "/two-steps";
/** What is held about a person, for that person. */
export const myDataPath = "/my-data";
export const myDataDownloadPath = `${myDataPath}/download`;
export const tempTokenPath = (token: string) => `/validate-temp-token/${encodeURIComponent(token)}`;
