import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { SAMPLE_RATE } from "#demo/instruments";
import { encodeWav } from "#demo/wav";
import * as table from "#platform/db/schema/index";
import { makeMediaId } from "#platform/modules/player/media-id";
import type { StoredPosition } from "#platform/modules/schedule/logs/playlist-record";
import { foldLog } from "#platform/modules/schedule/logs/store-log-record";
import { blankWav } from "../support/audio.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { expect, test as journey, type Page, signIn, signInByForm } from "./journey.ts";
import { openPlace, type Place } from "./server.ts";
import { type Recorder, startTimeLapse, type TimeLapse } from "./time-lapse.ts";

const timeZone = "Asia/Kolkata";
const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
/** An instant on the store's clock, today. */
const at = (clock: string) => Date.parse(`${day}T${clock}+05:30`);

type Planned = {
  title: string;
  kind: "MUSIC" | "AD" | "TOH";
  from: string;
  seconds: number;
  isMissing?: boolean;
  recordedSeconds?: number;
  /** Where the recording begins and ends (s). */
  cues?: [cueIn: number, cueOut: number];
};
/** The store's day: around noon, then closed, then around three. */
const planned: Planned[] = [
  { title: "Opener", kind: "MUSIC", from: "11:58:40", seconds: 40 },
  { title: "Before noon", kind: "MUSIC", from: "11:59:20", seconds: 40, recordedSeconds: 65 },
  { title: "Noon", kind: "TOH", from: "12:00:00", seconds: 10 },
  { title: "Coffee offer", kind: "AD", from: "12:00:10", seconds: 20 },
  {
    title: "After noon",
    kind: "MUSIC",
    from: "12:00:30",
    seconds: 40,
    recordedSeconds: 70,
    cues: [15, 55],
  },
  // shorter than any song that may stand in for it, so that one does
  { title: "Lost recording", kind: "MUSIC", from: "12:01:10", seconds: 35, isMissing: true },
  { title: "Before closing", kind: "MUSIC", from: "12:01:45", seconds: 40 },
  { title: "Three", kind: "TOH", from: "15:00:00", seconds: 10 },
  { title: "Reopening", kind: "MUSIC", from: "15:00:10", seconds: 80 },
  {
    title: "Last song",
    kind: "MUSIC",
    from: "15:01:30",
    seconds: 40,
    recordedSeconds: 90,
    cues: [12, 52],
  },
];

type World = TimeLapse & { logId: number; storeName: string };
const test = journey.extend<{ world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is asked for here
    async ({}, use) => {
      let published = { logId: 0, storeName: "" };
      const lapse = await startTimeLapse(at("11:00:00"), async (place) => {
        published = await publish(place);
      });
      await use(Object.assign(lapse, published));
      await lapse.remove();
    },
    { timeout: 900_000 },
  ],
  baseURL: ({ world }, use) => use(world.url),
});

