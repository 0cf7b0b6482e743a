import type { FieldError, Problem } from "#contract/base/errors";
import { messages } from "#contract/base/messages";

/** An expected refusal, with the message for the person. Anything else that is thrown is a 500. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 422 | 429 | 503,
    message: string,
    readonly errors?: FieldError[],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/**
 * 422 for a form that others saved since it was loaded: what changed, by field, and the version
 * that saves it all the same.
 */
export class OutdatedForm extends Refusal {
  constructor(
    readonly version: number,
    errors: FieldError[],
  ) {
    super(422, errors[0]?.message ?? "", errors);
  }
}

/**
 * 422 for a booking that there is no room for: the hours that are full, times that have
 * room, and plays that could make way.
 */
export class BookingRefusal extends Refusal {
  constructor(
    readonly booking: Pick<Problem, "full" | "offers" | "preemptible">,
    errors: FieldError[],
  ) {
    super(422, errors[0]?.message ?? "", errors);
  }
}

export const notFound = () => new Refusal(404, messages.notFound);
/** Refuses calls that need the provider company, on a server that has none yet (SET-1). */
export const notSetUp = () => new Refusal(503, messages.notSetUp);
export const forbidden = (message: string = messages.notAllowed) => new Refusal(403, message);

/** 422 on fields, by the path of the input. */
export const invalid = (errors: Readonly<Record<string, string>>) => {
  const list = Object.entries(errors).map(([field, message]) => ({ field, message }));
  return new Refusal(422, list[0]?.message ?? "", list);
};
