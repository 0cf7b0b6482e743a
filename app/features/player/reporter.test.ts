import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserStorage } from "../../../tests/support/browser-storage.ts";
import { playOutStore } from "./play-out-store.client-safe";
import { playerMemory, type SongReport } from "./player-memory.client-safe";
import { playerStorage } from "./player-storage.client-safe";
import { reporter } from "./reporter.client-safe";

const report = {
  eventId: "9b2f6a0e-7c1d-4e7e-9c59-0d6f7f2f1a01",
  mediaId: "song-7-9f3a01bc",
  reason: "style",
};

let server: Server;
let posts: { songReports?: object[] }[];
let status: number;
let port: number;

const listen = () =>
  new Promise<void>((resolve) => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.on("end", () => {
        posts.push(JSON.parse(body));
        response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
      });
    }).listen(port, "127.0.0.1", resolve);
  });
const hangUp = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

beforeEach(async () => {
  vi.stubGlobal("document", { cookie: "" });
  posts = [];
  status = 200;
  port = 0;
  await listen();
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await hangUp();
});

test("a reported song waits while the network or the server is away, and is sent once", async () => {
  const local = browserStorage();
  const storage = playerStorage(() => local);
  const open = () => {
    const memory = playerMemory(storage, 1);
    const address = `http://127.0.0.1:${port}/report`;
    return { memory, reports: reporter(address, playOutStore(storage, 1), memory) };
  };
  const { memory, reports } = open();
  const stored: SongReport = { ...report, at: 1 };
  memory.keepSongReports([stored]);
  await hangUp();
  expect(await reports.send()).toEqual({ state: "unreachable" });
  await listen();
  status = 503;
  expect(await reports.send()).toEqual({ state: "unreachable" });
  status = 200;
  // the page was closed meanwhile
  const later = open();
  expect(later.memory.songReports()).toEqual([stored]);
  expect(await later.reports.send()).toEqual({ state: "received" });
  expect(posts.map(({ songReports }) => songReports)).toEqual([[report], [report]]);
  expect(later.memory.songReports()).toEqual([{ ...stored, isTold: true }]);
  expect(await later.reports.send()).toEqual({ state: "empty" });
  expect(posts).toHaveLength(2);
});