test("a store's day plays through a cut network, a lost file, hours of silence and a reload, and each play is told once, as the log has it [PLY-1]", async ({
  page,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await startAt("11:58:43", world, page, 5); // no step here has to come within seconds
  await expectPlayed(page, "Opener");
  await expect(page.getByText(/Music stored until \w+ 15:02\./)).toBeVisible();
  await expectPlayed(page, "After noon");

  world.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await expect(
    page.getByText("Plays in place of “Lost recording”, which could not be played."),
  ).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0); // it plays on, so no dialog covers it
  await expectPlayed(page, "Before closing");
  await expect(page.getByText("Nothing is scheduled right now.")).toBeVisible();
  await expect(page.getByText(/plays are saved here and will be reported later/)).toBeVisible();
  const sounds = await page.evaluate(readSoundStarts);
  expect(sounds.filter(({ hasFailed }) => hasFailed)).toEqual([]);
  expect(sounds.find(({ src }) => src === mediaOf("After noon"))?.from).toBeGreaterThanOrEqual(15);
  const stallBefore = await page.evaluate(readLongestStall);

  await world.jumpTo(at("14:59:50"), page);
  await expectPlayed(page, "Reopening");
  const stallAfter = await page.evaluate(readLongestStall);
  const reloadBegan = Date.now();
  await page.reload();
  await expectPlayed(page, "Reopening"); // by itself, from what is stored
  const away = Date.now() - reloadBegan;
  await expect(page.getByText(/plays are saved here and will be reported later/)).toBeVisible();
  world.network.restore();
  await expectPlayed(page, "Last song");
  await expect(page.getByText("Nothing is scheduled right now.")).toBeVisible();
  await expect(page.getByText("All plays are reported")).toBeVisible();

  // what a busy machine held the page up for is no lateness of the player
  const stall = Math.max(stallBefore, stallAfter, await page.evaluate(readLongestStall));
  const noon = sounds.find(({ src }) => src === mediaOf("Noon"));
  // the recording before it would go on until 12:00:25
  expect(Math.abs((noon?.at ?? 0) - at("12:00:00"))).toBeLessThan((2_000 + stall) * world.rate);
  await page.goto("/login"); // the player's window is closed
  await world.stop();
  const received = await readPlays(world.place, world.logId);
  expect(
    received.map(({ position }) => planned[position]?.title),
    JSON.stringify(received),
  ).toEqual(planned.map(({ title }) => title));
  for (const { position, startedAt, seconds, reason, substituteReason } of received) {
    const item = planned[position] as Planned;
    const isShort = seconds < item.seconds * 0.95;
    expect(substituteReason, item.title).toBe(item.isMissing ? "UNPLAYABLE" : null);
    // a substitute may be a longer song than the item that it fills
    expect(
      item.isMissing ? ["SUBSTITUTE", "TOO_SHORT"] : [isShort ? "TOO_SHORT" : null],
      item.title,
    ).toContain(reason);
    const isJoined = item.title === "Opener" || item.isMissing;
    // up to 1.5 s early on a clock that is let be off by 2; a report's way to the platform, at the
    // clock's rate, makes plays later
    expect(startedAt - at(item.from), item.title).toBeGreaterThan(-4_000);
    if (!isJoined)
      expect(startedAt - at(item.from), item.title).toBeLessThan((4_000 + stall) * world.rate);
    expect(seconds, item.title).toBeLessThanOrEqual(
      item.seconds + (2 + stall / 1_000) * world.rate,
    );
    // while the page was loaded again nothing sounded
    const unheard = stall + (item.title === "Reopening" ? away : 0);
    if (!isJoined)
      expect(seconds, item.title).toBeGreaterThan(
        item.seconds * 0.7 - (unheard / 1_000) * world.rate,
      );
  }
});

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

