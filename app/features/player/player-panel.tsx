import { showLength, timeIn, weekdayIn } from "#contract/base/dates";
import { KindMark, kindLabel } from "~/ui/day";
import { Button } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import { Progress } from "~/ui/frame/loading";
import { Pill } from "~/ui/frame/pill";
import { spotKind } from "./day-list";
import type { Player, PlayerState, StandInReason } from "./player.client-safe";
import type { PlayerItem } from "./player-item.client-safe";
import { StoredMusic } from "./stored-music";
import { playerTexts } from "./texts";

type PlayerPanelProps = { player: Player | null; state: PlayerState | null };

/** The player itself. Without script it is not there: the day below is then played item by item. */
export function PlayerPanel({ player, state }: PlayerPanelProps) {
  const started = state?.phase === "playing" || state?.phase === "waiting";
  return (
    <section aria-label="Player" className="panel mb-4 hidden p-4 scripted:block md:p-6">
      <div className="grid min-h-[132px] content-center gap-4">
        {started && state ? <NowPlaying state={state} /> : <Start player={player} state={state} />}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <Volume player={player} state={state} />
        {started ? <Skip player={player} state={state} /> : null}
        <LinkState state={state} />
      </div>
      <StoredMusic state={state} />
      <UpNext next={state?.next ?? []} />
    </section>
  );
}

function Start({ player, state }: PlayerPanelProps) {
  const isElsewhere = state?.phase === "elsewhere" && state.rival !== null;
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <Button
        type="button"
        variant="primary"
        className="min-h-[56px] px-8 text-lg"
        icon="play"
        disabled={!player}
        onClick={() => void player?.start({ takeOver: isElsewhere })}
      >
        {isElsewhere ? "Play here instead" : "Start playing"}
      </Button>
      <p role="status" className="text-ink-2 [overflow-wrap:anywhere]">
        {startWords(state)}
      </p>
    </div>
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
/** A device that plays says so every minute; after this time (ms) it is closed or offline. */
const silentAfter = 3 * 60_000;

const standInWords: Record<StandInReason, (item: PlayerItem | null) => string> = {
  FAILED: (item) => playerTexts.insteadOfFailed(item?.title ?? ""),
  SKIPPED: (item) => playerTexts.insteadOfSkipped(item?.title ?? ""),
  LOG_OVER: () => playerTexts.afterLog,
};

function NowPlaying({ state: { item: due, sound, position, problem } }: { state: PlayerState }) {
  const { song, reason } = sound?.standIn ?? {};
  const item = song ? due : (sound?.item ?? due);
  if (!song && !item)
    return <p className="text-center text-lg font-semibold">{playerTexts.nothingDue}</p>;
  const { title, artist, kind } = song ?? item ?? { title: "", artist: null, kind: "MUSIC" };
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-1.5 text-sm text-ink-2">
        <KindMark kind={spotKind[kind]} decorative />
        {kindLabel[spotKind[kind]]}
        {item ? ` at ${item.time}` : null}
      </p>
      <p role="status" className="text-xl font-bold [overflow-wrap:anywhere]">
        <span className="sr-only">Now playing: </span>
        {title}
      </p>
      <p className="min-h-[1.5em] text-ink-2">{artist}</p>
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
  return (
    <>
      <Progress label={`${title}, in seconds`} value={Math.floor(secondsHeard)} max={seconds} />
      <p className="flex justify-between text-sm tabular-nums text-ink-2">
        <span>{showLength(secondsHeard)}</span>
        <span>{showLength(seconds)}</span>
      </p>
    </>
  );
}

function Volume({ player, state }: PlayerPanelProps) {
  return (
    <label className="flex min-h-[44px] items-center gap-3">
      <Icon name="volume" size={20} />
      <span>Volume</span>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={state?.volume ?? 60}
        disabled={!player}
        onChange={(event) => player?.setVolume(Number(event.currentTarget.value))}
        className="h-6 w-40 accent-ink"
      />
      <output className="w-8 tabular-nums">{state?.volume ?? ""}</output>
    </label>
  );
}

/** Only songs are skipped, and only so often an hour. */
function Skip({ player, state }: PlayerPanelProps) {
  const left = state?.skipsLeft ?? 0;
  const isSong = state?.sound?.standIn || state?.sound?.item?.kind === "MUSIC";
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Button type="button" small disabled={!isSong || left === 0} onClick={() => player?.skip()}>
        Skip song
      </Button>
      <span className="text-sm text-ink-2">{playerTexts.skipsLeft(left)}</span>
    </p>
  );
}

/** Shows whether the platform knows which items were played. */
function LinkState({ state }: { state: PlayerState | null }) {
  const waiting = state?.waiting ?? 0;
  const plays = useFigures().counted(waiting, "play");
  const stored =
    state?.isSafe === false
      ? playerTexts.notStored(plays)
      : playerTexts.stored(plays, waiting === 1);
  if (state?.link === "signed-out")
    return (
      <p className="flex flex-wrap items-center gap-2">
        <Pill tone="bad">Signed out</Pill>
        <span>
          {waiting ? `${stored} ` : ""}
          <a href="/login" className="inline-link">
            Sign in again
          </a>
        </span>
      </p>
    );
  if (state?.link === "unreachable")
    return (
      <p className="flex flex-wrap items-center gap-2">
        <Pill tone="warn">No connection</Pill>
        <span>{waiting ? stored : playerTexts.playsOn}</span>
      </p>
    );
  return <Pill tone="ok">{waiting ? "Reporting plays" : "All plays are reported"}</Pill>;
}

function UpNext({ next }: { next: PlayerItem[] }) {
  if (next.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h2 className="font-semibold">Up next</h2>
      <ol className="mt-1">
        {next.map((item) => (
          <li
            key={item.itemId}
            className="grid min-h-[32px] grid-cols-[56px_minmax(0,1fr)_auto] items-center gap-x-3"
          >
            <span className="tabular-nums text-ink-2">{item.time}</span>
            <span className="flex min-w-0 items-baseline gap-1.5">
              <KindMark kind={spotKind[item.kind]} />
              <span className="truncate">
                {item.title}
                {item.artist ? <span className="text-ink-3"> · {item.artist}</span> : null}
              </span>
            </span>
            <span className="tabular-nums text-ink-2">{showLength(item.seconds)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
