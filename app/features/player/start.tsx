import { timeIn, weekdayIn } from "#contract/base/dates";
import { Button } from "~/ui/frame/button";
import { Icon } from "~/ui/frame/icon";
import type { Player } from "./player.client-safe";
import type { PlayerState } from "./player-state.client-safe";
import { playerTexts } from "./texts";

type Props = { player: Player | null; state: PlayerState | null; person: string | null };

/** Shown before anything plays: the three steps to start, or the device that plays elsewhere. */
export function Start({ player, state, person }: Props) {
  const isElsewhere = state?.phase === "elsewhere" && state.rival !== null;
  return (
    <div className="grid gap-4">
      {state?.phase === "elsewhere" ? null : <Steps person={person} />}
      <Button
        type="button"
        variant="primary"
        className="min-h-[60px] w-full rounded-full px-8 text-lg"
        icon="play"
        disabled={!player}
        onClick={() => void player?.start({ takeOver: isElsewhere })}
      >
        {isElsewhere ? "Play here instead" : "Start playing"}
      </Button>
      <p role="status" className="text-center text-ink-2 [overflow-wrap:anywhere]">
        {startWords(state)}
      </p>
    </div>
  );
}

function Steps({ person }: Pick<Props, "person">) {
  return (
    <>
      <h2 className="text-xl font-bold tracking-tight">{playerTexts.firstTime}</h2>
      <ol className="grid gap-3">
        {playerTexts.steps(person).map((words, place) => (
          <li key={words} className="grid grid-cols-[32px_minmax(0,1fr)] items-center gap-3">
            <span
              aria-hidden="true"
              className={`grid h-8 w-8 place-items-center rounded-full font-semibold ${place === 0 ? "bg-ok-tint text-ok" : "border border-line-strong"}`}
            >
              {place === 0 ? <Icon name="check" size={16} /> : place + 1}
            </span>
            <span>
              {words}
              {place === 0 ? <span className="sr-only">: done</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function startWords(state: PlayerState | null): string {
  if (state?.phase !== "elsewhere") return state?.problem ?? playerTexts.ready;
  const { rival, schedule, now } = state;
  if (!rival) return playerTexts.signedOut;
  const { name, since, seenAt } = rival;
  if (since === null || seenAt === null) return playerTexts.otherWindow;
  const inWords = (at: number) =>
    `${weekdayIn(schedule.timeZone, new Date(at))} ${timeIn(schedule.timeZone, new Date(at))}`;
  return now - seenAt > silentAfter
    ? playerTexts.silentDevice(name, inWords(seenAt))
    : playerTexts.otherDevice(name, inWords(since));
}
/** Milliseconds without the minute's report after which a device counts as closed or offline. */
const silentAfter = 3 * 60_000;
