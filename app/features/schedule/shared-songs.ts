import type { DayHours, MusicLine } from "#contract/schedule/playlist-lines";
import { wholePercent } from "~/lib/words/percent";

/** Where the other day has the song too: in the same hour, in another one, or nowhere. */
export type SongOverlap = "HOUR" | "DAY" | null;
export type SharedLine = { line: MusicLine; shared: SongOverlap };
/** An hour of two days; `same` counts the plays that both have in it. */
export type TwinHour = { hour: number; one: SharedLine[]; other: SharedLine[]; same: number };

/** Compares two days by the hour. Each play of a song pairs with one play of the other day. */
export function sideBySide(one: DayHours, other: DayHours) {
  const [first, second] = [songsByHour(one), songsByHour(other)];
  const ids = [first, second].map((hours) => new Set([...hours.values()].flat().map(songId)));
  const [firstIds = new Set<number>(), secondIds = new Set<number>()] = ids;
  const hours: TwinHour[] = [...new Set([...first.keys(), ...second.keys()])]
    .sort((a, b) => a - b)
    .map((hour) => {
      const [own, others] = [first.get(hour) ?? [], second.get(hour) ?? []];
      const left = marked(own, others, secondIds);
      return {
        hour,
        one: left,
        other: marked(others, own, firstIds),
        same: left.filter(({ shared }) => shared === "HOUR").length,
      };
    });
  return {
    hours,
    plays: hours.reduce((sum, hour) => sum + hour.one.length + hour.other.length, 0),
    /** Plays of one day that the other has in the same hour. */
    sameHour: hours.reduce((sum, { same }) => sum + same, 0),
    /** Different songs of both days together, and those that both play. */
    songs: new Set([...firstIds, ...secondIds]).size,
    bothSongs: [...firstIds].filter((id) => secondIds.has(id)).length,
  };
}

/** The share of two days' plays that both have in the same hour, as a whole percent. */
export const sharePercent = (same: number, plays: number): number => wholePercent(2 * same, plays);

function marked(
  lines: readonly MusicLine[],
  others: readonly MusicLine[],
  otherDay: ReadonlySet<number>,
): SharedLine[] {
  const free = others.map(songId);
  return lines.map((line) => {
    const partner = free.indexOf(line.songId);
    if (partner >= 0) free.splice(partner, 1);
    return {
      line,
      shared: partner >= 0 ? "HOUR" : otherDay.has(line.songId) ? "DAY" : null,
    };
  });
}

const songId = ({ songId }: MusicLine) => songId;
const songsByHour = (hours: DayHours): Map<number, MusicLine[]> =>
  new Map(
    hours.map(({ hour, lines }) => [
      hour,
      lines.flatMap((line) => (line.kind === "MUSIC" ? [line] : [])),
    ]),
  );
