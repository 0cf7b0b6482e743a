import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserStorage } from "../../../tests/support/browser-storage.ts";
import { helpCalls } from "./help-calls.client-safe";
import { playerStorage } from "./player-storage.client-safe";

let server: Server;
let posts: { body: string; csrf: string }[];
let status: number;
let now: number;

beforeEach(async () => {
  vi.stubGlobal("document", { cookie: "XSRF-TOKEN=abc" });
  posts = [];
  status = 200;
  now = Date.now();
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const csrf = request.headers["x-xsrf-token"];
      posts.push({ body: Buffer.concat(parts).toString("latin1"), csrf: String(csrf) });
      response
        .writeHead(status, { "Content-Type": "application/json", Location: "/login" })
        .end(JSON.stringify({ at: "11:30", noteProblem: "Too long." }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

const open = (storage = playerStorage(() => browserStorage())) => {
  const { port } = server.address() as AddressInfo;
  return helpCalls(storage, 7, { address: `http://127.0.0.1:${port}`, now: () => now });
};
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const note = new Blob([bytes], { type: "audio/webm" });
const words = { reason: "device", details: "Black screen" };

test("a call arrives with its voice note, byte for byte, and waits no longer [OPS-2]", async () => {
  const calls = open();
  const arrived = { state: "arrived", at: "11:30", noteProblem: "Too long." };
  expect(await calls.make({ ...words, note })).toEqual(arrived);
  const [post] = posts;
  for (const part of [
    "device",
    "Black screen",
    "audio/webm",
    Buffer.from(bytes).toString("latin1"),
  ])
    expect(post?.body).toContain(part);
  expect(post?.csrf).toBe("abc");
  expect(await calls.resend()).toBeUndefined();
  expect(posts).toHaveLength(1);
});

test("a call that does not arrive waits, also for another page, and is sent once [OPS-2]", async () => {
  const storage = playerStorage(() => browserStorage());
  status = 503;
  expect(await open(storage).make({ ...words, note })).toEqual({ state: "kept" });
  expect(await open(storage).resend()).toEqual({ state: "kept" });
  status = 200;
  expect(await open(storage).resend()).toMatchObject({ state: "arrived" });
  expect(await open(storage).resend()).toBeUndefined();
  expect(posts).toHaveLength(3);
});

test("a call of a person who is signed out is refused, and one of yesterday forgotten", async () => {
  const calls = open();
  status = 302;
  expect(await calls.make({ ...words, note: null })).toEqual({ state: "refused" });
  expect(await calls.resend()).toBeUndefined();
  status = 503;
  await calls.make({ ...words, note: null });
  now += 13 * 3_600_000;
  expect(await calls.resend()).toBeUndefined();
  expect(posts).toHaveLength(2);
});
