import { expect, test } from "vitest";
import { browserStorage } from "../../../tests/support/browser-storage.ts";
import { newEventId, playOutStore } from "./play-out-store.client-safe";
import { itemAt, itemsAfter, type PlayerItem, soundAlike } from "./player-item.client-safe";
import { playerStorage, songBookOf } from "./player-storage.client-safe";

const storage = () => playerStorage(() => browserStorage());
const play = (minute: number, seconds = 60, skew = 0) => ({
  eventId: newEventId(),
  itemId: `1-${minute}`,
  startedAt: new Date(Date.UTC(2026, 10, 20, 6, minute)).toISOString(),
  seconds,
  skew,
});

test("plays stay until they are settled, the oldest is told first, and another store's are left alone [PLY-1]", () => {
  const shared = storage();
  const store = playOutStore(shared, 1);
  const other = playOutStore(shared, 2);
  const late = play(5);
  const early = play(1);
  const theirs = play(3);
  store.add(late);
  store.add(early);
  other.add(theirs);
  expect(store.batch(10)).toEqual([early, late]);
  expect(store.batch(1)).toEqual([early]);
  store.settle([early]);
  expect([store.batch(10), store.waiting(), other.waiting()]).toEqual([[late], 1, 1]);
  expect(playOutStore(shared, 1).batch(10)).toEqual([late]);
});

test("plays are told with what was timed by the same clock, so that the platform can take out how far that one was off [PLY-4]", () => {
  const store = playOutStore(storage(), 1);
  const early = play(1);
  const wrong = play(2, 60, 3_600_000);
  const late = play(3);
  for (const one of [early, wrong, late]) store.add(one);
  expect(store.batch(10)).toEqual([early, late]);
  store.settle([early, late]);
  expect(store.batch(10)).toEqual([wrong]);
});

test("what was not heard for a second is no play; what is cut in storage is dropped and stops nothing [PLY-1]", () => {
  const shared = storage();
  const store = playOutStore(shared, 1);
  store.add(play(1, 0));
  expect(store.waiting()).toBe(0);
  shared.setItem("fever.play-out.1.x", '{"eventId": "x');
  const whole = play(2);
  store.add(whole);
  expect(store.batch(10)).toEqual([whole]);
  expect(store.waiting()).toBe(1);
});

test("in a full storage the book of songs gives way to plays; plays that find no room wait in the page and are written when others are settled [PLY-1]", () => {
  const full = browserStorage(700);
  const shared = playerStorage(() => full);
  const store = playOutStore(shared, 1);
  shared.setItem(songBookOf(1), "x".repeat(400));
  const early = play(1);
  const late = play(2);
  const latest = play(3);
  for (const one of [early, late]) store.add(one);
  expect([full.getItem(songBookOf(1)), store.waiting(), store.isSafe()]).toEqual([null, 2, true]);
  for (const one of [latest, play(4)]) store.add(one);
  store.keepCurrent(play(5));
  expect([
    store.waiting(),
    store.isSafe(),
    playOutStore(
      playerStorage(() => full),
      1,
    ).waiting(),
  ]).toEqual([4, false, 3]);
  expect(store.batch(3)).toEqual([early, late, latest]);
  expect(store.current()?.seconds).toBe(60);
  store.settle([early, late]);
  expect([
    store.waiting(),
    store.isSafe(),
    playOutStore(
      playerStorage(() => full),
      1,
    ).waiting(),
  ]).toEqual([2, true, 2]);
});

test("a browser that refuses its storage keeps plays as long as the page is open [PLY-1]", () => {
  const store = playOutStore(
    playerStorage(() => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    }),
    1,
  );
  const one = play(1);
  store.add(one);
  expect([store.batch(10), store.isSafe()]).toEqual([[one], false]);
  store.settle([one]);
  expect(store.waiting()).toBe(0);
});

test("event ids are version 4 UUIDs and differ", () => {
  const ids = Array.from({ length: 100 }, newEventId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("the item of an instant, pauses between items, and what comes next [PLY-1]", () => {
  const item = (startsAt: number, seconds: number): PlayerItem => ({
    itemId: `1-${startsAt}`,
    kind: "MUSIC",
    startsAt,
    day: "2026-11-20",
    time: "",
    seconds,
    title: "",
    artist: null,
    src: "/a",
  });
  const [a, b, c] = [item(1000, 2), item(3000, 1), item(5000, 1)] as const;
  const at = (now: number) => itemAt([a, b, c], now)?.startsAt ?? null;
  expect([999, 1000, 2999, 3000, 3999, 4000, 5000, 6000].map(at)).toEqual([
    null,
    1000,
    1000,
    3000,
    3000,
    null,
    5000,
    null,
  ]);
  expect(itemsAfter([a, b, c], 1000, 1)).toEqual([b]);
  expect(soundAlike(a, { ...a, itemId: "2-0", startsAt: 1500 })).toBe(true);
  expect(soundAlike(a, { ...a, startsAt: 4000 })).toBe(false);
});
