import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform } from "../support/platform.ts";
import { allEndpoints } from "../sweeps/all-endpoints.ts";

type Platform = Awaited<ReturnType<typeof openTestPlatform>>;

/**
 * Matches what zod says where a schema has no words of its own, and what parsers and drivers say.
 */
const library =
  /\bexpected\b|\breceived \w|^Invalid (input|option|string|number|key|value|discriminator|UUID|ISO|date|URL)|^Too (big|small)|Unrecognized key|\bundefined\b|\bNaN\b|Zod|JSON at|Unexpected (token|end)|violates|syntax for type/;

describe("what a refusal says", () => {
  let platform: Platform;
  let callers: string[];
  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const provider = await makeProvider(platform.database);
    const { users } = await makeCompany(platform.database);
    callers = [users.admin, provider.staff.Fever_Super_Admin_Ops];
  });
  afterAll(() => platform?.close());

  /**
   * Sends bodies and queries to every endpoint, as each caller; gives what was said by libraries,
   * and how many refusals named a field.
   */
  const sendAll = async (inputOf: (schema: z.ZodType | undefined) => object) => {
    const libraryTexts: string[] = [];
    let fieldRefusals = 0;
    for (const [name, endpoint] of allEndpoints) {
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, "1"]),
      );
      for (const caller of callers) {
        const input = {
          params,
          ...(endpoint.query && { query: inputOf(endpoint.query) }),
          ...(endpoint.body && { body: inputOf(endpoint.body) }),
        };
        if (endpoint.upload || endpoint.path.startsWith("/auth/signout")) continue;
        const reply = await platform
          .as(caller)
          .call(endpoint, input)
          .reply.catch((error: unknown) => {
            // a file, which is no JSON
            if (endpoint.stream && error instanceof SyntaxError) return undefined;
            throw error;
          });
        if (!reply || reply.status < 400) continue;
        const { status, body } = reply;
        const words = [body.message, ...(body.errors ?? []).map(({ message }) => message)];
        if (body.errors) fieldRefusals++;
        libraryTexts.push(
          ...words
            .filter(
              (text) => status >= 500 || library.test(text.replace(/^Choose one of these: .*/, "")),
            )
            .map((text) => `${name} ${status}: ${text}`),
        );
      }
    }
    return { libraryTexts: [...new Set(libraryTexts)], fieldRefusals };
  };

  it("is in our own words to every call with nothing in it [API-1] [WIRE-1]", async () => {
    const { libraryTexts, fieldRefusals } = await sendAll(() => ({}));
    expect(libraryTexts).toEqual([]);
    expect(fieldRefusals).toBeGreaterThan(50);
  });

  it("is in our own words where every field of a body has the wrong type [API-1]", async () => {
    const shapeOf = (schema: z.ZodType | undefined) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const { libraryTexts } = await sendAll((schema) =>
      Object.fromEntries(shapeOf(schema).map((field) => [field, [{ no: "such thing" }]])),
    );
    expect(libraryTexts).toEqual([]);
  });
});
