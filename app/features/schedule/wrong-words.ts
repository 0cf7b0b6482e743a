import type { Figures } from "#contract/base/figures";
import type { DayFigures } from "#contract/schedule/day-figures";
import { adviceFor, causeTitle } from "./break-causes";
import { spanWords } from "./reason-words";
import { breakTexts } from "./texts";

/** What is wrong with a day, in figures, line by line. */
export function wrongWords(of: DayFigures, figures: Figures, { advise }: { advise: boolean }): string[] {
  const { pauses, silentSeconds, longestPauseSeconds, breaks, leftOut, withoutMusic, mostSilent } = of;
  const { counted, figure } = figures;
  const lines: string[] = [];
  if (of.songs === 0 && of.openStores > 0) lines.push("No song plays");
  if (pauses > 0)
    lines.push(`${counted(pauses, "pause")}: ${spanWords(silentSeconds)} without music, the longest ${spanWords(longestPauseSeconds)}`);
  if (withoutMusic.length > 0) {
    const names = withoutMusic.slice(0, storesListed).map(({ storeName }) => storeName);
    const more = withoutMusic.length - names.length;
    lines.push(`${counted(withoutMusic.length, "store")} without music: ${names.join(", ")}${more > 0 ? ` and ${figure(more)} more` : ""}`);
  }
  if (mostSilent) lines.push(`${mostSilent.storeName}: ${spanWords(mostSilent.silentSeconds)} without music`);
  const advice = advise ? adviceFor(breaks, figures) : [];
  for (const [place, { songs, givenUp, ...group }] of breaks.entries()) {
    const given = givenUp > 0 ? ` (${breakTexts.givenUp}${givenUp < songs ? ` for ${figure(givenUp)}` : ""})` : "";
    lines.push(`${causeTitle(group)}: ${counted(songs, "song")}${given}${advice[place] ? `. ${advice[place]}` : ""}`);
  }
  if (leftOut.spots > 0) lines.push(`${counted(leftOut.spots, "ad or promo", "ads and promos")} not placed`);
  if (leftOut.locks > 0) lines.push(`${counted(leftOut.locks, "locked song")} not placed`);
  return lines;
}

const storesListed = 5;
