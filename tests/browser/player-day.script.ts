import { expect, signInByForm } from "./journey.ts";
import {
  at,
  expectPlayed,
  mediaOf,
  type PlannedItem,
  planned,
  readLongestStall,
  readPlays,
  readSoundStarts,
  startAt,
  test,
} from "./player-shop.ts";

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
    const item = planned[position] as PlannedItem;
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
