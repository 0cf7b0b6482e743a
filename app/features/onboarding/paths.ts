/** What visitors ask for, for those who may decide it. */
export const requestsPath = "/admin/requests";
export const requestPath = (ref: string) => `${requestsPath}/${ref}`;
export const approvePath = (ref: string) => `${requestPath(ref)}/approve`;

/** What visitors read, for those who write it. */
export const publicSitePath = "/admin/public-site";
