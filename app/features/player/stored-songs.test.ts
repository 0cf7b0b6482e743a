import { expect, test } from "vitest";
import { hasRunOut, type PlayerItem } from "./player-item.client-safe";
import { cutOut } from "./stored-answer.client-safe";
import {
  chooseEvicted,
  chooseStandIn,
  providedUntil,
  type StoredSong,
} from "./stored-songs.client-safe";

const minute = 60_000;
const day = 1440 * minute;
const item = (
  src: string | null,
  startsAt: number,
  minutes = 1,
  kind: PlayerItem["kind"] = "MUSIC",
): PlayerItem => ({
  itemId: `1-${startsAt}`,
  kind,
  startsAt,
  day: "2026-11-20",
  time: "",
  seconds: minutes * 60,
  title: src ?? "",
  artist: null,
  src,
});
const song = (src: string, heardAt: number, kind: PlayerItem["kind"] = "MUSIC"): StoredSong => ({
  src,
  heardAt,
  kind,
  title: src,
  artist: null,
});

test("the song that stands in is the one not heard for the longest, no spot, and none that the log plays within the hour", () => {
  const songs = [song("a", 5), song("b", 3), song("c", 4), song("ad", 0, "AD")];
  const log = [item("b", 30 * minute)];
  expect(chooseStandIn(songs, log, { now: 0, last: null })?.src).toBe("c");
  expect(chooseStandIn(songs, log, { now: 0, last: "c" })?.src).toBe("a");
  expect(
    chooseStandIn([song("c", 3), song("b", 4)], [item("c", minute), ...log], { now: 0, last: null })
      ?.src,
  ).toBe("b");
  expect(
    chooseStandIn([song("b", 3), song("c", 4)], [...log, item("c", minute)], { now: 0, last: "b" })
      ?.src,
  ).toBe("c");
  expect(chooseStandIn([song("b", 3)], log, { now: 0, last: "b" })?.src).toBe("b");
  expect(chooseStandIn([song("ad", 0, "AD")], log, { now: 0, last: null })).toBeUndefined();
});

test("an old copy of a file is the same song: it rests and waits with the new one, and goes first [PLY-2]", () => {
  const media = "/store-manager/media/";
  const old = `${media}song-12`;
  const renewed = `${media}song-12-9f3a01bc`;
  const other = song(`${media}song-7-00000000`, 8);
  // the log plays the new copy within the hour: the old one does not stand in before it
  const log = [item(renewed, 30 * minute)];
  expect(chooseStandIn([song(old, 1), other], log, { now: 9, last: null })?.src).toBe(other.src);
  // one that was heard lately in its new copy has not rested in its old one
  const copies = [song(old, 1), song(renewed, 9), other];
  expect(chooseStandIn(copies, [], { now: 9, last: null })?.src).toBe(other.src);
  expect(chooseStandIn(copies, [], { now: 9, last: renewed })?.src).toBe(other.src);
  // alone it plays on, and it makes room for the new one
  expect(chooseStandIn([song(old, 1)], log, { now: 9, last: null })?.src).toBe(old);
  expect(chooseEvicted([other, song(old, 1)], log, 9, 30 * minute)?.src).toBe(old);
});

test("what the player chooses itself keeps the log's last rest of songs and artists; short of songs it gives up the artist first [PLY-3] [RUN-1]", () => {
  const now = 300 * minute;
  const rest = { songSeconds: 120 * 60, artistSeconds: 30 * 60 };
  const by = (src: string, artist: string | null, ago: number) => ({
    ...song(src, ago === 0 ? 0 : now - ago * minute),
    artist,
  });
  const choose = (...songs: StoredSong[]) =>
    chooseStandIn(songs, [], { now, last: null, rest })?.src;
  const recentSong = by("heard", "Asha Rao", 10);
  // the song unheard for the longest is by an artist who was heard ten minutes ago, if as a guest
  expect(
    choose(recentSong, by("first", "Nobody feat. Asha Rao", 200), by("second", "Ravi", 150)),
  ).toBe("second");
  expect(
    choose(recentSong, by("first", "Nobody feat. Asha Rao", 200), by("second", "Ravi", 100)),
  ).toBe("first");
  expect(choose(recentSong, by("second", "Ravi", 100))).toBe("second");
  expect(choose(recentSong)).toBe("heard");
  expect(choose(recentSong, by("never", "Ravi", 0), by("old", "Mira", 250))).toBe("never");
  // a whole night of a pool of forty songs: no song within two hours, no artist within half an hour
  const pool = Array.from({ length: 40 }, (_, place) =>
    by(`song ${place}`, `Artist ${place % 10}`, 0),
  );
  let at = now;
  let last = null as string | null;
  const plays: { src: string; artist: string | null; at: number }[] = [];
  for (let place = 0; place < 120; place++, at += 4 * minute) {
    const chosen = chooseStandIn(pool, [], { now: at, last, rest });
    if (!chosen) throw new Error("silence");
    plays.push({ src: chosen.src, artist: chosen.artist, at });
    [chosen.heardAt, last] = [at, chosen.src];
  }
  const gaps = (of: "src" | "artist") =>
    plays.flatMap((play, place) => {
      const before = plays.slice(0, place).findLast((one) => one[of] === play[of]);
      return before ? [play.at - before.at] : [];
    });
  expect(Math.min(...gaps("src"))).toBeGreaterThanOrEqual(120 * minute);
  expect(Math.min(...gaps("artist"))).toBeGreaterThanOrEqual(30 * minute);
});

