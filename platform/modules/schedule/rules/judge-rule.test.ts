import { describe, expect, test } from "vitest";

import type { SeparationRule } from "#contract/schedule/separation-rules";
import { type CountedLine, judgeRule, type PoolCounts } from "./judge-rule.ts";

const pool = (playable: number, over: Partial<PoolCounts> = {}): PoolCounts => ({
  songs: playable,
  withoutAudio: 0,
  outsideWindow: 0,
  playable,
  artists: playable,
  titles: playable,
  albums: playable,
  averageSeconds: playable > 0 ? 270 : null,
  ...over,
});
const line = (percent: number, playable: number, over: Partial<CountedLine> = {}): CountedLine => ({
  kind: "chart",
  name: "A chart",
  active: true,
  percent,
  alike: {},
  ...pool(playable),
  ...over,
});
const rule = (over: object = {}) => ({
  separation: [
    { name: "MINIMUM_REST" as const, minutes: 180, breakable: false },
    { name: "ARTIST_SEPARATION" as const, minutes: 30, breakable: false },
    { name: "TITLE_SEPARATION" as const, minutes: 60, breakable: false },
  ] as SeparationRule[],
  ...over,
});
const day = 1440;

describe("Whether a rule can be kept [MST-1]", () => {
  test("17 of 116 songs are licensed: 60% needs 24 plays in 3 hours, which is told with its turnover", () => {
    const { lines, shortages } = judgeRule(
      rule(),
      day,
      [line(60, 17, { songs: 116 }), line(40, 500)],
      pool(517),
    );
    expect(lines[0]).toMatchObject({
      songs: 116,
      playable: 17,
      notLicensed: 99,
      playsPerHour: 8,
      turnoverMinutes: 128,
    });
    expect(lines[0]?.shortages).toEqual([
      { rule: "MINIMUM_REST", have: 17, need: 24, minutes: 180 },
    ]);
    expect(lines[1]?.shortages).toEqual([]);
    expect(shortages).toEqual([]);
  });

  test("exactly enough songs are enough", () => {
    const shortagesWith = (playable: number) =>
      judgeRule(rule(), day, [line(60, playable), line(40, 500)], pool(600)).lines[0]?.shortages;
    expect(shortagesWith(24)).toEqual([]);
    expect(shortagesWith(23)).toHaveLength(1);
  });

  test("few artists, few titles and too few songs for yesterday's hour are told apart", () => {
    const rulesOf = (over: object, counts: Partial<CountedLine>) =>
      judgeRule(rule(over), day, [line(100, 200, counts)], pool(200)).lines[0]?.shortages.map(
        (shortage) => shortage.rule,
      );
    expect(rulesOf({}, { artists: 5 })).toEqual(["ARTIST_SEPARATION"]);
    expect(rulesOf({}, { titles: 12 })).toEqual(["TITLE_SEPARATION"]);
    expect(
      rulesOf({ separation: [{ name: "DAY_OFFSET", breakable: false }] }, { playable: 20 }),
    ).toEqual(["DAY_OFFSET"]);
    const days = [{ name: "DAY_OFFSET", days: 7, breakable: true }];
    expect(rulesOf({ separation: days }, { playable: 100 })).toEqual(["DAY_OFFSET"]);
    const aDay = [{ name: "PLAYS_A_DAY", plays: 2, breakable: true }];
    expect(rulesOf({ separation: aDay }, { playable: 150 })).toEqual(["PLAYS_A_DAY"]);
    expect(rulesOf({ separation: aDay }, { playable: 170 })).toEqual([]);
    const albums = [{ name: "ALBUM_SEPARATION", minutes: 60, breakable: true }];
    expect(rulesOf({ separation: albums }, { albums: 4 })).toEqual(["ALBUM_SEPARATION"]);
    expect(rulesOf({ separation: [] }, { artists: 1, titles: 1 })).toEqual([]);
  });

  test("charts whose songs are all alike are told where the rest of the mix is too little to stand between them", () => {
    const alternating = (most: number, first: object, second: object) =>
      judgeRule(
        rule({ separation: [{ name: "LANGUAGE_IN_A_ROW", most, breakable: false }] }),
        day,
        [line(60, 500, { alike: first }), line(40, 500, { alike: second })],
        pool(1000),
      ).monotonies;
    const hindi = { LANGUAGE_IN_A_ROW: 7 };
    expect(alternating(1, hindi, {})).toEqual([
      { rule: "LANGUAGE_IN_A_ROW", most: 1, percent: 60 },
    ]);
    expect(alternating(2, hindi, {})).toEqual([]);
    expect(alternating(20, hindi, hindi)).toEqual([
      { rule: "LANGUAGE_IN_A_ROW", most: 20, percent: 100 },
    ]);
    expect(alternating(1, { MOOD_IN_A_ROW: 7 }, {})).toEqual([]);
    expect(alternating(1, {}, { LANGUAGE_IN_A_ROW: 9 })).toEqual([]);
  });

  test("a short slot calls for no more than it holds", () => {
    const lines = [line(60, 17), line(40, 500)];
    expect(judgeRule(rule(), 120, lines, pool(517)).lines[0]?.shortages).toEqual([]);
    expect(judgeRule(rule(), 135, lines, pool(517)).lines[0]?.shortages).toEqual([
      { rule: "MINIMUM_REST", have: 17, need: 18, minutes: 135 },
    ]);
  });

  test("charts that share their songs and artists are counted together, where none alone explains it", () => {
    const { lines, shortages } = judgeRule(rule(), day, [line(60, 30), line(40, 30)], pool(35));
    expect(lines.flatMap((line) => line.shortages)).toEqual([]);
    expect(shortages).toEqual([{ rule: "MINIMUM_REST", have: 35, need: 40, minutes: 180 }]);
  });

  test("a chart without a playable song says why, and calls nothing a shortage", () => {
    const { lines, shortages } = judgeRule(
      rule(),
      day,
      [line(60, 0, { songs: 30, withoutAudio: 12 }), line(40, 9)],
      pool(9),
    );
    expect(lines[0]).toMatchObject({
      playable: 0,
      withoutAudio: 12,
      notLicensed: 18,
      turnoverMinutes: null,
      shortages: [],
    });
    expect(shortages).toEqual([]);
  });
});
