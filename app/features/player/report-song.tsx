import { type FormEvent, useRef, useState } from "react";
import {
  longestReportNote,
  songReportReasonLabels,
  songReportReasons,
} from "#contract/song-reports/words";
import { Button } from "~/ui/frame/button";
import { mediaIdOf } from "./paths";
import type { Player } from "./player.client-safe";
import { PlayerPopover } from "./player-popover";
import type { PlayerState } from "./player-state.client-safe";
import { ReasonChoice } from "./reason-choice";
import type { Sound } from "./sound-choice.client-safe";
import { songReportTexts } from "./texts";

type Props = { player: Player | null; sound: Sound; state: PlayerState };
type Song = { mediaId: string; title: string };

/** Milliseconds after which a song can be reported again. */
const repeatAfterMs = 86_400_000;

/** Reports the current song. An open form stays about the song for which it was opened. */
export function ReportSong({ player, sound, state }: Props) {
  const popover = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Song | null>(null);
  const mediaId = mediaIdOf(sound.src);
  const title = (sound.standIn?.song ?? sound.item)?.title ?? "";
  const report = state.songReports.findLast(
    (one) => one.mediaId === mediaId && state.now - one.at < repeatAfterMs,
  );
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const posted = new FormData(event.currentTarget);
    const note = String(posted.get("note")).trim();
    if (asked)
      player?.reportSong({
        mediaId: asked.mediaId,
        reason: String(posted.get("reason")),
        ...(note && { note }),
      });
    event.currentTarget.reset();
    popover.current?.hidePopover();
  }
  return (
    <>
      {report ? (
        <p role="status" className="text-center text-sm text-ink-2">
          {report.isTold ? songReportTexts.sent : songReportTexts.saved}
        </p>
      ) : (
        <Button
          type="button"
          variant="quiet"
          className="mx-auto min-h-[48px]"
          onClick={() => {
            setAsked({ mediaId, title });
            popover.current?.showPopover();
          }}
        >
          {songReportTexts.button}
        </Button>
      )}
      <PlayerPopover
        ref={popover}
        id="report-song"
        title={songReportTexts.title(asked?.title ?? title)}
        lead={songReportTexts.lead}
      >
        <form onSubmit={send} className="grid gap-3">
          <ReasonChoice
            legend={songReportTexts.why}
            reasons={songReportReasons}
            labels={songReportReasonLabels}
          />
          <label className="grid gap-1">
            {songReportTexts.note}
            <input name="note" maxLength={longestReportNote} className="control" />
          </label>
          <Button variant="primary" className="min-h-[48px] text-lg">
            Send report
          </Button>
          <Button
            type="button"
            variant="quiet"
            className="min-h-[48px]"
            onClick={() => popover.current?.hidePopover()}
          >
            Cancel
          </Button>
        </form>
      </PlayerPopover>
    </>
  );
}