test("room is made by what has been played, then by what is needed later than the new file, never by what is needed sooner", () => {
  const log = [item("now", 0, 5), item("next", 5 * minute), item("late", 300 * minute)];
  const stored = [song("now", 1), song("next", 0), song("late", 0)];
  const evicted = (songs: StoredSong[], neededAt: number) =>
    chooseEvicted(songs, log, minute, neededAt)?.src;
  expect(evicted([...stored, song("old", 9), song("older", 2)], 200 * minute)).toBe("older");
  expect(evicted(stored, 200 * minute)).toBe("late");
  expect(evicted(stored, 400 * minute)).toBeUndefined();
});

test("music is provided for until the first item whose file is missing, or the end of the log", () => {
  const log = [item("a", 0), item(null, minute), item("b", 2 * minute), item("c", 3 * minute)];
  const until = (...stored: string[]) => providedUntil(log, 30_000, (src) => stored.includes(src));
  expect(until("a", "b", "c")).toBe(4 * minute);
  expect(until("a", "c")).toBe(2 * minute);
  expect(until("b")).toBe(30_000);
  expect(providedUntil([], 30_000, () => true)).toBe(30_000);
});

test("a log that has run out goes on at the hours of the day that it last knew, and in no others [RUN-1]", () => {
  const opens = 10 * 60 * minute;
  const log = [item("a", opens, 60), item("b", opens + 60 * minute + 20_000, 60)];
  const closes = opens + 120 * minute + 20_000;
  const at = (when: number) => hasRunOut(log, when);
  expect([at(opens + minute), at(closes - 1)]).toEqual([false, false]);
  expect([at(closes), at(closes + minute), at(day + opens - 1)]).toEqual([false, false, false]);
  expect([
    at(day + opens),
    at(day + opens + 60 * minute + 10_000),
    at(9 * day + closes - 1),
  ]).toEqual([true, true, true]);
  expect([at(day + closes), at(9 * day + closes + minute)]).toEqual([false, false]);
  expect(hasRunOut([], day)).toBe(false);
});

test("a stored file is answered whole, in the part asked for, or 416, each with the length of what it says", async () => {
  const stored = () =>
    new Response("0123456789", {
      headers: { "Content-Type": "audio/mpeg", "Content-Length": "10" },
    });
  const answer = async (range: string | null) => {
    const response = await cutOut(stored(), range);
    return [
      response.status,
      response.headers.get("Content-Range"),
      await response.text(),
      response.headers.get("Content-Type"),
    ];
  };
  expect(await answer(null)).toEqual([200, null, "0123456789", "audio/mpeg"]);
  expect(await answer("bytes=0-")).toEqual([206, "bytes 0-9/10", "0123456789", "audio/mpeg"]);
  expect(await answer("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234", "audio/mpeg"]);
  expect(await answer("bytes=-3")).toEqual([206, "bytes 7-9/10", "789", "audio/mpeg"]);
  expect(await answer("bytes=7-99")).toEqual([206, "bytes 7-9/10", "789", "audio/mpeg"]);
  expect(await answer("bytes=10-")).toEqual([416, "bytes */10", "", "audio/mpeg"]);
  expect(await answer("lines=1-2")).toEqual([200, null, "0123456789", "audio/mpeg"]);
});
