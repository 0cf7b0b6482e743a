export const tokensPath = "/admin/tokens";
export const tokenAddPath = `${tokensPath}/add`;
export const apiReferencePath = "/admin/api-reference";
export const tokenPath = (ref: string) => `${tokensPath}/${ref}`;
