import { showClock, showLength, showPlaylistDate } from "#contract/base/dates";
import type { PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { groupWords } from "./coming-days.server";
import { dayPath, previewAudioPath } from "./paths";
import { findShownDay } from "./preview-day.server";
import { shortReason } from "./reason-words";
import { listenTexts } from "./texts";

/**
 * Loads the songs of a day of a group, or of one of its stores, to listen through. Null if the
 * caller has no group.
 */
export async function loadListenDay(request: Request, pageContext: PageContext) {
  const shownDay = await findShownDay(request, pageContext);
  if (!shownDay) return null;
  const { group, store, lines, members } = shownDay;
  const { ids } = pageContext;
  return {
    title: `Listen to ${store?.storeName ?? groupWords(group)}, ${showPlaylistDate(group.day)}`,
    dayTo: withMembers(dayPath, members),
    songs: lines.flatMap((line, place) => {
      if (line.kind !== "MUSIC") return [];
      const next = lines[place + 1];
      return [
        {
          key: String(line.index),
          time: showClock(line.startSeconds, true),
          title: line.title,
          artist: line.artist,
          why: shortReason(line),
          /** Announces the spot that plays between this song and the next. */
          note: next && next.kind !== "MUSIC" ? listenTexts.spotFollows(next.title) : null,
          seconds: line.durationSeconds,
          length: showLength(line.durationSeconds),
          to: `${withMembers(dayPath, { ...members, at: line.index })}#h${Math.floor(line.startSeconds / 3600)}`,
          audio: previewAudioPath(ids.encrypt("song", line.songId)),
        },
      ];
    }),
  };
}
export type ListenDay = NonNullable<Awaited<ReturnType<typeof loadListenDay>>>;
