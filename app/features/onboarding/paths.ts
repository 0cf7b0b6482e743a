/** The pages where staff decide visitors' requests. */
export const requestsPath = "/admin/requests";
export const requestPath = (ref: string) => `${requestsPath}/${ref}`;
export const approvePath = (ref: string) => `${requestPath(ref)}/approve`;

/** The page where staff write the public pages. */
export const publicSitePath = "/admin/public-site";

/**
 * The pages made for visitors and search engines. The other signed-out pages are for signing in, or
 * for following a link of ours.
 */
export const publicSitePages = [
  "/",
  "/demo",
  "/signup",
  "/self-onboarding",
  "/contact",
  "/privacy",
];
