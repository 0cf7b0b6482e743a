import { useRef } from "react";
import {
  type PauseReason,
  pauseMinutes,
  pauseReasonLabels,
  pauseReasons,
} from "#contract/player/words";
import { Button } from "~/ui/frame/button";
import { Icon, type IconName } from "~/ui/frame/icon";
import type { Player } from "./player.client-safe";
import { PlayerPopover } from "./player-popover";
import type { PlayerState } from "./player-state.client-safe";
import { ReportSong } from "./report-song";
import { playerTexts } from "./texts";

type Props = { player: Player | null; state: PlayerState };

const large =
  "flex min-h-[60px] min-w-0 items-center justify-center gap-2 rounded-full border px-3 text-lg font-semibold disabled:opacity-50";

/** Pause and skip, each large enough for a thumb. */
export function Controls({ player, state }: Props) {
  const { pause, sound, skipsLeft } = state;
  const reasons = useRef<HTMLDivElement>(null);
  const isSong = sound?.standIn || sound?.item?.kind === "MUSIC";
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3">
        {pause ? (
          <Large icon="play" onClick={() => player?.playback.resume()}>
            Play now
          </Large>
        ) : (
          <Large icon="pause" onClick={() => reasons.current?.showPopover()}>
            Pause
          </Large>
        )}
        <button
          type="button"
          disabled={!isSong || skipsLeft === 0}
          onClick={() => player?.playback.skip()}
          className={`${large} border-ink bg-ink text-paper`}
        >
          <Icon name="right" size={20} />
          Skip song
        </button>
      </div>
      <p className="text-center text-sm text-ink-2">
        {playerTexts.skipsLeft(skipsLeft)}
        <span className="text-ink-3">. {playerTexts.adsStay}</span>
      </p>
      {sound && isSong ? <ReportSong player={player} sound={sound} state={state} /> : null}
      <PauseReasons
        popover={reasons}
        onChoose={(reason, minutes) => {
          reasons.current?.hidePopover();
          player?.playback.pause(reason, minutes);
        }}
      />
    </div>
  );
}

function Large({
  icon,
  children,
  onClick,
}: {
  icon: IconName;
  children: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`${large} border-line-strong bg-paper text-ink`}
    >
      <Icon name={icon} size={20} />
      {children}
    </button>
  );
}

/** Asks how long to pause and why; a press on a reason pauses at once. */
function PauseReasons({
  popover,
  onChoose,
}: {
  popover: React.RefObject<HTMLDivElement>;
  onChoose: (reason: PauseReason, minutes: number) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  function choose(reason: PauseReason) {
    if (!form.current) return;
    onChoose(reason, Number(new FormData(form.current).get("minutes")));
    form.current.reset();
  }
  return (
    <PlayerPopover
      ref={popover}
      id="pause"
      title={playerTexts.whyPause}
      lead={playerTexts.pauseEnds}
    >
      <form ref={form} className="grid gap-2">
        <fieldset className="mb-1 flex flex-wrap gap-x-4">
          <legend className="font-semibold">{playerTexts.howLong}</legend>
          {pauseMinutes.choices.map((minutes) => (
            <label key={minutes} className="flex min-h-[40px] items-center gap-2 text-lg">
              <input
                type="radio"
                name="minutes"
                value={minutes}
                defaultChecked={minutes === pauseMinutes.usual}
                className="tick"
              />
              {playerTexts.minutes(minutes)}
            </label>
          ))}
        </fieldset>
        {pauseReasons.map((reason) => (
          <Button
            key={reason}
            type="button"
            className="min-h-[48px] justify-start"
            onClick={() => choose(reason)}
          >
            {pauseReasonLabels[reason]}
          </Button>
        ))}
        <Button
          type="button"
          variant="quiet"
          className="min-h-[48px]"
          onClick={() => popover.current?.hidePopover()}
        >
          Keep playing
        </Button>
      </form>
    </PlayerPopover>
  );
}

export function Volume({ player, volume }: { player: Player | null; volume: number | undefined }) {
  return (
    <label className="grid min-h-[48px] grid-cols-[auto_minmax(0,1fr)_2.5rem] items-center gap-3">
      <Icon name="volume" size={24} />
      <span className="sr-only">Volume</span>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={volume ?? 60}
        disabled={!player}
        onChange={(event) => player?.playback.setVolume(Number(event.currentTarget.value))}
        className="h-8 w-full accent-ink"
      />
      <output className="text-right text-lg font-semibold tabular-nums">{volume ?? ""}</output>
    </label>
  );
}
