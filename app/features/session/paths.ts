export const accountPath = "/admin/account";
export const storeAccountPath = "/store-manager/account";
export const signInLinkPath = "/sign-in-link";
/** Signs people in with their account at their company. */
export const companyAccountPath = "/company-sign-in";
/** The second step of a sign-in. */
export const secondStepPath = "/second-step";
/** A person's own two-step sign-in, also for those who must set it up by their company's rule. */
export const twoStepsPath = "/two-steps";
/** The data held about a person, for that person. */
export const myDataPath = "/my-data";
export const myDataDownloadPath = `${myDataPath}/download`;
export const tempTokenPath = (token: string) => `/validate-temp-token/${encodeURIComponent(token)}`;
