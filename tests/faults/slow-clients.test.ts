import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltServer, endServers, startServer } from "../support/built-server.ts";
import { anyServerDatabase } from "../support/database.ts";

let directory: string;
let server: BuiltServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "fever-slow-"));
  server = await startServer({ DATA_DIR: directory, ...(await anyServerDatabase()) });
});
afterAll(async () => {
  await endServers();
  await rm(directory, { recursive: true, force: true });
});

/** Opens a connection, sends a text, and the rest a character each second; gives what came back and after how many ms it was cut. */
function slowly(text: string, rest: string): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    let answer = "";
    let at = 0;
    socket.write(text);
    const drip = setInterval(() => socket.writable && socket.write(rest.charAt(at++ % rest.length)), 1000);
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
  const slow = Array.from({ length: 50 }, () => slowly("GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ", "a"));
  expect((await server.api("/ready")).status).toBe(200);
  for (const { answer, ms } of await Promise.all(slow)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeLessThan(30_000);
  }
  expect((await server.api("/ready")).status).toBe(200);
});

test("requests that break HTTP's own rules are refused, and nothing hides behind them", async () => {
  for (const [text, status] of [
    ["GET / HTTP/1.1\r\n\r\n", 400], // no Host
    ["POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n", 400],
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
    const { answer } = await slowly(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, "");
    expect(answer, path).toMatch(/^HTTP\/1\.1 (302|400|404) /);
    expect(answer, path).not.toMatch(/createServer|SESSION_SECRET/);
  }
});
