import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import { breakCauses } from "./break-causes.ts";

const line = (index: number, chart: string, { pool = 17, stage = "CATEGORY" } = {}) =>
  ({
    kind: "MUSIC",
    index,
    startSeconds: 36_000 + index * 240,
    title: `Song ${index}`,
    reason: { category: { id: 1, name: chart, percent: 60 }, pool, stage },
  }) as unknown as PlaylistLine;
const violation = (
  index: number,
  relaxed: ("MINIMUM_REST" | "ARTIST_SEPARATION" | "TITLE_SEPARATION")[],
) => ({
  index,
  relaxed,
  broken: [],
  stage: "RELAXED" as const,
});

test("a day's rule breaks are grouped by rule and chart, the most frequent first, each with what helps and every place [SCH-5] [UI-6]", () => {
  const lines = Array.from({ length: 130 }, (_, index) =>
    line(index, index < 120 ? "Popular" : "Own"),
  );
  const violations = lines.map(({ index }) =>
    violation(index, index < 120 ? ["ARTIST_SEPARATION"] : ["MINIMUM_REST", "TITLE_SEPARATION"]),
  );
  const gaps = [{ startSeconds: 43_200, seconds: 95, before: "TOH" as const }];
  const causes = breakCauses(
    { violations, gaps },
    lines,
    figuresIn(indianFormat),
    (at, hour) => `/${hour}/${at}`,
  );
  expect(causes.map(({ title, places }) => [title, places.length])).toEqual([
    ["1 pause", 1],
    ["Artist separation not kept, Popular: 120 songs", 120],
    ["Minimum rest not kept, Own: 10 songs", 10],
    ["Title separation not kept, Own: 10 songs", 10],
  ]);
  expect(causes[1]?.advice).toBe(
    "Popular has 17 songs that can be played here and gets 60% of the music. Add other artists, lower its share or the artist separation.",
  );
  expect(causes[2]?.advice).toBe(
    "Own has 17 songs that can be played here and gets 60% of the music. Add songs, lower its share or the minimum rest.",
  );
  // the songs of Own were listed above
  expect(causes[3]?.advice).toBe("Add other songs, lower its share or the title separation.");
  expect(causes[1]?.places[0]).toEqual({ key: "0", time: "10:00", title: "Song 0", to: "/10/0" });
});

test("a chart's songs are counted where it gave one, not in the fallback chart or the library; without one it has none [SCH-5] [UI-6]", () => {
  const lines = [
    line(0, "Popular"),
    line(1, "Popular", { pool: 430, stage: "LEAST_RECENT" }),
    {
      ...line(2, "Own"),
      reason: { category: { id: 2, name: "Own", percent: 40 }, pool: 129, stage: "FALLBACK" },
    },
  ] as PlaylistLine[];
  const violations = ([1, 2] as const).map((index) => ({
    index,
    relaxed: [],
    broken: [],
    stage: index === 1 ? ("LEAST_RECENT" as const) : ("FALLBACK" as const),
  }));
  const causes = breakCauses({ violations, gaps: [] }, lines, figuresIn(indianFormat), () => "/");
  expect(causes.map(({ advice }) => advice)).toEqual([
    expect.stringContaining(
      "Popular has 17 songs that can be played here and gets 60% of the music.",
    ),
    expect.stringContaining("Own has 0 songs that can be played here and gets 40% of the music."),
  ]);
});
