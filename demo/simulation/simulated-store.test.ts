import { expect, test } from "vitest";
import { openAccount } from "./account.ts";
import type { DueItem } from "./due-item.ts";
import { noFaults } from "./faults.ts";
import { SimulatedStore } from "./simulated-store.ts";
import { wallClock } from "./wall-clock.ts";

const second = 1000;
const hour = 3600 * second;
const begins = Date.parse("2026-06-01T10:00:00Z");

/** Songs that follow each other without a gap, of these lengths (s). */
function songsOf(
  logId: number,
  from: number,
  lengths: readonly number[],
  day = "2026-06-01",
): DueItem[] {
  let startsAt = from;
  return lengths.map((seconds, place) => {
    const item = {
      startsAt,
      endsAt: startsAt + seconds * second,
      seconds,
      id: 100 * logId + place,
      mediaId: `song-${100 * logId + place}`,
    };
    startsAt = item.endsAt;
    return { ...item, itemId: `${logId}-${place}`, logId, day, kind: "MUSIC", campaignId: null };
  });
}

const shop = { id: 1, hours: [], exceptions: [], volume: 60, threshold: 30 };

test("a store that comes back in the middle of a song misses what the new version has meanwhile, and names it [TRU-1]", () => {
  const account = openAccount(false);
  const published = begins + hour;
  const faults = {
    ...noFaults,
    offline: [{ from: published - 60 * second, to: published + 180 * second }],
  };
  const store = new SimulatedStore({ shop, wall: wallClock("UTC"), faults, account, seed: "seed" });
  // the version before: a song from 100 to 340 seconds after the new one was published, which sounds
  // when the store is back
  const before = songsOf(1, begins, [3700, 240, 200]);
  const now = songsOf(2, published, [200, 140, 260]);
  store.live({ from: begins, items: before, logIds: new Set([1]), isActive: true }, published);
  store.live(
    { from: published, items: now, logIds: new Set([2]), isActive: true },
    published + 600 * second,
  );
  const [songs] = account.positions.values();
  expect(songs).toEqual({ scheduled: 4, played: 2, faults: { OTHER_VERSION: 2 } });
});

test("a store whose log had run out misses what its stand-in still sounds over when it is back, and names it [TRU-1]", () => {
  const account = openAccount(false);
  const published = begins + 24 * hour;
  const faults = {
    ...noFaults,
    offline: [{ from: published - 60 * second, to: published + 100 * second }],
  };
  const store = new SimulatedStore({ shop, wall: wallClock("UTC"), faults, account, seed: "seed" });
  // a day later, at the hour of its last log, it begins a stand-in of 600 seconds
  const before = songsOf(1, begins, [600, 600]);
  const now = songsOf(2, published, [200, 100, 390, 200], "2026-06-02");
  store.live({ from: begins, items: before, logIds: new Set([1]), isActive: true }, published);
  store.live(
    { from: published, items: now, logIds: new Set([2]), isActive: true },
    published + 890 * second,
  );
  expect(account.positions.get("1 2026-06-02 MUSIC")).toEqual({
    scheduled: 4,
    played: 1,
    faults: { NO_LOG: 3 },
  });
});
