import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { Problem } from "#contract/base/errors";
import { findCompany } from "#contract/companies/endpoints";
import { setStoreStatus } from "#contract/stores/bulk-change";
import { addStore, listStores } from "#contract/stores/endpoints";
import { findUser } from "#contract/users/endpoints";
import { logSerializers } from "#platform/http/log-error";
import { refusalsOf } from "#platform/http/openapi";
import { strictPath } from "#platform/http/route-path";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine, bothEngines } from "../support/database.ts";
import { openTestPlatform, password, type TestPlatform } from "../support/platform.ts";
import { allEndpoints } from "../sweeps/all-endpoints.ts";

const sharedKey = "the key that web and platform share, for tests";
const endpoints = [...allEndpoints.values()];

describe.each(bothEngines)("The HTTP layer on %s", (engine) => {
  /** Runs tests of what comes before the database on one engine only. */
  const testOnce = test.runIf(engine === anyEngine);
  let at: TestPlatform;
  let company: TestCompany;
  let token: string;
  const log: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const logger = pino(
      { level: "debug", serializers: logSerializers },
      { write: (line: string) => void log.push(JSON.parse(line)) },
    );
    at = await openTestPlatform(engine, { logger, sharedKey });
    company = await makeCompany(at.database);
    token = await at.tokenOf(company.users.admin);
  });
  beforeEach(() => void log.splice(0));
  afterAll(() => at.close());

  const send = (
    path: string,
    { method = "POST", headers = {}, body, signedIn = true }: RequestOptions = {},
  ) =>
    at.send(
      new Request(`http://platform/api${path}`, {
        method,
        headers: { ...(signedIn && { Authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body, duplex: "half" }),
      } as RequestInit),
    );
  type RequestOptions = {
    method?: string;
    headers?: Record<string, string>;
    body?: string | ReadableStream;
    signedIn?: boolean;
  };
  const json = { "Content-Type": "application/json" };
  const problem = async (response: Response) => {
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    const document = Problem.strict().parse(await response.json());
    expect(document.status).toBe(response.status);
    expect(document.requestId).toBe(response.headers.get("X-Request-Id"));
    expect(document.message).not.toBe("");
    return document;
  };

  describe.runIf(engine === anyEngine)("input", () => {
    test("unknown members are 422 and each is named, in body, nested body and query [API-1]", async () => {
      const reply = await at.as(company.users.admin).setStoreStatus({
        body: { status: "active", matching: { searching: "x", __proto__: 1 }, extra: 1, more: 2 },
      }).reply;
      expect(reply.status).toBe(422);
      expect(reply.body.errors).toEqual([
        { field: "matching.searching", message: "This field is not known." },
        { field: "extra", message: "This field is not known." },
        { field: "more", message: "This field is not known." },
      ]);
      expect(
        await at.as(company.users.admin).storeCounts({ query: { company: 1 } }).wrongFields,
      ).toEqual(["company"]);
    });

    test("a name such as __proto__ or constructor is an unknown member like any other", async () => {
      for (const name of ["__proto__", "constructor", "toString"]) {
        const response = await send(setStoreStatus.path, {
          method: "PATCH",
          headers: json,
          body: `{"status":"active","ids":[1],"${name}":{"status":"x"}}`,
        });
        expect([422, 404]).toContain(response.status);
        await problem(response);
      }
      expect(({} as { status?: string }).status).toBeUndefined();
    });

    test("cut or wrong JSON is 400, an unknown id 404 [API-1]", async () => {
      for (const body of ['{"status":', "", "[", "status=active", '{"a":1}}', "\0"]) {
        const response = await send(setStoreStatus.path, { method: "PATCH", headers: json, body });
        expect(response.status, body).toBe(400);
        await problem(response);
      }
      expect(await at.as(company.users.admin).findStore({ query: { id: 999_999 } }).status).toBe(
        404,
      );
    });

    test("JSON of another shape is 422, not 500 [API-1]", async () => {
      for (const body of [
        "null",
        "[]",
        "1",
        '"x"',
        "true",
        "{}",
        '{"status":{}}',
        '{"status":"active","ids":{"0":1}}',
        `{"ids":${"[".repeat(500)}${"]".repeat(500)}}`,
      ]) {
        const response = await send(setStoreStatus.path, { method: "PATCH", headers: json, body });
        expect(response.status, body.slice(0, 60)).toBe(422);
        await problem(response);
      }
    });

    test("of tens of thousands of unknown members a hundred are named", async () => {
      const body = JSON.stringify(
        Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`k${n}`, 1])),
      );
      const response = await send("/auth/signin", { headers: json, body, signedIn: false });
      expect(response.status).toBe(422);
      expect((await problem(response)).errors?.length).toBeLessThanOrEqual(100);
    });

    test("any other media type is 415", async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
      ]) {
        const response = await send(addStore.path, {
          headers: { "Content-Type": type },
          body: '{"storeCode":"x"}',
        });
        expect(response.status, type).toBe(415);
        await problem(response);
      }
      const charset = await send(addStore.path, {
        headers: { "Content-Type": "application/json; charset=utf-8" },
        body: "{}",
      });
      expect(charset.status).toBe(422);
    });

    test("more than 1 MB is 413, said before it is read and when it was not said", async () => {
      const big = JSON.stringify({ storeCode: "x".repeat(1024 * 1024) });
      const streamed = () => {
        // 190 MB, more than the server reads of what it refuses; fetch would hold an endless body
        // once its connection is cut
        let chunksLeft = 3_000;
        return new ReadableStream({
          async pull(controller) {
            await setImmediate();
            if (chunksLeft-- > 0) controller.enqueue(new Uint8Array(64 * 1024).fill(32));
            else controller.close();
          },
        });
      };
      for (const response of [
        await send(addStore.path, {
          headers: { ...json, "Content-Length": String(big.length) },
          body: big,
        }),
        await send(addStore.path, { headers: json, body: big }),
        await send(addStore.path, { headers: json, body: streamed() }),
        await send("/auth/signin", { headers: json, body: streamed(), signedIn: false }),
      ]) {
        expect(response.status).toBe(413);
        expect((await problem(response)).message).toBe("The request is larger than 1 MB.");
      }
      const fits = JSON.stringify({
        username: "a",
        password: "b",
        x: "x".repeat(1024 * 1024 - 200),
      });
      expect(
        (await send("/auth/signin", { headers: json, body: fits, signedIn: false })).status,
      ).toBe(422);
    });

    test("strange query strings are 422 or ignored, never 500 [API-1]", async () => {
      for (const query of [
        "search=%00",
        "search=%ff%fe",
        "search=%E0%A4%A",
        "search=a&search=b",
        "limit=1e2",
        "limit=%20",
        "regionId=0x10",
        "cursor=%00",
        "cursor[]=x",
        "__proto__=x",
        "&&=&",
        "companyId=9007199254740993",
        "zoneId=99999999999999",
      ]) {
        const response = await send(`${listStores.path}?${query}`, { method: "GET" });
        expect(response.status, query).toBeLessThan(500);
        if (response.status >= 400) await problem(response);
      }
    });
  });

  describe("problem documents", () => {
    test("stand for every error there is, with the request's id [API-1]", async () => {
      const wrong = "x".repeat(20);
      const cases: [number, Response][] = [
        [400, await send(addStore.path, { headers: json, body: "{" })],
        [401, await send(listStores.path, { method: "GET", signedIn: false })],
        [
          401,
          await send("/auth/signin", {
            headers: json,
            body: JSON.stringify({ username: wrong, password: wrong }),
            signedIn: false,
          }),
        ],
        [403, await send(`${listStores.path}?companyId=999999`, { method: "GET" })],
        [404, await send("/no/such/call", { method: "GET" })],
        [404, await send(listStores.path, { method: "DELETE" })],
        [415, await send(addStore.path, { body: "x", headers: { "Content-Type": "text/plain" } })],
        [422, await send(addStore.path, { headers: json, body: "{}" })],
      ];
      for (const [status, response] of cases) {
        expect(response.status).toBe(status);
        await problem(response);
      }
    });

    test("a defect of ours is 500, and its cause is in the log alone, under the same id", async () => {
      await at.database.db.execute(sql`alter table store_hours rename to store_hours_away`);
      const response = await send(listStores.path, { method: "GET" });
      await at.database.db.execute(sql`alter table store_hours_away rename to store_hours`);
      const document = await problem(response);
      expect(document).toMatchObject({
        status: 500,
        title: "Internal error",
        message: "Something went wrong.Our technical team will fix it soon.",
      });
      expect(JSON.stringify(document)).not.toMatch(/store_hours|select|relation/i);
      const entry = log.find(({ msg }) => msg === "api failed");
      expect(entry).toMatchObject({ requestId: document.requestId, path: "/api/store", level: 50 });
      expect(JSON.stringify(entry?.err)).toContain("store_hours");
    });
  });

  describe("request ids and the log", () => {
    test("each request has an id of its own, in header, error and log", async () => {
      const one = await send(listStores.path, { method: "GET" });
      const two = await send("/nothing", { method: "GET" });
      const ids = [one.headers.get("X-Request-Id"), two.headers.get("X-Request-Id")];
      expect(new Set(ids).size).toBe(2);
      expect((await problem(two)).requestId).toBe(ids[1]);
      expect(log.filter(({ msg }) => msg === "api").map(({ requestId }) => requestId)).toEqual(ids);
      expect(log[0]).toMatchObject({ method: "GET", path: "/api/store", status: 200 });
    });

    test("an id and an address from outside are believed beside the shared key alone", async () => {
      const idOfTheWeb = "8a1f6a4e-3f6d-4c0e-9a51-6f5b1b3f0a11";
      const outsideHeaders = { "X-Request-Id": idOfTheWeb, "X-Client-Address": "203.0.113.7" };
      const id = async (headers: Record<string, string>) =>
        (await send("/health", { method: "GET", headers, signedIn: false })).headers.get(
          "X-Request-Id",
        );
      expect(await id({ ...outsideHeaders, "X-Platform-Key": sharedKey })).toBe(idOfTheWeb);
      for (const headers of [
        outsideHeaders,
        { ...outsideHeaders, "X-Platform-Key": "" },
        { ...outsideHeaders, "X-Platform-Key": `${sharedKey}x` },
      ])
        expect(await id(headers as Record<string, string>)).not.toBe(idOfTheWeb);
      const malformed = await id({ "X-Request-Id": "1", "X-Platform-Key": sharedKey });
      expect(malformed, "an id that no audit row could have").toMatch(/^[\da-f-]{36}$/);
      const status = async (headers: Record<string, string>) =>
        (
          await send("/auth/signin", {
            headers: { ...json, ...headers },
            body: '{"username":"nobody.here","password":"x"}',
            signedIn: false,
          })
        ).status;
      for (let attempt = 0; attempt < 5; attempt++)
        await status({ "X-Client-Address": `198.51.100.${attempt}` });
      const { rows } = await at.database.pool.query<{ key: string }>(
        "select key from rate_limit where key like 'signin address 198.51.100%'",
      );
      expect(rows).toEqual([]);
    });

    test("the log has no token, no password and no query, whatever goes right or wrong", async () => {
      const signIn = (typedPassword: string) =>
        send("/auth/signin", {
          headers: json,
          body: JSON.stringify({ username: company.users.admin, password: typedPassword }),
          signedIn: false,
        });
      const { data } = (await (await signIn(password)).json()) as {
        data: { accessToken: string; refreshToken: string };
      };
      await signIn("Wrong@2026secret");
      await send("/auth/refreshToken", { headers: { Refresh: `Bearer ${data.refreshToken}` } });
      await send(`${listStores.path}?search=private-search`, { method: "GET" });
      await at.database.db.execute(sql`alter table auth_session rename to auth_session_away`);
      await signIn(password);
      await send("/auth/refreshToken", { headers: { Refresh: `Bearer ${data.refreshToken}` } });
      await at.database.db.execute(sql`alter table auth_session_away rename to auth_session`);
      await send("/auth/signout", { headers: { Authorization: `Bearer ${data.accessToken}` } });
      expect(log.filter(({ msg }) => msg === "api failed").length).toBeGreaterThanOrEqual(2);
      const text = JSON.stringify(log);
      const secrets = [
        password,
        "Wrong@2026secret",
        token,
        data.accessToken,
        data.refreshToken,
        data.refreshToken.split(".").at(-1) ?? "",
        "argon2",
        "private-search",
      ];
      for (const secret of secrets) expect(text.includes(secret), secret.slice(0, 12)).toBe(false);
    });
  });

  describe("health", () => {
    test("is up and ready while the database answers, to anybody", async () => {
      for (const [path, status] of [
        ["/health", "up"],
        ["/ready", "ready"],
      ] as const) {
        const response = await send(path, { method: "GET", signedIn: false });
        expect([response.status, await response.json()]).toEqual([200, { status }]);
      }
    });

    test("ready is 503 once the database does not answer, health stays up", async () => {
      const own = await openTestPlatform(engine);
      if (engine === "embedded") breakEngine(own.database.pool);
      else await own.database.close();
      const ask = async (path: string) =>
        (await own.send(new Request(`http://platform/api${path}`))).status;
      await expect(own.database.pool.query("select 1")).rejects.toThrow();
      expect([await ask("/ready"), await ask("/health")]).toEqual([503, 200]);
      await (engine === "embedded" ? own.close() : own.stopListening());
    });
  });

  testOnce("every call of the contract is described in OpenAPI 3.1 [API-1]", async () => {
    const response = await send("/openapi.json", { method: "GET", signedIn: false });
    const document = (await response.json()) as OpenApi;
    expect([response.status, document.openapi, document.servers]).toEqual([
      200,
      "3.1.0",
      [{ url: "/" }],
    ]);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const scheme of ["session", "apiToken"])
      expect(document.components.securitySchemes[scheme]).toMatchObject({
        type: "http",
        scheme: "bearer",
        description: expect.any(String),
      });
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(
      [...new Set(endpoints.map(({ method, path }) => `${method} /api${path}`))].sort(),
    );
    const problems = document.components.responses;
    for (const endpoint of endpoints) {
      const { method, path, access, body, upload, success = 200, stream } = endpoint;
      const operation = document.paths[`/api${path}`]?.[method];
      if (!operation) throw new Error(path);
      expect(operation.summary, path).toBeTruthy();
      expect(operation.security?.length, path).toEqual(
        access === "public" ? 0 : expect.any(Number),
      );
      if (access !== "public") expect(operation.security?.[0], path).toEqual({ session: [] });
      expect(Object.keys(operation.responses[success]?.content ?? {}), path).toEqual(
        [stream ?? "application/json"].flat(),
      );
      const refused = Object.entries(operation.responses).filter(
        ([status]) => Number(status) >= 400,
      );
      expect(
        refused.map(([status]) => Number(status)),
        path,
      ).toEqual(refusalsOf(endpoint));
      for (const [status, { $ref = "" }] of refused)
        expect(
          problems[$ref.replace("#/components/responses/", "")]?.content,
          `${path} ${status}`,
        ).toHaveProperty("application/problem+json");
      expect(Object.keys(operation.requestBody?.content ?? {}), path).toEqual(
        upload ? ["multipart/form-data"] : body ? ["application/json"] : [],
      );
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const expectedStatuses = [
        422,
        429,
        500,
        503,
        ...(access === "public" ? [] : [401, 403, 404, 409]),
        ...(body ? [400, 413, 415] : []),
      ];
      expect(refusalsOf(endpoint), path).toEqual(expect.arrayContaining(expectedStatuses));
      expect(
        operation.parameters?.filter((one) => one.in === "path").map(({ name }) => name) ?? [],
        path,
      ).toEqual(inPath);
    }
    for (const [, name = ""] of JSON.stringify(document).matchAll(
      /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
    ))
      expect(document.components.schemas).toHaveProperty([name]);
  });

  testOnce("the document is made once, compressed, and not sent again to who has it", async () => {
    const ask = (headers: Record<string, string>) =>
      send("/openapi.json", { method: "GET", signedIn: false, headers });
    const plain = await ask({ "Accept-Encoding": "identity" });
    const text = await plain.text();
    const packed = await ask({ "Accept-Encoding": "gzip" });
    expect([plain.headers.get("Content-Encoding"), packed.headers.get("Content-Encoding")]).toEqual(
      [null, "gzip"],
    );
    expect(await packed.text()).toBe(text);
    expect(packed.headers.get("Vary")).toBe("Accept-Encoding");
    const etag = plain.headers.get("ETag") ?? "";
    expect(packed.headers.get("ETag")).toBe(etag);
    const again = await ask({ "If-None-Match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await ask({ "If-None-Match": '"another"' })).status).toBe(200);
  });

  testOnce(
    "every call has a name of its own that begins with its verb, and its area [API-1]",
    async () => {
      const response = await send("/openapi.json", { method: "GET", signedIn: false });
      const { paths } = (await response.json()) as OpenApi;
      const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
      const names = operations.map(({ operationId }) => operationId);
      expect(
        names.filter(
          (name) =>
            !/^(get|list|download|post|put|patch|delete)([A-Z0-9][a-z0-9]*)+$/.test(name ?? ""),
        ),
      ).toEqual([]);
      expect(new Set(names).size).toBe(endpoints.length);
      const untagged = operations.filter(
        ({ tags = [] }) => tags.length !== 1 || !/^[a-z ]+$/.test(tags[0] ?? ""),
      );
      expect(untagged.map(({ operationId }) => operationId)).toEqual([]);
      expect(paths[`/api${findUser.path}`]?.get).toMatchObject({
        operationId: "getUserById",
        tags: ["users"],
      });
      expect(paths[`/api${listStores.path}`]?.get).toMatchObject({
        operationId: "listStore",
        tags: ["stores"],
      });
    },
  );

  testOnce(
    "no address fits two calls of one method, so that their order means nothing [API-1]",
    () => {
      const segmentsOf = (endpoint: Endpoint) => strictPath(endpoint).split("/");
      const patternOf = (segment: string) =>
        new RegExp(`^${/^:\w+\{(.+)\}$/.exec(segment)?.[1] ?? segment}$`);
      // two parameters in one place may always mean the same
      const fits = (a: string, b: string) =>
        a.startsWith(":")
          ? b.startsWith(":") || patternOf(a).test(b)
          : b.startsWith(":")
            ? patternOf(b).test(a)
            : a === b;
      const ambiguous = endpoints.flatMap((one, place) =>
        endpoints.slice(place + 1).flatMap((other) => {
          const a = segmentsOf(one);
          const b = segmentsOf(other);
          const isSame =
            one.method === other.method &&
            a.length === b.length &&
            a.every((segment, at) => fits(segment, b[at] ?? ""));
          return isSame ? [`${one.method} ${one.path} and ${other.path}`] : [];
        }),
      );
      expect(ambiguous).toEqual([]);
      expect(endpoints.filter(({ path }) => path.includes("{")).length).toBeGreaterThan(20);
    },
  );

  test("an address with a wrong id is refused by the call that it is meant for [API-1]", async () => {
    const endOf = async (as?: string) => {
      const headers = new Headers(
        as === undefined ? {} : { Authorization: `Bearer ${await at.tokenOf(as)}` },
      );
      const response = await at.send(new Request("http://platform/api/user/none", { headers }));
      const { status, errors } = (await response.json()) as Problem;
      return [status, errors?.map(({ field }) => field)];
    };
    expect(await endOf()).toEqual([401, undefined]);
    expect(await endOf(company.users.manager)).toEqual([403, undefined]);
    expect(await endOf(company.users.admin)).toEqual([422, ["id"]]);
    for (const id of ["0", "-1", "1.5", "9".repeat(30), "%00", "1%2F2"]) {
      const response = await send(`/user/${id}`, { method: "GET" });
      expect([404, 422], id).toContain(response.status);
      await problem(response);
    }
    for (const path of ["/user/sessions/1", "/file/none"]) {
      const response = await send(path, { method: path.startsWith("/file") ? "GET" : "DELETE" });
      expect(response.status, path).toBe(422);
    }
  });

  test("what a handler gives is cut to what the contract names", async () => {
    expect(Object.keys(await at.as(company.users.admin).findCompany()).sort()).toEqual(
      Object.keys(findCompany.data.shape).sort(),
    );
  });
});

type Content = { content?: Record<string, unknown>; $ref?: string };
type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<number, Content>;
};
type OpenApi = {
  openapi: string;
  info: object;
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<string, object>;
    responses: Record<string, Content>;
  };
};

/**
 * A start packet that no PostgreSQL accepts makes PGlite throw, as a defect of the engine would.
 */
function breakEngine(pool: { options: object }): void {
  const { stream } = pool.options as { stream: () => NodeJS.WritableStream & { connect(): void } };
  const wire = stream();
  wire.on("error", () => {});
  wire.connect();
  wire.write(Buffer.from([0, 0, 0, 8, 0, 9, 0, 0]));
}
