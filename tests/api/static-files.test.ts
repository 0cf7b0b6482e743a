import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sirv from "sirv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerRequests, createHttpServer } from "../../http-server.ts";

const server = createHttpServer();
let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fever-static-"));
  await writeFile(join(folder, "page.css"), "0123456789");
  await writeFile(join(folder, "gone.css"), "0123456789");
  // as server.ts does: what is there is noted once
  answerRequests(
    server,
    ({ headers }) => new Response(headers.get("Range") ?? "none"),
    sirv(folder, { etag: true }),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

test("static files are served whole, whatever range is asked for [WIRE-1]", async () => {
  for (const Range of [
    "bytes=5-2",
    "bytes=2-5",
    "bytes=-3",
    "bytes=99-",
    "bytes=a-b",
    "bytes=5--3",
    "bytes=1-2,4-5",
    "lines",
  ]) {
    const response = await fetch(`${url}/page.css`, { headers: { Range } });
    expect([response.status, await response.text()], Range).toEqual([200, "0123456789"]);
    expect(await (await fetch(`${url}/song`, { headers: { Range } })).text(), Range).toBe(Range);
  }
});

test("a static file that is gone since the start breaks its own answer off alone [WIRE-1]", async () => {
  await rm(join(folder, "gone.css"));
  await expect(fetch(`${url}/gone.css`).then((response) => response.text())).rejects.toThrow();
  expect((await fetch(`${url}/page.css`)).status).toBe(200);
});
