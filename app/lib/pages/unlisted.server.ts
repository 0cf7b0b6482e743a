/** Keeps search engines away from what a public link shows, because it is meant for one reader. */
export const unlistedHeaders = { "X-Robots-Tag": "noindex, nofollow, noarchive" };

/** Adds these headers to a file that is passed on. */
export function addUnlistedHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(unlistedHeaders)) response.headers.set(name, value);
  return response;
}
