import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { sampled } from "../support/drawn-cases.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { allEndpoints } from "./all-endpoints.ts";
import { sampleInput } from "./sample-input.ts";

/** Names nothing that exists. */
const unknownId = 987_654_321;

describe("Over a socket", () => {
  let at: TestPlatform;
  let people: (string | undefined)[];

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    const { staff } = await makeProvider(at.database);
    const { users } = await makeCompany(at.database);
    people = [undefined, staff.Fever_Super_Admin_Major, users.admin];
  });
  afterAll(() => at.close());

  /** Reduces an answer to what is the same each time. */
  const outcome = async (response: Response) => {
    const isJson = response.headers.get("Content-Type")?.includes("json");
    const { requestId: _, ...problem } = isJson
      ? ((await response.json()) as { requestId?: string })
      : { text: await response.text() };
    return { status: response.status, type: response.headers.get("Content-Type"), problem };
  };

  /**
   * The same refused call with its body sized, chunked, empty and left out; made anew each time,
   * since a request is read once.
   */
  const waysOf = (
    url: string,
    endpoint: Endpoint,
    headers: Record<string, string>,
    text: string | undefined,
  ) => {
    const method = endpoint.method.toUpperCase();
    const json = { ...headers, "Content-Type": "application/json" };
    return {
      "without a body": () => new Request(url, { method, headers }),
      ...(text !== undefined && {
        sized: () =>
          new Request(url, {
            method,
            headers: { ...json, "Content-Length": String(Buffer.byteLength(text)) },
            body: text,
          }),
        chunked: () =>
          new Request(url, {
            method,
            headers: json,
            body: new Blob([text]).stream(),
            duplex: "half",
          } as RequestInit),
        empty: () => new Request(url, { method, headers: json, body: "" }),
      }),
    };
  };

  test.each(sampled([...allEndpoints]))(
    "%s answers as it does in process [WIRE-1]",
    async (_, endpoint) => {
      const { params = {}, query = {}, body } = sampleInput(endpoint, { id: () => unknownId });
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        String((params as Record<string, unknown>)[name]),
      );
      const searchParams = new URLSearchParams(
        Object.entries({ ...query, made_up: "1" }).map(([name, value]) => [name, String(value)]),
      );
      for (const person of people) {
        const headers: Record<string, string> =
          person === undefined ? {} : { Authorization: `Bearer ${await at.tokenOf(person)}` };
        for (const [way, request] of Object.entries(
          waysOf(
            `http://platform/api${path}?${searchParams}`,
            endpoint,
            headers,
            body ? JSON.stringify(body) : undefined,
          ),
        )) {
          const inProcess = await outcome(
            await at.platform.fetch(request(), { address: "127.0.0.1" }),
          );
          expect(await outcome(await at.send(request())), `${way} as ${person}`).toEqual(inProcess);
          expect(inProcess.status).toBeLessThan(500);
        }
      }
    },
  );
});
