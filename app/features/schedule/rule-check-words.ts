import type { Figures } from "#contract/base/figures";
import { filterLimits } from "#contract/schedule/mix-words";
import type { CheckedLine, RuleCheck, Shortage } from "#contract/schedule/rule-check";
import { rowRules } from "#contract/schedule/separation-words";
import { ruleCheckTexts } from "./rule-texts";
import { durationWords } from "./rule-words";

/**
 * A rule check in words: for each country, what will be broken and what helps, with the figures.
 */
export type CheckWords = {
  warnings: string[];
  countries: {
    title: string;
    lines: { name: string; facts: { term: string; value: string }[] }[];
  }[];
};

export const checkWords = ({ countries }: RuleCheck, figures: Figures): CheckWords => ({
  warnings: countries.flatMap(({ countryName, lines, shortages, monotonies }) => [
    ...lines.flatMap((line) => lineWarnings(countryName, line, figures)),
    ...shortageWords(shortages, "the mix", figures).map(
      (words) => `${ruleCheckTexts.together(countryName)} ${capital(words)}`,
    ),
    ...monotonies.map(({ rule, most, percent }) =>
      ruleCheckTexts.inARow(
        countryName,
        `${percent}%`,
        rowRules[rule],
        figures.counted(most, "song"),
      ),
    ),
  ]),
  countries: countries.map(({ countryName, stores, lines }) => ({
    title: `${countryName}, ${figures.counted(stores, "store")}`,
    lines: lines.map((line) => ({
      name: `${line.name}, ${line.percent}%`,
      facts: factsOf(line, figures),
    })),
  })),
});

function lineWarnings(country: string, line: CheckedLine, figures: Figures): string[] {
  const { kind, name, percent, active, playable, songs, shortages } = line;
  if (!active) return [ruleCheckTexts.inactive(country, name)];
  const why = missingWords(line, figures);
  if (playable === 0) {
    if (kind === "songs" && songs === 0) return [ruleCheckTexts.noMatch(country, name)];
    const whyNone = why ? ` (${why})` : "";
    return [
      kind === "chart"
        ? ruleCheckTexts.none(country, name, whyNone)
        : ruleCheckTexts.nonePlayable(country, name, whyNone),
    ];
  }
  const beginning = ruleCheckTexts.partly(
    country,
    figures.figure(playable),
    figures.counted(songs, "song"),
    name,
  );
  return shortageWords(shortages, `${percent}%`, figures).map((words) => `${beginning} ${words}`);
}

/** If minimum rest cannot be kept, the other rules fail too, so only rest is mentioned. */
function shortageWords(
  shortages: readonly Shortage[],
  who: string,
  { counted }: Figures,
): string[] {
  const rest = shortages.find(({ rule }) => rule === "MINIMUM_REST");
  return (rest ? [rest] : shortages).map(({ rule, have, need, minutes, count = 1 }) => {
    const plays = counted(need, "play");
    const time = durationWords(minutes);
    if (rule === "MINIMUM_REST") return ruleCheckTexts.rest(who, plays, time);
    if (rule === "ARTIST_SEPARATION")
      return ruleCheckTexts.artists(who, counted(have, "artist"), plays, time);
    if (rule === "TITLE_SEPARATION")
      return ruleCheckTexts.titles(who, counted(have, "title"), plays, time);
    if (rule === "ALBUM_SEPARATION")
      return ruleCheckTexts.albums(who, counted(have, "album"), plays, time);
    const songs = counted(need, "song");
    if (rule === "WEEK_OFFSET") return ruleCheckTexts.weekOffset(who, songs);
    if (rule === "PLAYS_A_DAY") return ruleCheckTexts.playsADay(who, songs, counted(count, "play"));
    return ruleCheckTexts.dayOffset(who, songs, counted(count, "day"));
  });
}

function factsOf(line: CheckedLine, figures: Figures): { term: string; value: string }[] {
  const { kind, playable, songs, playsPerHour, turnoverMinutes } = line;
  const missing = missingWords(line, figures);
  return [
    {
      term: "Can be played",
      value: `${figures.figure(playable)} of ${figures.counted(songs, "song")}${missing ? ` (${missing})` : ""}`,
    },
    ...(kind === "songs" && playable > filterLimits.songs
      ? [{ term: "Played", value: ruleCheckTexts.newest(figures.figure(filterLimits.songs)) }]
      : []),
    { term: "Plays per hour", value: `about ${figures.rounded(playsPerHour)}` },
    ...(turnoverMinutes === null
      ? []
      : [
          {
            term: "All played once",
            value: `after ${durationWords(Math.max(1, turnoverMinutes))}`,
          },
        ]),
  ];
}

const missingWords = (
  { withoutAudio, notLicensed, outsideWindow }: CheckedLine,
  { figure }: Figures,
): string =>
  [
    ...(withoutAudio > 0 ? [`${figure(withoutAudio)} without audio`] : []),
    ...(notLicensed > 0 ? [`${figure(notLicensed)} not licensed`] : []),
    ...(outsideWindow > 0 ? [ruleCheckTexts.outsideWindow(figure(outsideWindow))] : []),
  ].join(", ");

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
