import { showClock, showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { GroupDay } from "#contract/schedule/endpoints";
import type { DayHours, PlaylistLine } from "#contract/schedule/playlist-lines";
import { type ChartMark, type HourItem, type PrintedLine, spotKinds } from "~/ui/day";

/** Lists the bars of an hour's plays, including those that began before the hour. */
export function barsIn(
  hour: number,
  lines: readonly PlaylistLine[],
  chartOf?: (line: PlaylistLine) => ChartMark | null,
): HourItem[] {
  const begin = hour * 3600;
  const playing = lines.filter(
    ({ startSeconds, durationSeconds }) =>
      startSeconds < begin + 3600 && startSeconds + durationSeconds > begin,
  );
  return playing.map((line) => {
    const start = Math.max(0, line.startSeconds - begin);
    const seconds = Math.min(line.startSeconds + line.durationSeconds - begin, 3600) - start;
    return {
      start,
      seconds,
      kind: spotKinds[line.kind],
      title: line.title,
      ...(chartOf && { chart: chartOf(line) }),
    };
  });
}

/** Lists an hour's lines for printing. */
export const printedLines = (lines: readonly PlaylistLine[]): PrintedLine[] =>
  lines.map((line) => ({
    key: String(line.index),
    time: showClock(line.startSeconds, true),
    kind: spotKinds[line.kind],
    title: line.title,
    artist: line.kind === "MUSIC" ? line.artist : null,
    length: showLength(line.durationSeconds),
  }));

/**
 * True if stores are open on a day and have nothing to play. A day on which all stores are closed
 * has no hours and no pauses.
 */
export const isSilent = ({
  hours,
  summary,
}: Pick<GroupDay, "hours"> & { summary: Pick<GroupDay["summary"], "gaps"> }) =>
  hours.length === 0 && summary.gaps.length > 0;

export function openWords(hours: DayHours): string {
  const lines = hours.flatMap((hour) => hour.lines);
  const first = lines[0];
  const last = lines.at(-1);
  return first && last
    ? `${showClock(first.startSeconds)} to ${closing(last.startSeconds + last.durationSeconds)}`
    : "";
}

const closing = (seconds: number) =>
  Math.round(seconds / 60) === 1440 ? "24:00" : showClock(Math.round(seconds / 60) * 60);

export function countWords(lines: PlaylistLine[], { counted }: Figures): string {
  const count = (kind: PlaylistLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  const kinds = { song: count("MUSIC"), ad: count("AD"), promo: count("JINGLE") };
  return Object.entries(kinds)
    .flatMap(([kind, number]) => (number > 0 ? [counted(number, kind)] : []))
    .join(", ");
}
