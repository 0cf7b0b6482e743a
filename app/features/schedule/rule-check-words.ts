import { counted, figure } from "#contract/base/figure";
import type { CheckedLine, RuleCheck, Shortage } from "#contract/schedule/rule-check";
import { durationWords } from "./rule-words";
import { ruleCheckTexts } from "./texts";

/** What a rule check says: of each country what will give and what helps, and the figures behind it. */
export type CheckWords = {
  warnings: string[];
  countries: { title: string; lines: { chart: string; facts: { term: string; value: string }[] }[] }[];
};

export const checkWords = ({ countries }: RuleCheck): CheckWords => ({
  warnings: countries.flatMap(({ countryName, lines, shortages }) => [
    ...lines.flatMap((line) => lineWarnings(countryName, line)),
    ...shortageWords(shortages, "the mix").map((words) => `${ruleCheckTexts.together(countryName)} ${capital(words)}`),
  ]),
  countries: countries.map(({ countryName, stores, lines }) => ({
    title: `${countryName}, ${counted(stores, "store")}`,
    lines: lines.map((line) => ({ chart: `${line.chartName}, ${line.percent}%`, facts: factsOf(line) })),
  })),
});

function lineWarnings(country: string, line: CheckedLine): string[] {
  const { chartName, percent, active, playable, songs, shortages } = line;
  if (!active) return [ruleCheckTexts.inactive(country, chartName)];
  const why = missingWords(line);
  if (playable === 0) return [ruleCheckTexts.none(country, chartName, why ? ` (${why})` : "")];
  const beginning = ruleCheckTexts.partly(country, figure(playable), counted(songs, "song"), chartName);
  return shortageWords(shortages, `${percent}%`).map((words) => `${beginning} ${words}`);
}

/** Where the rest cannot be kept the others are given up as well, so it alone is said. */
function shortageWords(shortages: readonly Shortage[], who: string): string[] {
  const rest = shortages.find(({ rule }) => rule === "MINIMUM_REST");
  return (rest ? [rest] : shortages).map(({ rule, have, need, minutes }) => {
    const [plays, time] = [counted(need, "play"), durationWords(minutes)];
    if (rule === "MINIMUM_REST") return ruleCheckTexts.rest(who, plays, time);
    if (rule === "ARTIST_SEPARATION") return ruleCheckTexts.artists(who, counted(have, "artist"), plays, time);
    if (rule === "TITLE_SEPARATION") return ruleCheckTexts.titles(who, counted(have, "title"), plays, time);
    return ruleCheckTexts.dayOffset(who, counted(need, "song"));
  });
}

function factsOf(line: CheckedLine): { term: string; value: string }[] {
  const { playable, songs, playsPerHour, turnoverMinutes } = line;
  const missing = missingWords(line);
  return [
    { term: "Can be played", value: `${figure(playable)} of ${counted(songs, "song")}${missing ? ` (${missing})` : ""}` },
    { term: "Plays an hour", value: `about ${playsPerHour}` },
    ...(turnoverMinutes === null ? [] : [{ term: "All played once", value: `after ${durationWords(Math.max(1, turnoverMinutes))}` }]),
  ];
}

const missingWords = ({ withoutAudio, notLicensed }: CheckedLine): string =>
  [
    ...(withoutAudio > 0 ? [`${figure(withoutAudio)} without audio`] : []),
    ...(notLicensed > 0 ? [`${figure(notLicensed)} not licensed`] : []),
  ].join(", ");

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
