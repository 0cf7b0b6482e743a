import { timeIn } from "#contract/base/dates";
import type { NowPlaying } from "#contract/player/now-playing";
import { pauseReasonLabels } from "#contract/player/words";
import { type Clock, sinceWords } from "./store-state";

/**
 * Says in one line what a store's player did when it last reported, on the store's clock; `isDue`
 * where it should have played then.
 */
export function nowPlayingLine(
  { state, asOf, pause, item }: NowPlaying,
  timeZone: string,
  { isDue, ...clock }: Clock & { isDue: boolean },
): string {
  const at = (instant: string) => timeIn(timeZone, new Date(instant));
  if (asOf === null) return "Playing: not reported";
  if (pause)
    return `Paused until ${at(pause.until)}: ${pauseReasonLabels[pause.reason].toLowerCase()}`;
  if (state === "unheard") return `Last seen: ${sinceWords(asOf, timeZone, clock)}`;
  if (state === "silent")
    return `${isDue ? "Should have played" : "Nothing played"} at ${at(asOf)}`;
  return item
    ? `${[item.title, item.artist].filter(Boolean).join(" – ")}, since ${at(item.startsAt)}`
    : `Playing at ${at(asOf)}`;
}
