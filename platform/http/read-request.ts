import type { z } from "@hono/zod-openapi";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Refusal } from "../base/refusal.ts";
import { unreadable } from "./problems.ts";

const largestJson = 1024 * 1024;
const tooLarge = () => {
  throw new Refusal(413, "The request is larger than 1 MB.");
};
const limitWhileRead = bodyLimit({ maxSize: largestJson, onError: tooLarge });

/**
 * Limits JSON bodies to 1 MB (LIM-1); files have their own limits. A declared length is compared
 * here, because hono's limit makes @hono/node-server build a stream of the body, which costs a
 * twentieth of the time of a small batch of plays.
 */
export const limitJson: MiddlewareHandler = async (c, next) => {
  const length = c.req.header("content-length");
  const hasDeclaredLength = length !== undefined && c.req.header("transfer-encoding") === undefined;
  if (hasDeclaredLength && Number(length) > largestJson) tooLarge();
  return hasDeclaredLength || c.req.method === "GET" ? next() : limitWhileRead(c, next);
};

/**
 * The country of the language that is wanted most: "GB" for "en-GB,en;q=0.9". Its other parts are
 * of no use, as all texts are English.
 */
export const countryOf = (accepted = "") => /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(accepted)?.[1];

export function orRefuse<T>(read: z.ZodSafeParseResult<T>): T {
  if (!read.success) throw unreadable(read.error);
  return read.data;
}

/** A name that occurs several times is a list. */
export const queryOf = (request: HonoRequest) =>
  Object.fromEntries(
    Object.entries(request.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );

export async function jsonOf(request: HonoRequest): Promise<unknown> {
  const type = request.header("Content-Type") ?? "";
  if (!/^application\/([a-z.-]+\+)?json\s*(;|$)/i.test(type))
    throw new Refusal(415, "Send JSON with Content-Type application/json.");
  try {
    return await request.json();
  } catch {
    throw new Refusal(400, "The request could not be read: its JSON is incomplete or invalid.");
  }
}
