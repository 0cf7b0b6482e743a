import { showClock } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { MusicLine, PlaylistLine } from "#contract/schedule/endpoints";

type Songs = readonly PlaylistLine[];
const songsOf = (lines: Songs): MusicLine[] =>
  lines.flatMap((line) => (line.kind === "MUSIC" ? [line] : []));

/**
 * How a store's day differs from its group's, song by song: what plays alike, at another time, in
 * another song's place, here alone, or not here.
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
 * The differences in words, each with the songs that it is about where they are not in the store's
 * own list.
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
