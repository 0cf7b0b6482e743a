import type { Figures } from "#contract/base/figures";
import type { DayFigures, StoreBreaks } from "#contract/schedule/day-figures";
import { breakLabels } from "#contract/schedule/words";
import { adviceFor, causeTitle } from "./break-causes";
import { spanWords } from "./reason-words";
import { breakTexts } from "./texts";

/** Lists the problems of a day, with figures, line by line. */
export function wrongWords(
  of: DayFigures,
  figures: Figures,
  { advise }: { advise: boolean },
): string[] {
  const { pauses, silentSeconds, longestPauseSeconds, breaks, leftOut, withoutMusic, mostSilent } =
    of;
  const { counted, figure } = figures;
  const lines: string[] = [];
  if (of.songs === 0 && of.openStores > 0) lines.push("No song plays");
  if (pauses > 0)
    lines.push(
      `${counted(pauses, "pause")}: ${spanWords(silentSeconds)} without music, the longest ${spanWords(longestPauseSeconds)}`,
    );
  if (withoutMusic.length > 0) {
    const names = withoutMusic.slice(0, storesListed).map(({ storeName }) => storeName);
    const more = withoutMusic.length - names.length;
    lines.push(
      `${counted(withoutMusic.length, "store")} without music: ${names.join(", ")}${more > 0 ? ` and ${figure(more)} more` : ""}`,
    );
  }
  if (mostSilent)
    lines.push(`${mostSilent.storeName}: ${spanWords(mostSilent.silentSeconds)} without music`);
  const advice = advise ? adviceFor(breaks, figures) : [];
  for (const [place, { songs, givenUp, ...group }] of breaks.entries()) {
    const givenUpNote =
      givenUp > 0
        ? ` (${breakTexts.givenUp}${givenUp < songs ? ` for ${figure(givenUp)}` : ""})`
        : "";
    lines.push(
      `${causeTitle(group)}: ${counted(songs, "song")}${givenUpNote}${advice[place] ? `. ${advice[place]}` : ""}`,
    );
  }
  lines.push(...storeBreakWords(of.storeBreaks, of.openStores, figures));
  if (leftOut.spots > 0)
    lines.push(`${counted(leftOut.spots, "ad or promo", "ads and promos")} not placed`);
  if (leftOut.locks > 0) lines.push(`${counted(leftOut.locks, "locked song")} not placed`);
  return lines;
}

/** "1 of 3 stores: 290 rule breaks, 45 songs licensed in GB (Camden). Minimum rest: 280 songs". */
export function storeBreakWords(
  storeBreaks: readonly StoreBreaks[],
  openStores: number,
  { counted, figure }: Figures,
): string[] {
  return storeBreaks.map(({ stores, country, breaks, causes, licensed, songs }) => {
    const names = stores.slice(0, storesListed).map(({ storeName }) => storeName);
    const more =
      stores.length > names.length ? ` and ${figure(stores.length - names.length)} more` : "";
    const licence = licensed < songs ? `, ${counted(licensed, "song")} licensed in ${country}` : "";
    const each = stores.length > 1 ? " each" : "";
    const byCause = causes
      .map(({ cause, songs: broken }) => `${breakLabels[cause]}: ${counted(broken, "song")}`)
      .join(", ");
    return `${figure(stores.length)} of ${counted(openStores, "store")}: ${counted(breaks, "rule break")}${each}${licence} (${names.join(", ")}${more}). ${byCause}`;
  });
}

const storesListed = 5;

type DayBreaks = Readonly<Record<"violations" | "gaps", readonly unknown[]>>;
/** Counts rule breaks and pauses, as in "2 rule breaks, 1 pause"; empty if there are none. */
export function breakWords({ violations, gaps }: DayBreaks, { counted }: Figures): string {
  const counts = { "rule break": violations.length, pause: gaps.length };
  return Object.entries(counts)
    .flatMap(([what, count]) => (count > 0 ? [counted(count, what)] : []))
    .join(", ");
}
