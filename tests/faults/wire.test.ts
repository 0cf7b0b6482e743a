import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltServer, endServers, startServer } from "../support/built-server.ts";
import { anyServerDatabase } from "../support/database.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { patience } from "../support/patience.ts";

let directory: string;
let server: BuiltServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "fever-wire-"));
  server = await startServer({
    DATA_DIR: directory,
    LOG_LEVEL: "info",
    ...(await anyServerDatabase()),
  });
});
afterAll(async () => {
  await endServers();
  await rm(directory, { recursive: true, force: true });
});

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const wrongSignIn = JSON.stringify({ username: "nobody", password: "wrong" });
const megabyte = 1024 * 1024;

type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  chunked?: boolean;
  agent?: Agent;
};

/** One request by Node's own client, which sends just what it is told to. */
async function ask(
  path: string,
  { method = "GET", headers = {}, body, chunked = false, agent }: RequestOptions = {},
) {
  const length = chunked
    ? { "Transfer-Encoding": "chunked" }
    : body !== undefined && { "Content-Length": Buffer.byteLength(body) };
  const clientRequest = httpRequest(server.origin + path, {
    method,
    headers: { ...headers, ...length },
    ...(agent && { agent }),
  });
  clientRequest.end(body);
  const [response] = (await once(clientRequest, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

/**
 * Writes a text to a connection of its own; gives all that comes back until the server closes it.
 */
async function speak(...texts: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  for (const text of texts) socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test("a body is read the same with its length declared and chunked, by API and pages [WIRE-1]", async () => {
  for (const chunked of [false, true]) {
    expect(
      await ask("/api/auth/signin", { method: "POST", headers: json, body: wrongSignIn, chunked }),
    ).toMatchObject({
      status: 401,
      text: expect.stringContaining("message"),
    });
    expect(
      await ask("/login", {
        method: "POST",
        headers: form,
        body: "username=typed.name&password=wrong",
        chunked,
      }),
    ).toMatchObject({
      status: 401,
      text: expect.stringContaining('value="typed.name"'),
    });
  }
});

test("requests without a body and without a length are answered, not failed [WIRE-1] [SES-4] [SES-5]", async () => {
  for (const [method, path, status] of [
    ["DELETE", "/api/user?id=1", 401],
    ["POST", "/api/auth/refreshToken", 422],
    ["POST", "/api/auth/signout", 422],
    ["PATCH", "/api/user/toggle-status/1?status=active", 401],
    ["PUT", "/api/user", 401],
    ["DELETE", "/no-page", 405],
    ["PUT", "/login", 405],
    ["PROPFIND", "/api/user", 404],
  ] as const) {
    const answer = await speak(
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.slice(0, 12), `${method} ${path}`).toBe(`HTTP/1.1 ${status}`);
  }
});

test("what is larger than 1 MB is refused in order, and the connection serves the next request [WIRE-1]", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = Buffer.alloc(3 * megabyte, "a");
  for (const [path, headers] of [
    ["/api/auth/signin", json],
    ["/login", form],
  ] as const)
    for (const chunked of [false, true]) {
      expect(await ask(path, { method: "POST", headers, body, chunked, agent })).toMatchObject({
        status: 413,
      });
      expect(await ask("/api/health", { agent })).toMatchObject({
        status: 200,
        headers: { connection: "keep-alive" },
      });
    }
  // who sends on for ever still gets the answer before the connection closes
  const huge = Buffer.alloc(90 * megabyte, "a");
  expect(
    await ask("/api/auth/signin", { method: "POST", headers: json, body: huge, agent }),
  ).toMatchObject({ status: 413 });
  agent.destroy();
});

test("a refusal that comes before the body was read leaves the connection usable [WIRE-1]", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = Buffer.alloc(megabyte / 2, "a");
  for (const path of ["/api/user", "/api/no-such-call"]) {
    expect((await ask(path, { method: "POST", headers: json, body, agent })).status).toBe(
      path === "/api/user" ? 401 : 404,
    );
    expect((await ask("/api/health", { agent })).status).toBe(200);
  }
  agent.destroy();
});

test("HEAD answers as GET does without its body [WIRE-1]", async () => {
  for (const path of ["/api/health", "/login", "/api/user/me"]) {
    const get = await ask(path);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, head.headers["content-type"], head.text]).toEqual([
      get.status,
      get.headers["content-type"],
      "",
    ]);
  }
});

