import { showClock, showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { GroupDay, MusicLine, PlaylistLine } from "#contract/schedule/endpoints";
import { ruleLabels } from "#contract/schedule/words";
import { breakTexts } from "./texts";

/** Why songs of a day break a rule, or why it pauses: what to do about it, and where it happens. */
export type BreakCause = {
  key: string;
  title: string;
  advice: string;
  places: { key: string; time: string; title: string; to: string | null }[];
};

type Violation = GroupDay["summary"]["violations"][number];

/**
 * A day's rule breaks and pauses by their cause: the rules that were not kept and the chart whose songs did not suffice. The pauses come first,
 * then what happens most often.
 */
export function breakCauses(
  { violations, gaps }: Pick<GroupDay["summary"], "violations" | "gaps">,
  lines: readonly PlaylistLine[],
  figures: Figures,
  to: (at: number, hour: number) => string,
): BreakCause[] {
  const byIndex = new Map(lines.map((line) => [line.index, line]));
  const causes = new Map<string, BreakCause>();
  for (const violation of violations) {
    const line = byIndex.get(violation.index);
    if (line?.kind !== "MUSIC") continue;
    const names = [...new Set([...violation.broken, ...violation.relaxed])].sort();
    const chart = line.reason.category?.name ?? "";
    const key = `${names.join() || violation.stage} ${chart}`;
    const cause = causes.get(key) ?? { key, title: titleOf(violation, chart), advice: adviceOf(violation, line, figures), places: [] };
    causes.set(key, cause);
    const hour = Math.floor(line.startSeconds / 3600);
    cause.places.push({
      key: String(line.index),
      time: showClock(line.startSeconds),
      title: line.title,
      to: to(line.index, hour),
    });
  }
  const pauses = gaps.map(({ startSeconds, seconds }) => ({
    key: String(startSeconds),
    time: showClock(startSeconds),
    title: showLength(seconds),
    to: null,
  }));
  const pause = { key: "pauses", title: figures.counted(gaps.length, "pause"), advice: breakTexts.pauses, places: pauses };
  const songs = [...causes.values()]
    .sort((one, other) => other.places.length - one.places.length)
    .map((cause) => ({ ...cause, title: `${cause.title}: ${figures.counted(cause.places.length, "song")}` }));
  return [...(gaps.length > 0 ? [pause] : []), ...songs];
}

function titleOf({ broken, relaxed, stage }: Violation, chart: string): string {
  const names = [...new Set([...broken, ...relaxed])].map((name) => ruleLabels[name]);
  const of = chart ? `, ${chart}` : "";
  if (names.length > 0) return `${capital(names.join(", "))} not kept${of}`;
  return `${stage === "WIDENED" ? breakTexts.widened : stage === "LEAST_RECENT" ? breakTexts.leastRecent : breakTexts.fallback}${of}`;
}

/** Of the rules not kept the one that matters most says what helps. */
function adviceOf({ broken, relaxed, stage }: Violation, { reason: { category, pool } }: MusicLine, { counted }: Figures): string {
  const names = new Set([...broken, ...relaxed]);
  const have = category ? breakTexts.pool(category.name, counted(pool, "song"), `${category.percent}%`) : "";
  const rule = (Object.keys(ruleLabels) as (keyof typeof ruleLabels)[]).find((name) => names.has(name));
  const helps = rule ? breakTexts.helps[rule] : stage === "WIDENED" ? breakTexts.moreSongs : breakTexts.otherChart;
  return [have, helps].filter(Boolean).join(" ");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
