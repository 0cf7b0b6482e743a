import type { Context } from "hono";
import type { Logger } from "pino";
import type { ZodError } from "zod";
import type { Problem } from "#contract/base/errors";
import { messages } from "#contract/base/messages";
import { BookingRefusal, OutdatedForm, Refusal } from "../base/refusal.ts";
import {
  constraintOf,
  isDiskFull,
  isLocked,
  isOverloaded,
  isUnfitValue,
  isUnreachable,
  isWithoutConnection,
} from "../db/constraint-error.ts";
import { isDiskError } from "../files/disk-room.ts";
import { refusalOfConstraint } from "./constraints.ts";
import type { PlatformEnv } from "./context.ts";

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Session in conflict",
  413: "Too large",
  415: "Unsupported media type",
  416: "Range not satisfiable",
  422: "Input refused",
  429: "Too many requests",
  500: "Internal error",
  503: "Not available",
};

/**
 * Answers every error as a problem document (RFC 9457). An error that is not a Refusal is our
 * fault: logged with its cause, answered as a 500 without it. A value that the database refused
 * instead of a schema is logged too.
 */
export function problemOf(error: Error, c: Context<PlatformEnv>, logger: Logger): Response {
  const { requestId = "" } = c.get("request") ?? {};
  const refusal = refusalOf(error);
  if (!refusal || refusal.status === 503 || isUnfitValue(error) || lacksValue(error))
    logger.error({ err: error, requestId, method: c.req.method, path: c.req.path }, "api failed");
  const status = refusal?.status ?? 500;
  const problem: Problem = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    message: refusal?.message ?? messages.serverError,
    requestId,
    ...(refusal?.errors && { errors: refusal.errors }),
    ...(refusal instanceof OutdatedForm && { version: refusal.version }),
    ...(refusal instanceof BookingRefusal && refusal.booking),
  };
  return Response.json(problem, {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "X-Request-Id": requestId,
      ...refusal?.headers,
    },
  });
}

const locked = "Another change to the same data is still running. Try again in a minute.";

function refusalOf(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isBrokenOff(error))
    return new Refusal(400, "The request could not be read: it was interrupted.");
  if (isDiskError(error) || isDiskFull(error))
    return new Refusal(503, messages.serverError, undefined, { "Retry-After": "60" });
  if (isUnreachable(error) || isOverloaded(error))
    return new Refusal(503, messages.serverError, undefined, { "Retry-After": "5" });
  if (isLocked(error)) return new Refusal(429, locked, undefined, { "Retry-After": "10" });
  if (isWithoutConnection(error))
    return new Refusal(429, "The server is busy. Try again in a minute.", undefined, {
      "Retry-After": "10",
    });
  if (isUnfitValue(error)) return new Refusal(422, unfit);
  return refusalOfConstraint(error);
}

const unfit =
  "A value is too long or too large, or has characters that we cannot store. Check your entries, then try again.";

const lacksValue = (error: Error) => constraintOf(error)?.code === "23502";

/** True for the error that Node throws while reading the body of a client that disconnected. */
const isBrokenOff = (error: Error) =>
  error.message === "aborted" && "code" in error && error.code === "ECONNRESET";

/**
 * The most fields that an answer names: a caller who sends more unknown ones is not filling in a
 * form.
 */
const mostErrors = 100;

/** Turns the issues of a schema into a 422 that names each field once. */
export function unreadable({ issues }: Pick<ZodError, "issues">): Refusal {
  const errors = new Map<string, string>();
  const add = (path: PropertyKey[], message: string) => {
    const field = path.map(String).join(".");
    if (errors.size < mostErrors && !errors.has(field)) errors.set(field, message);
  };
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") add(issue.path, issue.message);
    else
      for (const key of issue.keys.slice(0, mostErrors))
        add([...issue.path, key], "This field is not known.");
  }
  const list = [...errors].map(([field, message]) => ({ field, message }));
  return new Refusal(422, list[0]?.message ?? titles[422] ?? "", list);
}
