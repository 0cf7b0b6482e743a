/** What visitors ask for, for those who may decide it. */
export const requestsPath = "/admin/requests";
export const requestPath = (ref: string) => `${requestsPath}/${ref}`;
export const approvePath = (ref: string) => `${requestPath(ref)}/approve`;

/** What visitors read, for those who write it. */
export const publicSitePath = "/admin/public-site";

/**
 * The pages that are made for visitors and search engines; people sign in, or follow a link of
 * ours, on the other signed-out pages.
 */
export const publicSitePages = [
  "/",
  "/demo",
  "/signup",
  "/self-onboarding",
  "/contact",
  "/privacy",
];
