import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { blankWav } from "../support/audio.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { expect, type Page, signIn } from "./journey.ts";
import {
  at,
  expectPlayed,
  mediaOf,
  planned,
  readPlays,
  readSoundStarts,
  recordingOf,
  startAt,
  test,
  type World,
} from "./player-shop.ts";

test("a pause asks why and is taken back; a lost network is told within a second, with what is stored [PLY-1] [LOOK-1]", async ({
  page,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await startAt("15:00:11", world, page);
  await expectPlayed(page, "Reopening");
  await expect(page.getByText("Online")).toBeVisible();
  await expect(page.getByText(/Music stored until \w+ 15:02\./)).toBeVisible();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "A prayer or a silence" }).click();
  await expect(
    page.getByText(/^Paused: a prayer or a silence\. .* by itself at 15:0\d/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.getByText("Now playing")).toBeVisible();

  await page.getByRole("button", { name: "Call for help" }).click();
  await expect(page.getByRole("dialog", { name: "Call for help" })).toContainText("store code");
  await page.keyboard.press("Escape");
  world.network.cut();
  expect(await page.evaluate(loseNetwork)).toBeLessThan(1_000 * measureSlowdown().clock);
  await expect(page.getByText(/^The internet is gone\. Music goes on for \d/)).toBeVisible();
});

/**
 * Runs in a page: tells it that the network is lost; gives after how many ms it says so. Measured
 * there, because the test itself may look a second later.
 */
function loseNetwork(): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      if (!document.body.textContent?.includes("The internet is gone.")) return;
      observer.disconnect();
      resolve(performance.now() - began);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    window.dispatchEvent(new Event("offline"));
    look();
  });
}

test("a song that is stored while it plays goes on when the network is cut, as one play [PLY-1]", async ({
  page,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  // more than the browser reads ahead
  await writeFile(
    join(world.place.folder, "files", recordingOf("Reopening")),
    blankWav(80 * 96_000, { rate: 96_000, channels: 6, bytesASample: 2 }),
  );
  await startAt("15:00:11", world, page);
  await expectPlayed(page, "Reopening");
  // it comes after this one
  await expect.poll(() => page.evaluate(readStored)).toContain(mediaOf("Last song"));
  world.network.cut();
  await expectPlayed(page, "Last song");
  const sounds = await page.evaluate(readSoundStarts);
  expect([...new Set(sounds.map(({ src }) => src))]).toEqual([
    mediaOf("Reopening"),
    mediaOf("Last song"),
  ]);
  const secondsUntold = () => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("fever.play-out."));
    return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? "").seconds);
  };
  const [seconds, ...others] = await page.evaluate(secondsUntold);
  // of 80; what the browser had read when the network went is some 25
  expect(seconds).toBeGreaterThan(45);
  expect(others).toEqual([]);
});

test("a skipped song and a log that ran out are followed by stored songs, and signing out erases what is stored but no play [RUN-1]", async ({
  page,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await startAt("12:00:35", world, page, 1); // all is stored before the song ends
  await expectPlayed(page, "After noon");
  await expect(page.getByText(/Music stored until \w+ 15:02\./)).toBeVisible();
  await page.getByRole("button", { name: "Skip song" }).click();
  await expect(page.getByText("Plays in place of “After noon”, which was skipped.")).toBeVisible();
  await expect(page.getByText("5 skips left this hour")).toBeVisible();
  // only what has sounded counts as heard
  await expect.poll(() => page.evaluate(readSecondsPlayed)).toBeGreaterThanOrEqual(1);

  world.network.cut();
  await world.jumpTo(at("15:00:20") + dayMs, page);
  await expect(
    page.getByText("Today's log has ended. Songs stored on this device keep playing."),
  ).toBeVisible();
  // those that were never heard first; "After noon", which was not stored yet when it began, counts
  // as heard then and comes from the store now
  const before = (await page.evaluate(readSoundStarts)).filter(
    (sound) => sound.at < at("15:00:00") + dayMs,
  ).length;
  for (const title of ["Before closing", "Last song", "After noon"]) {
    await expect
      .poll(async () => (await page.evaluate(readSoundStarts)).at(-1)?.src, { message: title })
      .toBe(mediaOf(title));
    await expect.poll(() => page.evaluate(readSecondsPlayed)).toBeGreaterThanOrEqual(1);
    if (title !== "After noon") await page.getByRole("button", { name: "Skip song" }).click();
  }
  const standIns = (await page.evaluate(readSoundStarts)).slice(before);
  expect(standIns.map(({ address, hasFailed }) => [address, hasFailed])).toEqual(
    ["Before closing", "Last song", "After noon"].map((title) => [
      `${world.url}${mediaOf(title)}?stored`,
      undefined,
    ]),
  );
  await world.jumpTo(at("15:03:00") + dayMs, page);
  // the shop is closed then
  await expect(page.getByText("Nothing is scheduled right now.")).toBeVisible();

  world.network.restore();
  await page.evaluate(() => {
    localStorage.setItem("fever.play-out.0.untold", "{}");
    // always on its way, so that one comes before the session ends and would be stored after it
    const askForLog = (): unknown =>
      fetch("/store-manager/schedule", { redirect: "manual" }).then(askForLog, askForLog);
    for (let n = 0; n < 4; n++) askForLog();
  });
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/login$/);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("fever.play-out.0.untold"))).toBe("{}");
  world.network.cut();
  await expect(page.goto("/store-manager")).rejects.toThrow(/net::ERR/);
});

