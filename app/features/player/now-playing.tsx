import { showLength, timeIn } from "#contract/base/dates";
import { pauseReasonLabels } from "#contract/player/words";
import { kindLabel, spotKinds } from "~/ui/day";
import type { PlayerItem } from "./player-item.client-safe";
import type { PlayerState } from "./player-state.client-safe";
import type { StandInReason } from "./sound-choice.client-safe";
import { StateMark } from "./state-mark";
import { playerTexts } from "./texts";

const standInWords: Record<StandInReason, (item: PlayerItem | null) => string> = {
  FAILED: (item) => playerTexts.insteadOfFailed(item?.title ?? ""),
  SKIPPED: (item) => playerTexts.insteadOfSkipped(item?.title ?? ""),
  LOG_OVER: () => playerTexts.afterLog,
};

const titleLook = "text-2xl font-bold tracking-tight [overflow-wrap:anywhere]";

/** Shows what plays, large enough to read from behind the counter. */
export function NowPlaying({ state }: { state: PlayerState }) {
  const { item: due, sound, position, problem, pause, schedule } = state;
  const { song, reason } = sound?.standIn ?? {};
  const item = song ? due : (sound?.item ?? due);
  if (pause)
    return (
      <p role="status" className="text-lg">
        <StateMark tone="warn">
          {playerTexts.paused(
            pauseReasonLabels[pause.reason],
            timeIn(schedule.timeZone, new Date(pause.until)),
          )}
        </StateMark>
      </p>
    );
  if (!song && !item) return <p className={titleLook}>{playerTexts.nothingDue}</p>;
  const { title, artist, kind } = song ?? item ?? { title: "", artist: null, kind: "MUSIC" };
  return (
    <div className="grid gap-1">
      <StateMark tone="live">
        {sound ? "Now playing" : "Starting"}
        <span className="text-ink-3">
          {kind === "MUSIC" ? null : `, ${kindLabel[spotKinds[kind]]}`}
          {item ? ` at ${item.time}` : null}
        </span>
      </StateMark>
      <p role="status" className={titleLook}>
        {title}
      </p>
      <p className="min-h-[1.5em] text-lg text-ink-2">{artist}</p>
      {song || !item ? null : <Elapsed title={title} seconds={item.seconds} position={position} />}
      <p className="min-h-[1.5em] text-sm text-warn">
        {reason ? standInWords[reason](item) : problem}
      </p>
    </div>
  );
}

function Elapsed({
  title,
  seconds,
  position,
}: {
  title: string;
  seconds: number;
  position: number;
}) {
  const secondsHeard = Math.min(position, seconds);
  const at = showLength(secondsHeard);
  const whole = showLength(seconds);
  return (
    <>
      <svg width="100%" height="6" role="img" aria-label={`${title}: ${at} of ${whole}`}>
        <rect width="100%" height="6" rx="3" className="fill-line" />
        <rect
          width={`${(100 * secondsHeard) / seconds}%`}
          height="6"
          rx="3"
          className="fill-fever"
        />
      </svg>
      <p className="flex justify-between text-sm tabular-nums text-ink-2">
        <span>{at}</span>
        <span>{whole}</span>
      </p>
    </>
  );
}
