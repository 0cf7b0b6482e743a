import { describe, expect, test } from "vitest";
import { type ChartCounts, judgeRule, type PoolCounts } from "./judge-rule.ts";

const pool = (playable: number, over: Partial<PoolCounts> = {}): PoolCounts => ({
  ...{ songs: playable, withoutAudio: 0, playable, artists: playable, titles: playable, averageSeconds: playable > 0 ? 270 : null },
  ...over,
});
const chart = (chartId: number, playable: number, over: Partial<ChartCounts> = {}): ChartCounts => ({
  ...{ chartId, chartName: `Chart ${chartId}`, active: true },
  ...pool(playable),
  ...over,
});
const rule = (over: object = {}) => ({
  mix: [
    { chartId: 1, percent: 60 },
    { chartId: 2, percent: 40 },
  ],
  ...{ minimumRestMinutes: 180, artistSeparationMinutes: 30, titleSeparationMinutes: 60, dayOffset: false },
  ...over,
});
const day = 1440;

describe("Whether a rule can be kept [MST-1]", () => {
  test("17 of 116 songs are licensed: 60% needs 24 plays in 3 hours, which is told with its turnover", () => {
    const { lines, shortages } = judgeRule(rule(), day, [chart(1, 17, { songs: 116 }), chart(2, 500)], pool(517));
    expect(lines[0]).toMatchObject({ songs: 116, playable: 17, notLicensed: 99, playsPerHour: 8, turnoverMinutes: 128 });
    expect(lines[0]?.shortages).toEqual([{ rule: "MINIMUM_REST", have: 17, need: 24, minutes: 180 }]);
    expect(lines[1]?.shortages).toEqual([]);
    expect(shortages).toEqual([]);
  });

  test("exactly enough songs are enough", () => {
    const shortagesWith = (playable: number) => judgeRule(rule(), day, [chart(1, playable), chart(2, 500)], pool(600)).lines[0]?.shortages;
    expect(shortagesWith(24)).toEqual([]);
    expect(shortagesWith(23)).toHaveLength(1);
  });

  test("few artists, few titles and too few songs for yesterday's hour are told apart", () => {
    const one = { mix: [{ chartId: 1, percent: 100 }] };
    const rulesOf = (over: object, counts: Partial<ChartCounts>) =>
      judgeRule(rule({ ...one, ...over }), day, [chart(1, 200, counts)], pool(200)).lines[0]?.shortages.map((shortage) => shortage.rule);
    expect(rulesOf({}, { artists: 5 })).toEqual(["ARTIST_SEPARATION"]);
    expect(rulesOf({}, { titles: 12 })).toEqual(["TITLE_SEPARATION"]);
    expect(rulesOf({ dayOffset: true, minimumRestMinutes: 0 }, { playable: 20 })).toEqual(["DAY_OFFSET"]);
    expect(rulesOf({ minimumRestMinutes: 0, artistSeparationMinutes: 0, titleSeparationMinutes: 0 }, { artists: 1, titles: 1 })).toEqual(
      [],
    );
  });

  test("a short slot calls for no more than it holds", () => {
    const charts = [chart(1, 17), chart(2, 500)];
    expect(judgeRule(rule(), 120, charts, pool(517)).lines[0]?.shortages).toEqual([]);
    expect(judgeRule(rule(), 135, charts, pool(517)).lines[0]?.shortages).toEqual([
      { rule: "MINIMUM_REST", have: 17, need: 18, minutes: 135 },
    ]);
  });

  test("charts that share their songs and artists are counted together, where none alone explains it", () => {
    const { lines, shortages } = judgeRule(rule(), day, [chart(1, 30), chart(2, 30)], pool(35));
    expect(lines.flatMap((line) => line.shortages)).toEqual([]);
    expect(shortages).toEqual([{ rule: "MINIMUM_REST", have: 35, need: 40, minutes: 180 }]);
  });

  test("a chart without a playable song says why, and calls nothing a shortage", () => {
    const { lines, shortages } = judgeRule(rule(), day, [chart(1, 0, { songs: 30, withoutAudio: 12 }), chart(2, 9)], pool(9));
    expect(lines[0]).toMatchObject({ playable: 0, withoutAudio: 12, notLicensed: 18, turnoverMinutes: null, shortages: [] });
    expect(shortages).toEqual([]);
  });
});
