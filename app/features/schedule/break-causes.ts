import { showClock, showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { type BreakGroup, groupBreaks } from "#contract/schedule/break-causes";
import type { GroupDay } from "#contract/schedule/endpoints";
import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import { breakLabels } from "#contract/schedule/words";
import { breakTexts } from "./texts";

/** A reason why songs break a rule or a day pauses, with advice and the places where it happens. */
export type BreakCause = {
  key: string;
  title: string;
  advice: string;
  places: { key: string; time: string; title: string; to: string | null }[];
};

/** A day's pauses, then its rule breaks by cause and chart, the most frequent first. */
export function breakCauses(
  { violations, gaps }: Pick<GroupDay["summary"], "violations" | "gaps">,
  lines: readonly PlaylistLine[],
  figures: Figures,
  to: (at: number, hour: number) => string,
): BreakCause[] {
  const lineAt = new Map(lines.map((line) => [line.index, line]));
  const reasons = new Map(
    lines.flatMap((line) => (line.kind === "MUSIC" ? [[line.index, line.reason] as const] : [])),
  );
  const placeOf = (index: number) => {
    const line = lineAt.get(index);
    if (!line) return [];
    const { startSeconds, title } = line;
    return [
      {
        key: String(index),
        time: showClock(startSeconds),
        title,
        to: to(index, Math.floor(startSeconds / 3600)),
      },
    ];
  };
  const pausesOf = (key: string, advice: string, some: typeof gaps): BreakCause[] => {
    const places = some.map(({ startSeconds, seconds }) => ({
      key: String(startSeconds),
      time: showClock(startSeconds),
      title: showLength(seconds),
      to: null,
    }));
    return some.length > 0
      ? [{ key, title: figures.counted(some.length, "pause"), advice, places }]
      : [];
  };
  const pauses = [
    ...pausesOf(
      "pauses",
      lines.some(({ kind }) => kind === "MUSIC") ? breakTexts.pauses : breakTexts.silent,
      gaps.filter(({ chosen }) => !chosen),
    ),
    ...pausesOf(
      "chosen pauses",
      breakTexts.chosenPauses,
      gaps.filter(({ chosen }) => chosen),
    ),
  ];
  const groups = groupBreaks({ violations }, reasons);
  const advice = adviceFor(groups, figures);
  const songs = groups.map((group, place) => ({
    key: `${group.cause} ${group.chart?.name}`,
    title: `${causeTitle(group)}: ${figures.counted(group.indexes.length, "song")}`,
    advice: advice[place] ?? "",
    places: group.indexes.flatMap(placeOf),
  }));
  return [...pauses, ...songs];
}

/** "Artist separation not kept, Popular". */
export const causeTitle = ({ cause, chart }: Pick<BreakGroup, "cause" | "chart">): string =>
  chart ? `${breakLabels[cause]}, ${chart.name}` : breakLabels[cause];

/**
 * Says how many songs a chart has for its share, and what helps against each cause; each sentence
 * once.
 */
export function adviceFor(
  groups: readonly Pick<BreakGroup, "cause" | "chart">[],
  { counted }: Figures,
): string[] {
  const usedSentences = new Set<string>();
  return groups.map(({ cause, chart }) => {
    const isKnown = chart && (chart.pool > 0 || cause === "FALLBACK" || cause === "LEAST_RECENT");
    const poolSentence = isKnown
      ? breakTexts.pool(chart.name, counted(chart.pool, "song"), `${chart.percent}%`)
      : "";
    const newSentences = [poolSentence, breakTexts.helps[cause]].filter(
      (sentence) => sentence && !usedSentences.has(sentence),
    );
    for (const sentence of newSentences) usedSentences.add(sentence);
    return newSentences.join(" ");
  });
}
