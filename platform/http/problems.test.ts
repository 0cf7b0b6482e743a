import { DrizzleQueryError } from "drizzle-orm";
import { Hono } from "hono";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { PlatformEnv } from "./context.ts";
import { problemOf } from "./problems.ts";

/** The answer to a request whose query the database refused with a SQLSTATE. */
async function answerTo(code: string) {
  const app = new Hono<PlatformEnv>();
  app.get("/", () => {
    throw new DrizzleQueryError(
      "select 1",
      [],
      Object.assign(new Error("canceling statement"), { code }),
    );
  });
  app.onError((error, c) => problemOf(error, c, pino({ enabled: false })));
  const { status, headers } = await app.request("/");
  return [status, headers.get("Retry-After")];
}

test("what the database gave up for a while is a 503 that says when to come again; a mistake of ours stays a 500 [API-1]", async () => {
  for (const code of ["57014", "53200", "53300", "40P01", "57P01", "57P03", "ECONNREFUSED"])
    expect(await answerTo(code), code).toEqual([503, "5"]);
  expect(await answerTo("53100")).toEqual([503, "60"]);
  for (const code of ["42703", "22P02", "23505"])
    expect(await answerTo(code), code).toEqual([500, null]);
});
