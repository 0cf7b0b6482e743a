import { ApiRefusal } from "~/lib/api/refusals.server";

/** Reads the token of a mailed link from the page's address; "" if it is missing. */
export const tokenOf = (request: Request) =>
  new URL(request.url).searchParams.get("token")?.trim() ?? "";

/**
 * True if the platform refused the token itself. The page then says what to do, instead of showing
 * a form that cannot succeed.
 */
export const isTokenRefused = (error: unknown) =>
  error instanceof ApiRefusal &&
  error.problem.errors?.some(({ field }) => field === "token") === true;
