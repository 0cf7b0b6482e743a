import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import type { PlaylistLine } from "#contract/schedule/endpoints";
import { breakCauses } from "./break-causes.ts";

const line = (index: number, chart: string, pool = 17) =>
  ({
    kind: "MUSIC",
    index,
    startSeconds: 36_000 + index * 240,
    title: `Song ${index}`,
    reason: { category: { id: 1, name: chart, percent: 60 }, pool },
  }) as unknown as PlaylistLine;
const violation = (index: number, relaxed: ("MINIMUM_REST" | "ARTIST_SEPARATION" | "TITLE_SEPARATION")[]) => ({
  ...{ index, relaxed, broken: [] },
  stage: "RELAXED" as const,
});

test("a day's rule breaks are grouped by rule and chart, the most frequent first, each with what helps and every place [UI-6]", () => {
  const lines = Array.from({ length: 130 }, (_, index) => line(index, index < 120 ? "Popular" : "Own"));
  const violations = lines.map(({ index }) => violation(index, index < 120 ? ["ARTIST_SEPARATION"] : ["MINIMUM_REST", "TITLE_SEPARATION"]));
  const gaps = [{ startSeconds: 43_200, seconds: 95, before: "TOH" as const }];
  const causes = breakCauses({ violations, gaps }, lines, figuresIn(indianFormat), (at, hour) => `/${hour}/${at}`);
  expect(causes.map(({ title, places }) => [title, places.length])).toEqual([
    ["1 pause", 1],
    ["Artist separation not kept, Popular: 120 songs", 120],
    ["Minimum rest, title separation not kept, Own: 10 songs", 10],
  ]);
  expect(causes[1]?.advice).toBe(
    "Popular has 17 songs that can be played here and gets 60% of the music. Add other artists to the chart, lower its share or the artist separation.",
  );
  expect(causes[2]?.advice).toMatch(/lower its share or the minimum rest\.$/);
  expect(causes[1]?.places[0]).toEqual({ key: "0", time: "10:00", title: "Song 0", to: "/10/0" });
});
