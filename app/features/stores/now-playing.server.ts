import { clockIn, timeIn } from "#contract/base/dates";
import { pauseReasonLabels } from "#contract/player/words";
import type { StoreDetail } from "#contract/stores/endpoints";
import type { PageContext } from "~/lib/session/guard.server";
import { songAudioFor, spotAudioFor } from "~/lib/songs/audio.server";
import { artOf } from "~/lib/songs/cover.server";
import { kindLabel, spotKinds } from "~/ui/day";
import type { Tone } from "~/ui/frame/pill";
import { nowPlayingTexts, storeTexts } from "./texts";

/** Seconds between refreshes: an item's end is shown when it is due, all else within these. */
const seconds = { least: 3, most: 15 };

/** Describes the panel of a store's page that says what plays, on the store's clock. */
export function shownNowPlaying(
  { nowPlaying, timeZone, condition }: StoreDetail,
  pageContext: PageContext,
  now: Date,
) {
  const { asOf, item, isFromLog, next } = nowPlaying;
  const at = (instant: string) => timeIn(timeZone, new Date(instant));
  const reportedAt = asOf && clockIn(timeZone, new Date(asOf));
  const secondsLeft = item ? (Date.parse(item.endsAt) - now.getTime()) / 1000 : seconds.most;
  return {
    item: item && {
      ...trackOf(item, pageContext),
      since: `${kindLabel[spotKinds[item.kind]]}, since ${at(item.startsAt)}`,
    },
    mark: markOf(nowPlaying, condition, at),
    next: next && {
      ...trackOf(next, pageContext),
      time: at(next.startsAt),
    },
    source: reportedAt
      ? isFromLog
        ? nowPlayingTexts.fromLog(reportedAt)
        : nowPlayingTexts.asOf(reportedAt)
      : nowPlayingTexts.neverReported,
    refreshSeconds: Math.round(Math.min(seconds.most, Math.max(seconds.least, secondsLeft + 2))),
  };
}

/** Says why nothing plays, or why nobody knows; null while the store plays. */
function markOf(
  { state, asOf, pause }: StoreDetail["nowPlaying"],
  condition: StoreDetail["condition"],
  at: (instant: string) => string,
): { tone: Tone; words: string; detail: string | null } | null {
  if (state === "playing") return null;
  if (pause) {
    const detail = pauseReasonLabels[pause.reason];
    return { tone: "warn", words: `Paused until ${at(pause.until)}`, detail };
  }
  if (asOf === null) return { tone: "idle", words: storeTexts.notReported, detail: null };
  const detail = nowPlayingTexts.nothing;
  if (condition === "closed") return { tone: "idle", words: "Closed", detail };
  if (condition === "inactive") return { tone: "idle", words: "Inactive", detail };
  if (state === "silent") return { tone: "warn", words: "Silent", detail };
  // the top of the page says that it is offline
  return { tone: "idle", words: nowPlayingTexts.unknown, detail: null };
}

const trackOf = (
  { title, artist, kind, cover, audio }: NonNullable<StoreDetail["nowPlaying"]["next"]>,
  pageContext: PageContext,
) => ({
  title,
  artist,
  art: kind === "MUSIC" ? cover && artOf(pageContext, cover) : spotKinds[kind],
  audio: audio && audioOf(audio, pageContext),
});

const audioOf = ({ kind, id }: { kind: "song" | "spot"; id: number }, pageContext: PageContext) =>
  kind === "song" ? songAudioFor(pageContext, id) : spotAudioFor(pageContext, id);
