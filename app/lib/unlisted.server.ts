/** Keeps search engines away from what a public link shows, because it is meant for one reader. */
export const unlisted = { "X-Robots-Tag": "noindex, nofollow, noarchive" };

/** The same for a file that is passed on. */
export function withoutListing(response: Response): Response {
  for (const [name, value] of Object.entries(unlisted)) response.headers.set(name, value);
  return response;
}
