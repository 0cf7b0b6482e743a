import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openProgress } from "../../scripts/progress.mjs";
import { withRecordings } from "../support/demo-recordings.ts";

test("npm run demo fills an empty folder, shows no fault and signs people in [FIRST-1]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fever-demo-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await withRecordings(join(folder, "files"), async () => {
    const demo = spawn("node", ["scripts/demo.mjs"], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "test",
        DATA_DIR: folder,
        PORT: "0",
        DEMO_STORES: "4",
        DEMO_HISTORY_DAYS: "1",
      },
    });
    const ended = new Promise<number | null>((resolve) => demo.once("exit", resolve));
    onTestFinished(async () => {
      demo.kill();
      await ended;
    });
    let output = "";
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [demo.stdout, demo.stderr])
        stream.on("data", (text: Buffer) => {
          output += text;
          const [, url] = /running at (http:\S+).*coffee\.new/s.exec(output) ?? [];
          if (url) resolve(url);
        });
      demo.once("exit", () => reject(new Error(output)));
    });
    const [opening, ...lines] = output.split(/\n+(?=Fever In-Store)/)[0]?.split("\n") ?? [];
    expect(opening).toMatch(/^Opening the demo;/);
    expect(lines.at(-1)).toMatch(/^Ready after \d+ s\.$/);
    expect(lines.slice(0, -1).every((line) => /^[A-Z\d][a-z\d -]* …$/.test(line))).toBe(true);
    expect(new Set(lines).size).toBe(lines.length);
    const [, password = ""] = /Sign in with password (\S+) as/.exec(output) ?? [];
    const pages = {
      "super.admin": "/admin",
      "client.admin": "/admin",
      "store.manager": "/store-manager",
    };
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

test("progress is one line on a terminal, and a line for each stage elsewhere [FIRST-1]", () => {
  const show = (terminal: { isTTY?: true; columns?: number }) => {
    const written: string[] = [];
    const progress = openProgress({ ...terminal, write: (text: string) => written.push(text) });
    for (const text of ["Stores …", "Schedules, 40 groups to go …", "Schedules, 20 groups to go …"])
      progress.show(text);
    progress.end("Ready.");
    return written.join("");
  };
  expect(show({})).toBe("Stores …\nSchedules …\nReady.\n");
  expect(show({ isTTY: true, columns: 12 }).replaceAll("\x1b[K", "")).toBe(
    "\rStores …\rSchedules, \rSchedules, \rReady.\n",
  );
});
