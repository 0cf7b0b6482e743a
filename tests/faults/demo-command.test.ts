import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withRecordings } from "../support/demo-recordings.ts";

test("npm run demo fills an embedded database in an empty folder, says where it runs, and signs in the people it names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fever-demo-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await withRecordings(join(folder, "files"), async () => {
    const demo = spawn("node", ["scripts/demo.mjs"], {
      env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: folder, PORT: "0", DEMO_STORES: "4", DEMO_HISTORY_DAYS: "1" },
    });
    const ended = new Promise<number | null>((resolve) => demo.once("exit", resolve));
    onTestFinished(async () => {
      demo.kill();
      await ended;
    });
    let said = "";
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [demo.stdout, demo.stderr])
        stream.on("data", (text: Buffer) => {
          said += text;
          const [, url] = /running at (http:\S+).*coffee\.new/s.exec(said) ?? [];
          if (url) resolve(url);
        });
      demo.once("exit", () => reject(new Error(said)));
    });
    const [, password = ""] = /Sign in with password (\S+) as/.exec(said) ?? [];
    const pages = { "super.admin": "/admin", "client.admin": "/admin", "store.manager": "/store-manager" };
    for (const [username, home] of Object.entries(pages)) {
      const body = new URLSearchParams({ username, password });
      const answer = await fetch(`${address}/login`, { method: "POST", body, redirect: "manual" });
      expect(answer.status, username).toBe(302);
      const cookie = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
      const page = await fetch(address + home, { headers: { cookie: cookie.join("; ") } });
      expect([page.url, page.status], username).toEqual([address + home, 200]);
    }
    demo.kill();
    expect(await ended).toBe(0);
  });
});
