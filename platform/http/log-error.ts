import { DrizzleQueryError } from "drizzle-orm";

/**
 * Converts an error and its causes for the log, without a query's parameters: password hashes,
 * tokens' hashes and people's data are among them, and drizzle puts them in message, stack and a
 * property; PostgreSQL puts rows in `detail`, which is left out as well.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = messageOf(error);
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: errorForLog(error.cause) };
  const errors = error instanceof AggregateError ? { errors: error.errors.map(errorForLog) } : {};
  const stack = message === error.message ? error.stack : framesOf(error);
  return { type: error.constructor.name, message, ...code, stack, ...cause, ...errors };
}

function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  const isDataException =
    "code" in error && typeof error.code === "string" && error.code.startsWith("22");
  // PostgreSQL quotes the value that it could not read
  return isDataException ? error.message.replace(/".*"/s, "(a value)") : error.message;
}

/** Gives the stack after the message; the message may contain lines of any kind. */
function framesOf({ stack = "", message }: Error): string {
  const begins = stack.indexOf(message);
  return begins < 0 ? "" : stack.slice(begins + message.length).trimStart();
}

/** For every pino of ours: both names under which errors are logged. */
export const logSerializers = { err: errorForLog, error: errorForLog };
