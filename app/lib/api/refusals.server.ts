import type { Problem } from "#contract/base/errors";

/**
 * A refusal of the platform that a page can handle: 422 and 429 in forms and downloads, 404. All
 * others are handled here (spec section 8).
 */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** The platform did not answer or failed (500 and above), which the error modal shows. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly requestId: string | undefined,
  ) {
    super(message);
  }
}

/**
 * Gives null if a public link no longer leads anywhere, or if its token could never be one
 * (422).
 */
export function nullIfGone(error: unknown): null {
  if (error instanceof ApiRefusal && (error.status === 404 || error.status === 422)) return null;
  throw error;
}

/**
 * Turns an ApiFailure or ApiRefusal that a loader does not handle into the error page with the
 * spec's words.
 */
export function toPageError(error: unknown): unknown {
  if (error instanceof ApiFailure)
    return Response.json(
      { message: error.message, requestId: error.requestId },
      { status: error.status },
    );
  if (error instanceof ApiRefusal)
    return Response.json({ message: error.message }, { status: error.status });
  return error;
}
