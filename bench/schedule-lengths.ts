/**
 * Fitting songs of unequal lengths to fixed points: charts of short, middling and long songs, a top
 * of the hour and two ads each hour, 28 days, each with those before it as its history. Prints one
 * JSON line. Run: npx tsx bench/schedule-lengths.ts
 */

import { measureDays, unequalCharts, unequalDay } from "../tests/support/unequal-lengths.ts";
import { limited, say, stated } from "./support/figures.ts";

const days = 28;
const mixes = [
  [50, 30, 20],
  [60, 30, 10],
  [34, 33, 33],
  [20, 30, 50],
];
const many = [
  { name: "Current", percent: 60, songs: 1500, shortest: 150, longest: 210 },
  { name: "Recurrent", percent: 30, songs: 900, shortest: 190, longest: 270 },
  { name: "Gold", percent: 10, songs: 600, shortest: 260, longest: 380 },
];

const measured = mixes.map((percents) => {
  const charts = unequalCharts.map((chart, place) => ({ ...chart, percent: percents[place] ?? 0 }));
  return measureDays(unequalDay({ charts }), days);
});
const charts = measured.flatMap((one) => one.charts);
const most = (values: readonly number[]) => Math.max(...values);
const large = measureDays(unequalDay({ charts: many }), days);

say("schedule-lengths", [
  limited("unbreakable rules broken", most(measured.map(({ broken }) => broken)), 0, "in 28 days"),
  limited(
    "songs from outside the called chart",
    most(measured.map(({ outside }) => outside)),
    0,
    "in 28 days",
  ),
  limited(
    "correlation of a chart's plays with length",
    most(charts.map(({ correlation }) => Math.abs(correlation))),
    0.15,
    "either way",
  ),
  limited(
    "the most played song",
    most(charts.map(({ mostOverMean }) => mostOverMean)),
    2,
    "times its chart's mean",
  ),
  limited(
    "coefficient of variation of a chart's plays",
    most(charts.map(({ variation }) => variation)),
    0.12,
    "of the mean",
  ),
  limited("all pauses", most(measured.map(({ silenceADay }) => silenceADay)), 60, "s a day"),
  stated("longest pause", most(measured.map(({ worstPause }) => worstPause)), "s"),
  limited(
    "Gold never played of 3,000 songs",
    (large.charts.at(-1)?.neverPlayed ?? 1) * 100,
    0.5,
    "%",
  ),
  stated("making a day, 400 songs", most(measured.map(({ milliseconds }) => milliseconds)), "ms"),
]);
