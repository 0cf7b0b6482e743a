import fc from "fast-check";
import { expect, test } from "vitest";
import { type LogItem, type Play, type Player, playUntil, switchedOn } from "./playing.ts";

/**
 * Items of minutes one after the other, as their files are: a letter each, "-" for none. A small
 * letter is a file that the player does not hold.
 */
const log = (files: string): LogItem[] =>
  [...files].map((file, n) => ({
    itemId: `1-${n}`,
    kind: "MUSIC",
    startsAt: n * 60_000,
    endsAt: (n + 1) * 60_000,
    mediaId: file === "-" ? null : `song-${file}`,
  }));
const secondsOf = (mediaId: string) => (/[A-Z]$/.test(mediaId) ? 40 : undefined);

/** Plays a log from an instant to another, looking at the clock at those given. */
function play(items: LogItem[], from: number, looks: number[], to: number): Play[] {
  let player: Player = { ...switchedOn(from), items };
  return [...looks.filter((look) => look > from && look < to).sort((a, b) => a - b), to].flatMap(
    (look) => {
      const passed = playUntil(player, look, { secondsOf });
      player = passed.player;
      return passed.plays;
    },
  );
}

test("what a player has played does not depend on how often it looked at its clock, and nothing overlaps [PLY-1]", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("A", "B", "C", "d", "-"), minLength: 1, maxLength: 12 }),
      fc.nat(700_000),
      fc.array(fc.nat(900_000), { maxLength: 20 }),
      (files, from, looks) => {
        const whole = play(log(files), from, [], 900_000);
        expect(play(log(files), from, looks, 900_000)).toEqual(whole);
        for (const [n, { from: next }] of whole.slice(1).entries())
          expect(next).toBeGreaterThanOrEqual(
            (whole[n]?.from ?? 0) + (whole[n]?.seconds ?? 0) * 1000 - 500,
          );
      },
    ),
  );
});

test("a missing file is replaced by stored songs until its item is over, each named as what it is [PLY-3]", () => {
  expect(play(log("A-bC"), 30_000, [], 240_000)).toEqual([
    { itemId: "1-0", from: 30_000, seconds: 30 },
    { mediaId: "song-A", reason: "NO_AUDIO", insteadOf: "1-1", from: 60_000, seconds: 40 },
    { mediaId: "song-A", reason: "NO_AUDIO", insteadOf: "1-1", from: 100_000, seconds: 20 },
    { mediaId: "song-A", reason: "UNPLAYABLE", insteadOf: "1-2", from: 120_000, seconds: 40 },
    { mediaId: "song-A", reason: "UNPLAYABLE", insteadOf: "1-2", from: 160_000, seconds: 20 },
    { itemId: "1-3", from: 180_000, seconds: 60 },
  ]);
});

test("after the log's end it goes on with stored songs at the hours in which the log played, and not at others [RUN-1]", () => {
  const dayMs = 86_400_000;
  const plays = play(log("AB"), dayMs - 60_000, [], dayMs + 600_000);
  expect(plays.map(({ reason, from, seconds }) => [reason, from - dayMs, seconds])).toEqual([
    ["NO_LOG", 0, 40],
    ["NO_LOG", 40_000, 40],
    ["NO_LOG", 80_000, 40],
  ]);
});
