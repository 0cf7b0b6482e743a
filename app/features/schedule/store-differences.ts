import { showClock } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { MusicLine, PlaylistLine } from "#contract/schedule/playlist-lines";

type Songs = readonly PlaylistLine[];
const songsOf = (lines: Songs): MusicLine[] =>
  lines.flatMap((line) => (line.kind === "MUSIC" ? [line] : []));

/**
 * Compares a store's day with its group's, song by song: counts songs at the same time, at another
 * time, replaced or only in this store, and lists those left out.
 */
export function storeDifferences(groupLines: Songs, storeLines: Songs) {
  const store = songsOf(storeLines);
  const of = (kind: "SHIFTED" | "REPLACED" | "INSERTED") =>
    store.filter(({ reason }) => reason.difference?.kind === kind);
  const replaced = of("REPLACED");
  const plannedAt = store.map(({ startSeconds, reason: { difference } }) =>
    difference && "plannedSeconds" in difference
      ? difference.plannedSeconds
      : difference
        ? null
        : startSeconds,
  );
  const played = new Set(plannedAt);
  return {
    same: store.filter(({ reason }) => reason.difference === null).length,
    shifted: of("SHIFTED").length,
    notLicensed: replaced.filter(
      ({ reason: { difference } }) =>
        difference?.kind === "REPLACED" && difference.because === "NOT_ALLOWED",
    ).length,
    replaced: replaced.length,
    inserted: of("INSERTED").length,
    leftOut: songsOf(groupLines).filter(({ startSeconds }) => !played.has(startSeconds)),
  };
}

/**
 * Describes the differences; lists the songs that are missing from the store's
 * log.
 */
export function differenceFacts(
  differences: ReturnType<typeof storeDifferences>,
  { counted, figure }: Figures,
) {
  const { same, shifted, notLicensed, replaced, inserted, leftOut } = differences;
  const licence = notLicensed > 0 ? `, ${figure(notLicensed)} not licensed here` : "";
  return [
    { term: "Same song and time", value: counted(same, "song"), songs: [] },
    { term: "At another time", value: counted(shifted, "song"), songs: [] },
    { term: "Replaced", value: `${counted(replaced, "song")}${licence}`, songs: [] },
    { term: "Only in this store", value: counted(inserted, "song"), songs: [] },
    {
      term: "Not in this store",
      value: counted(leftOut.length, "song"),
      songs: leftOut.map(({ index, startSeconds, title, artist }) => ({
        key: String(index),
        words: `${showClock(startSeconds)} ${title}, ${artist}`,
      })),
    },
  ];
}