test("in a small storage that fills up, the player plays on and opens without a network; the latest songs give way, and each play is told once [PLY-1]", async ({
  page,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  const browser = await page.context().newCDPSession(page);
  const origin = world.url;
  const allow = (quotaSize: number) =>
    browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  await allow(3_300_000); // the audio alone takes 4 MB
  await startAt("12:00:12", world, page, 1); // the page is loaded again before the ad ends
  await expectPlayed(page, "Coffee offer");
  await expect(page.getByText("This device has no more room for music.")).toBeVisible();
  const stored = await page.evaluate(readStored);
  expect(stored).toContain(mediaOf("After noon"));
  expect(stored).not.toContain(mediaOf("Last song"));

  // a new page finds too little room by less than "Three" takes, and takes the room of the latest
  await expect.poll(() => page.evaluate(readStored)).toContain("/store-manager");
  const { usage } = await browser.send("Storage.getUsageAndQuota", { origin });
  await page.evaluate(async () => {
    const cache = await caches.open("fever.player");
    for (const { url } of await cache.keys())
      if (!url.endsWith("/schedule")) await cache.delete(url);
  });
  await allow(usage - 100_000);
  await page.reload();
  const nowStored = () => page.evaluate(readStored);
  await expect.poll(nowStored).toContain("/store-manager");
  await expect.poll(nowStored).toContain(mediaOf("After noon"));
  expect(await nowStored()).not.toContain(mediaOf("Three"));
  await allow(3_300_000);
  await expect.poll(nowStored).toContain(mediaOf("Before closing"));
  world.network.cut();
  await page.reload();
  await expectPlayed(page, "After noon");
  // shorter plays are not told
  await expect.poll(() => page.evaluate(readSecondsPlayed)).toBeGreaterThanOrEqual(1);

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("fever.songs.")) localStorage.removeItem(key);
    for (let size = 5_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        for (let at = 0; ; at++) localStorage.setItem(`filled.${size}.${at}`, "x".repeat(size));
      } catch {}
  });
  await world.jumpTo(at("12:01:45"), page);
  await expectPlayed(page, "Before closing");
  await expect(page.getByText("Nothing is scheduled right now.")).toBeVisible();
  await expect(
    page.getByText(/Keep this page open: the browser has no room to save them/),
  ).toBeVisible();
  world.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText("All plays are reported")).toBeVisible();

  await page.goto("/login");
  await world.stop();
  const received = (await readPlays(world.place, world.logId)).map(
    ({ position }) => planned[position]?.title,
  );
  expect(received.filter((title) => title !== "Lost recording")).toEqual([
    "Coffee offer",
    "After noon",
    "Before closing",
  ]);
});