test("clients of HTTP/1.0, with or without Host, and those that wait for 100 are served [WIRE-1]", async () => {
  expect(await speak("GET /api/health HTTP/1.0\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*\{"status":"up"\}$/,
  );
  const signIn = `POST /api/auth/signin HTTP/1.0\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${wrongSignIn.length}\r\n\r\n`;
  expect(await speak(signIn, wrongSignIn)).toMatch(/^HTTP\/1\.1 401 /);
  const waits = signIn
    .replace("HTTP/1.0", "HTTP/1.1")
    .replace("\r\n\r\n", "\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n");
  expect(await speak(waits, wrongSignIn)).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /,
  );
});

test("two requests in one piece are answered one after the other [WIRE-1]", async () => {
  const post = `POST /api/auth/signout HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  const answer = await speak(
    `${post}GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 422 [\s\S]*HTTP\/1\.1 200 [\s\S]*\{"status":"up"\}$/);
});

test("clients that leave in the middle of a body cost the others nothing [WIRE-1]", async () => {
  const leave = async (text: string) => {
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    await once(socket, "connect");
    await new Promise((resolve) => socket.write(text, resolve));
    socket.destroy();
  };
  const head = (more: string) =>
    `POST /api/auth/signin HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
  const departures = Array.from({ length: 50 }, (_, n) =>
    leave(
      n % 2
        ? `${head("Content-Length: 500")}{"username":`
        : `${head("Transfer-Encoding: chunked")}5\r\n{"use\r\n`,
    ),
  );
  await Promise.all(departures);
  await expect.poll(async () => (await ask("/api/ready")).status, { timeout: patience }).toBe(200);
  expect(server.output()).not.toMatch(/"level":[56]0/);
});

test("tokens in addresses stay out of the log, however the address is written [SET-1] [SES-8]", async () => {
  for (const path of ["/setup/", "/SETUP/", "//setup/", "/Validate-Temp-Token/"])
    await ask(`${path}1234.secret-mark`);
  expect(server.output()).toContain("[token]");
  expect(server.output()).not.toContain("secret-mark");
});

/**
 * Opens a connection, sends a text, and the rest a character each second; gives what came back and
 * after how many ms it was cut.
 */
function slowly(text: string, rest: string): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    let answer = "";
    let at = 0;
    socket.write(text);
    const drip = setInterval(
      () => socket.writable && socket.write(rest.charAt(at++ % rest.length)),
      1000,
    );
    socket.on("data", (data) => {
      answer += data.toString();
    });
    socket.on("error", () => {});
    socket.once("close", () => {
      clearInterval(drip);
      resolve({ answer, ms: performance.now() - began });
    });
  });
}

test("a client that sends its headers a byte at a time is cut, and others are served meanwhile", async () => {
  const slow = Array.from({ length: 50 }, () =>
    slowly("GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ", "a"),
  );
  await expect
    .poll(async () => (await server.api("/ready")).status, { timeout: patience })
    .toBe(200);
  for (const { answer, ms } of await Promise.all(slow)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeLessThan(30_000 * measureSlowdown().clock);
  }
  await expect
    .poll(async () => (await server.api("/ready")).status, { timeout: patience })
    .toBe(200);
});

test("requests that break HTTP's own rules are refused, and nothing hides behind them", async () => {
  for (const [text, status] of [
    ["GET / HTTP/1.1\r\n\r\n", 400], // no Host
    [
      "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
      400,
    ],
    ["GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const { answer } = await slowly(text, "");
    expect(answer.startsWith(`HTTP/1.1 ${status} `), text.slice(0, 80)).toBe(true);
  }
});

test("reaches no file outside the pages' own, however its path is written", async () => {
  for (const path of [
    "/assets/..%2f..%2fserver.js",
    "/assets/%2e%2e/%2e%2e/server.js",
    "/..%5c..%5cserver.js",
    "/assets/../../server.js",
    "/.env",
    "/%00",
    "/%",
  ]) {
    const { answer } = await slowly(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      "",
    );
    expect(answer, path).toMatch(/^HTTP\/1\.1 (302|400|404) /);
    expect(answer, path).not.toMatch(/createServer|SESSION_SECRET/);
  }
});
