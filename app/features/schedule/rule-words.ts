import { ruleLevelLabels } from "#contract/schedule/words";

type Source = { level: keyof typeof ruleLevelLabels; name: string };

/** Where a rule comes from: "its own rule", "inherited from the zone Mumbai". */
export const sourceWords = ({ level, name }: Source, own: boolean): string =>
  own
    ? "its own rule"
    : `inherited from ${level === "COMPANY" ? `the company, ${name}` : `the ${ruleLevelLabels[level].toLowerCase()} ${name}`}`;

/** Minutes as people say them: Off, 45 min, 2 h, 2 h 30 min. */
export function durationWords(minutes: number): string {
  if (minutes === 0) return "Off";
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  return [h > 0 ? `${h} h` : "", m > 0 ? `${m} min` : ""].filter(Boolean).join(" ");
}
