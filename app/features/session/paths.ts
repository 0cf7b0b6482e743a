export const accountPath = "/admin/account";
export const storeAccountPath = "/store-manager/account";
export const signInLinkPath = "/sign-in-link";
export const tempTokenPath = (token: string) => `/validate-temp-token/${encodeURIComponent(token)}`;
