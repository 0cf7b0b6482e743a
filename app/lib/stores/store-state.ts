import { dateIn, showDate, timeIn } from "#contract/base/dates";
import type { StoreRow } from "#contract/stores/endpoints";
import type { Tone } from "~/ui/frame/pill";

export type Clock = { now: Date };

type StateFacts = Pick<
  StoreRow,
  "condition" | "lastSeenAt" | "lastPlayedAt" | "statusSince" | "timeZone"
>;

/** Describes a store's state in words people use. */
export function storeState(store: StateFacts, { now }: Clock): { tone: Tone; words: string } {
  const ago = (at: string | null) =>
    at ? ` ${unbroken(duration(now.getTime() - Date.parse(at)))}` : "";
  switch (store.condition) {
    case "online":
      return { tone: "ok", words: "Online" };
    case "offline":
      return { tone: "bad", words: `Offline${ago(store.lastSeenAt)}` };
    case "never-seen":
      return { tone: "idle", words: "Never seen" };
    case "silent":
      return { tone: "warn", words: `Online, silent${ago(store.lastPlayedAt)}` };
    case "low-volume":
      return { tone: "warn", words: "Low volume" };
    case "closed":
      return { tone: "idle", words: "Closed now" };
    case "inactive":
      return {
        tone: "idle",
        words: `Inactive since ${showDate(dateIn(store.timeZone, new Date(store.statusSince)))}`,
      };
  }
}

/** Keeps a duration in one line, so that "3 h 41 min" goes below its status as a whole. */
const unbroken = (words: string) => words.replaceAll(" ", "\u00a0");

/** Formats a duration: 42 min, 3 h 10 min, 17 h, 5 days. */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60)
    return minutes % 60 === 0 || minutes >= 600
      ? `${Math.floor(minutes / 60)} h`
      : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1440)} days`;
}

/**
 * Formats a recent instant on the store's clock: 2 min ago, 09:14 today, 22:01 yesterday, 18/11/26.
 */
export function sinceWords(at: string, timeZone: string, { now }: Clock): string {
  const then = new Date(at);
  if (now.getTime() - then.getTime() < 60_000) return "Just now";
  if (now.getTime() - then.getTime() < 3_600_000)
    return `${duration(now.getTime() - then.getTime())} ago`;
  const [day, today, yesterday] = [then, now, new Date(now.getTime() - 86_400_000)].map((instant) =>
    dateIn(timeZone, instant),
  );
  if (day === today) return `${timeIn(timeZone, then)} today`;
  if (day === yesterday) return `${timeIn(timeZone, then)} yesterday`;
  return showDate(day ?? "");
}
