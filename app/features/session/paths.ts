export const accountPath = "/admin/account";
export const tempTokenPath = (token: string) => `/validate-temp-token/${encodeURIComponent(token)}`;