test("a call for help is sent with a voice note, also one that is still recorded, and the office can play it [OPS-2]", async ({
  page,
  browser,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await startAt("15:00:11", world, page);
  await page.getByRole("button", { name: "Call for help" }).click();
  await page.getByLabel("No music").check();
  await page.getByRole("button", { name: "Record voice note" }).click();
  await expect(page.getByText("Recording. It ends by itself after 30 seconds.")).toBeVisible();
  await pause(3_000); // a note has a second at least
  await page.getByRole("button", { name: "Send call" }).click();
  await expect(page.getByText(/^We received your call at /)).toBeVisible();
  await expect(page.getByText("Your voice note was not accepted.")).toHaveCount(0);

  const office = await browser.newContext({ baseURL: world.directUrl });
  const desk = await office.newPage();
  await desk.goto("/");
  await signIn("client.admin", desk);
  await openStoreOfManager(world, desk);
  const recording = desk.waitForResponse(/\/voice-note\//);
  await desk.getByRole("button", { name: /^Play Voice note of / }).click();
  expect((await recording).headers()["content-type"]).toBe("audio/mpeg");
  await office.close();
});

test("what the office asks and sets reaches a shop that never asks by the clock, also after a cut [EAR-1]", async ({
  page,
  browser,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await page.addInitScript(() => {
    const { setInterval: interval } = window;
    window.setInterval = ((run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= 60_000 ? 0 : interval(run, ms, ...rest)) as typeof setInterval;
  });
  const office = await browser.newContext({ baseURL: world.directUrl });
  const desk = await office.newPage();
  await desk.goto("/");
  await signIn("client.admin", desk);
  await openStoreOfManager(world, desk);
  const setVolume = async (volume: string) => {
    await desk.getByLabel("Volume").fill(volume);
    await desk.getByRole("button", { name: "Set volume" }).click();
  };

  await startAt("11:58:43", world, page);
  await expectPlayed(page, "Opener");
  await expect(desk.getByText(/^Newest · /)).toBeVisible();
  await setVolume("35");
  await expect(page.getByLabel("Volume")).toHaveValue("35");
  await expect(desk.getByText("Done", { exact: true })).toBeVisible();

  world.network.cut();
  await setVolume("42");
  await expect(desk.getByText("Waiting", { exact: true })).toBeVisible();
  world.network.restore();
  await expect(page.getByLabel("Volume")).toHaveValue("42");
  await office.close();
});

test("a volume, a test tone and a restart from the store's page are carried out once, over the music, and told there; the music goes on where it was [PLY-1]", async ({
  page,
  browser,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await page.route("**/store-manager/signals", (route) => route.abort()); // it asks by the clock
  await page.addInitScript(() => {
    const count = (what: string) =>
      localStorage.setItem(what, String(Number(localStorage.getItem(what)) + 1));
    count("counted.loads");
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      count("counted.notes");
      start.call(this, when);
    };
  });
  /** Undefined while the page is being replaced. */
  const counted = (what: string) =>
    page
      .evaluate((key) => Number(localStorage.getItem(`counted.${key}`)), what)
      .catch(() => undefined);
  const office = await browser.newContext({ baseURL: world.directUrl });
  const desk = await office.newPage();
  await desk.goto("/");
  await signIn("client.admin", desk);
  await openStoreOfManager(world, desk);

  await startAt("11:58:43", world, page);
  await expectPlayed(page, "Opener");
  const loads = (await counted("loads")) ?? 0;
  await desk.getByLabel("Volume").fill("35");
  await desk.getByRole("button", { name: "Set volume" }).click();
  await expect(
    desk.getByText("Sent. The player gets it within 5 minutes, or not at all."),
  ).toBeVisible();
  await desk.getByRole("button", { name: "Play test tone" }).click();
  await expect(
    desk.getByRole("list", { name: "Latest commands" }).getByRole("listitem"),
  ).toHaveCount(2);
  await expect(page.getByLabel("Volume")).toHaveValue("35");
  await expect.poll(() => counted("notes")).toBe(2);

  await desk.getByRole("button", { name: "Restart player" }).click();
  await expect.poll(() => counted("loads")).toBe(loads + 1);
  // the page itself has arrived whole; what it needs is stored
  await expect.poll(() => page.evaluate(() => document.readyState)).not.toBe("loading");
  world.network.cut();
  await expect(page.getByText("Now playing")).toBeVisible();
  await expect(page.getByLabel("Volume")).toHaveValue("35");
  world.network.restore();
  // the page on which they were asked shows the answers by itself
  await expect(
    desk
      .getByRole("list", { name: "Latest commands" })
      .getByRole("listitem")
      .filter({ hasText: "Done" }),
  ).toHaveCount(3);
  await expectPlayed(page, "After noon");
  expect([await counted("loads"), await counted("notes")]).toEqual([loads + 1, 2]);
  await office.close();
});

/** Opens the page of the store that store.manager plays. */
async function openStoreOfManager(world: World, page: Page) {
  await page.goto(`/admin/stores?${new URLSearchParams({ search: world.storeName })}`);
  await page.getByRole("link", { name: world.storeName, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Remote control" })).toBeVisible();
}

const dayMs = 86_400_000;

/** The addresses of what the player has stored. */
async function readStored(): Promise<string[]> {
  const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(caching.map((cache) => cache.keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}
/** How long (s) the item that plays has sounded, as the player keeps it. */
function readSecondsPlayed(): number {
  const key = Object.keys(localStorage).find((name) => name.startsWith("fever.playing."));
  return key ? JSON.parse(localStorage.getItem(key) ?? "").seconds : 0;
}
