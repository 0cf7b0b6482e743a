import { figure } from "#contract/base/figure";

/** Hours as people say them: "25 min", "6.5 h", "3 days". */
export function hoursWords(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  if (hours < 48) return `${hours.toLocaleString("en-IN", { maximumFractionDigits: 1 })} h`;
  return `${figure(Math.round(hours / 24))} days`;
}