test("the player installs as an app, and keeps the screen on while it plays [PLY-1]", async ({
  page,
  world,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/, 404);
  await page.context().grantPermissions(["screen-wake-lock"]);
  await page.addInitScript(countScreenLocks);
  const held = () => page.evaluate(() => (window as never as { screenLocks: number }).screenLocks);
  await startAt("15:00:11", world, page);
  await expect.poll(held).toBe(1);
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data = "" } = await cdp.send("Page.getAppManifest");
  expect([new URL(url).pathname, errors]).toEqual(["/player.webmanifest", []]);
  const { start_url, icons } = JSON.parse(data) as {
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect(start_url).toBe(new URL(page.url()).pathname);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (src) => {
      const bitmap = await createImageBitmap(await (await fetch(src)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect(size).toBe(sizes);
  }

  const install = page.getByRole("button", { name: "Install as an app" });
  await expect(install).toBeHidden();
  // a browser without a screen makes no offer
  await page.evaluate(() =>
    window.dispatchEvent(
      Object.assign(new Event("beforeinstallprompt"), { prompt: async () => {} }),
    ),
  );
  await install.click();
  await expect(install).toBeHidden();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Another reason" }).click();
  await expect.poll(held).toBe(0);
});

/** Counts in `window.screenLocks` the locks of the screen that the page holds. */
function countScreenLocks(): void {
  const page = window as never as { screenLocks: number };
  page.screenLocks = 0;
  const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (type) => {
    const lock = await ask(type);
    page.screenLocks++;
    lock.addEventListener("release", () => page.screenLocks--);
    return lock;
  };
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

test("one window of one device plays a store: others are told which, and take over when they say so; a browser goes on after a reboot [PLY-3]", async ({
  page,
  browser,
  world,
  expectStatus,
}) => {
  expectStatus(404);
  await page.addInitScript(busyOnceItAsksForTheSound);
  await startAt("11:58:43", world, page);
  await expectPlayed(page, "Opener");
  const window = await page.context().newPage();
  await window.goto("/store-manager");
  await expect(
    window.getByText("Another window of this browser is playing this store's music."),
  ).toBeVisible();
  await window.getByRole("button", { name: "Play here instead" }).click();
  await expect(
    page.getByText("Another window of this browser is playing this store's music."),
  ).toBeVisible();
  await expect(window.getByText("Now playing")).toBeVisible();

  const tablet = await browser.newContext({ userAgent: "Mozilla/5.0 (Android 15) Firefox/140.0" });
  await world.move(tablet);
  const other = await tablet.newPage();
  await other.goto(world.url);
  await signInByForm("store.manager", other);
  await other.getByRole("button", { name: "Start playing" }).click();
  await expect(
    other.getByText(/^Chrome on Linux has been playing this store's music since \w+ 11:5\d\./),
  ).toBeVisible();
  await other.getByRole("button", { name: "Play here instead" }).click();
  await expect(other.getByText("Now playing")).toBeVisible();
  await expect(
    window.getByText(/^Firefox on Android has been playing this store's music since/),
  ).toBeVisible();

  await tablet.clearCookies({ name: "fever" });
  await other.reload();
  await expect(other.getByText("Now playing")).toBeVisible();
  await expect(other.getByRole("link", { name: "Account" })).toHaveCount(0);
  await expect(other.getByText("All plays are reported")).toBeVisible();
  await tablet.close();
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

/** Runs in a page: one of a slow device, which hears too late that no other window plays. */
function busyOnceItAsksForTheSound() {
  const ask = navigator.locks.request.bind(navigator.locks) as (
    ...lockArguments: unknown[]
  ) => unknown;
  Object.assign(navigator.locks, {
    request(...lockArguments: unknown[]) {
      const answer = ask(...lockArguments);
      for (const until = performance.now() + 2_500; performance.now() < until; );
      return answer;
    },
  });
}

/** Opens the page of the store that store.manager plays. */
async function openStoreOfManager(world: World, page: Page) {
  await page.goto(`/admin/stores?${new URLSearchParams({ search: world.storeName })}`);
  await page.getByRole("link", { name: world.storeName, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Remote control" })).toBeVisible();
}

const dayMs = 86_400_000;

/**
 * Signs the store's player in and presses Start at a time of the store's clock, which stands still
 * until something sounds, and runs at most `fastest` times as fast as the real one.
 */
async function startAt(clock: string, world: World, page: Page, fastest = 2) {
  world.runAtMost(fastest);
  await world.move(page.context());
  await signInByForm("store.manager", page);
  await expect(page.getByRole("button", { name: "Start playing" })).toBeEnabled();
  await world.hold(at(clock), page);
  await page.getByRole("button", { name: "Start playing" }).click();
  await expect.poll(() => page.evaluate(readSoundStarts)).not.toEqual([]);
  await world.go(page);
}

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
const readSoundStarts = () => (window as never as Recorder).soundStarts;
const readLongestStall = () => (window as never as Recorder).longestStall;

/** Waits until this page has begun to play an item. */
const expectPlayed = (page: Page, title: string) =>
  expect
    .poll(async () => (await page.evaluate(readSoundStarts)).map(({ src }) => src), {
      message: title,
    })
    .toContain(mediaOf(title));

const ids = new Map<string, string>();
const mediaOf = (title: string) => `/store-manager/media/${ids.get(title)}`;

/**
 * Publishes the day for the store manager's store as the only log from today on, with a recording
 * for each item but the lost one.
 */
async function publish(place: Place): Promise<Pick<World, "logId" | "storeName">> {
  const database = await openPlace(place);
  const { db } = database;
  const [store] = await db
    .select({ companyId: table.store.companyId, id: table.store.id, name: table.store.name })
    .from(table.userUnit)
    .innerJoin(
      table.store,
      and(
        eq(table.store.companyId, table.userUnit.companyId),
        eq(table.store.id, table.userUnit.storeId),
      ),
    )
    .innerJoin(
      table.appUser,
      and(
        eq(table.appUser.companyId, table.userUnit.companyId),
        eq(table.appUser.id, table.userUnit.userId),
      ),
    )
    .where(eq(table.appUser.username, "store.manager"));
  if (!store) throw new Error("store.manager has no store");
  const { companyId, id: storeId } = store;
  const ofStore = and(eq(table.storeLog.companyId, companyId), eq(table.storeLog.storeId, storeId));
  const current = and(ofStore, isNull(table.storeLog.supersededAt));
  const [before] = await db
    .select({ playlistId: table.storeLog.playlistId })
    .from(table.storeLog)
    .where(current);
  await db
    .update(table.storeLog)
    .set({ supersededAt: sql`now()` })
    .where(and(current, gte(table.storeLog.day, day)));
  // in the evening the demo's store has played today, maybe at an instant at which this log plays too
  await db
    .delete(table.playLog)
    .where(
      and(
        eq(table.playLog.companyId, companyId),
        eq(table.playLog.storeId, storeId),
        gte(table.playLog.day, day),
      ),
    );
  const [provider] = await db.select({ id: table.song.companyId }).from(table.song).limit(1);
  const positions: StoredPosition[] = [];
  for (const [
    index,
    { title, kind, from, seconds, recordedSeconds = seconds, cues, isMissing },
  ] of planned.entries()) {
    const cueColumns = {
      cueInMs: (cues?.[0] ?? 0) * 1000,
      cueOutMs: cues ? cues[1] * 1000 : null,
      audioMs: recordedSeconds * 1000,
    };
    const audioFile = recordingOf(title);
    if (!isMissing)
      await writeTone(join(place.folder, "files", audioFile), recordedSeconds, 200 + 50 * index);
    const position = { kind, durationSeconds: seconds, startsAt: at(from), startSeconds: 0 };
    if (kind === "MUSIC") {
      const song = {
        companyId: provider?.id ?? 0,
        title,
        artist: "Artist",
        durationSeconds: seconds,
        ...cueColumns,
        audioFile,
      };
      const [{ id } = { id: 0 }] = await db
        .insert(table.song)
        .values(song)
        .returning({ id: table.song.id });
      ids.set(title, makeMediaId({ kind: "song", id }, audioFile));
      positions.push({ ...position, songId: id });
    } else {
      const spot = { companyId, kind, name: title, durationSeconds: seconds, audioFile };
      const [{ id } = { id: 0 }] = await db
        .insert(table.spot)
        .values(spot)
        .returning({ id: table.spot.id });
      ids.set(title, makeMediaId({ kind: "spot", id }, audioFile));
      positions.push({ ...position, spotId: id, name: title });
    }
  }
  const [log] = await db
    .insert(table.storeLog)
    .values({
      companyId,
      storeId,
      day,
      playlistId: before?.playlistId ?? 0,
      createdAt: new Date(at("00:00:00")),
      ...foldLog(positions, []),
    })
    .returning({ id: table.storeLog.id });
  await database.close();
  return { logId: log?.id ?? 0, storeName: store.name };
}

const recordingOf = (title: string) =>
  `audio/time-lapse-${planned.findIndex((item) => item.title === title)}.wav`;

async function writeTone(path: string, seconds: number, hertz: number) {
  const tone = Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, n) => 0.2 * Math.sin((2 * Math.PI * hertz * n) / SAMPLE_RATE),
  );
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, encodeWav(tone));
}

/** Reads what the platform has received of a log, in the order it was played. */
async function readPlays(place: Place, ofLog: number) {
  const database = await openPlace(place);
  const rows = await database.db
    .select({
      position: table.playLog.position,
      startedAt: table.playLog.startedAt,
      seconds: table.playLog.seconds,
      reason: table.playLog.reason,
      substituteReason: table.playLog.substituteReason,
    })
    .from(table.playLog)
    .where(eq(table.playLog.logId, ofLog))
    .orderBy(table.playLog.startedAt);
  await database.close();
  return rows.map(({ position, startedAt, ...row }) => ({
    ...row,
    position: position ?? -1,
    startedAt: new Date(startedAt).getTime(),
  }));
}
