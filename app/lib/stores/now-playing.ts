import { timeIn } from "#contract/base/dates";
import type { NowPlaying } from "#contract/player/now-playing";
import { pauseReasonLabels } from "#contract/player/words";
import { type Clock, sinceWords } from "./store-state";

/** Says in one line what a store's player does, on the store's clock. */
export function nowPlayingLine(
  { state, asOf, pause, item }: NowPlaying,
  timeZone: string,
  clock: Clock,
): string {
  const at = (instant: string) => timeIn(timeZone, new Date(instant));
  if (asOf === null) return "Playing: not reported";
  if (pause)
    return `Paused until ${at(pause.until)}: ${pauseReasonLabels[pause.reason].toLowerCase()}`;
  if (state === "unheard") return `Last seen: ${sinceWords(asOf, timeZone, clock)}`;
  if (state === "silent") return `Nothing plays at ${at(asOf)}`;
  return item
    ? `${[item.title, item.artist].filter(Boolean).join(" – ")}, since ${at(item.startsAt)}`
    : `Playing at ${at(asOf)}`;
}
