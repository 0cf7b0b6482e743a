import type { ReactNode } from "react";
import { type Art, Cover } from "~/ui/cover";
import { useFigures } from "~/ui/frame/figures";
import { NowPlaying } from "./now-playing";
import { OfficeMessages } from "./office-messages";
import type { Player } from "./player.client-safe";
import { Controls, Volume } from "./player-controls";
import type { PlayerItem } from "./player-item.client-safe";
import type { PlayerState } from "./player-state.client-safe";
import { Start } from "./start";
import { StateMark } from "./state-mark";
import { StoredMusic } from "./stored-music";
import { isShort, storedFor, storedWords } from "./stored-time";
import { playerTexts } from "./texts";

type PlayerPanelProps = {
  player: Player | null;
  state: PlayerState | null;
  /** The signed-in person's name; null for a device with its own credential. */
  person: string | null;
  /** The items that the page was loaded with, used until the player has started. */
  items: PlayerItem[];
};

const plainArt: Art = { shape: 0, colours: 0, picture: null };

/** The player. Hidden without script; then the day's list below plays single items. */
export function PlayerPanel({ player, state, person, items }: PlayerPanelProps) {
  const started = state?.phase === "playing" || state?.phase === "waiting";
  return (
    <div className="hidden scripted:block">
      <OfficeMessages player={player} messages={state?.messages ?? []} />
      <section
        aria-label="Player"
        className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-10 gap-y-4 md:grid-cols-2"
      >
        <div className="mx-auto w-full max-w-[min(56vh,480px)] max-md:max-w-[min(100%,36vh)]">
          <Cover art={artNow(state, items)} size="full" />
        </div>
        <div className="grid min-h-[300px] content-center gap-3">
          {state?.link === "unreachable" ? <InternetGone state={state} /> : null}
          {started && state ? (
            <>
              <NowPlaying state={state} />
              <Controls player={player} state={state} />
            </>
          ) : (
            <Start player={player} state={state} person={person} />
          )}
          <Volume player={player} volume={state?.volume} />
        </div>
      </section>
      <UpNext next={state?.next ?? []} />
      {state ? (
        <Section title="This player">
          <dl className="grid gap-x-4 gap-y-3 md:grid-cols-[160px_minmax(0,1fr)]">
            <dt className="text-ink-2">Stored music</dt>
            <dd>
              <StoredMusic state={state} />
            </dd>
            <dt className="text-ink-2">Reports</dt>
            <dd>
              <Reports state={state} />
            </dd>
          </dl>
        </Section>
      ) : null}
    </div>
  );
}

/** Finds the cover of what plays; for a stored song, from the log if that has it. */
function artNow(state: PlayerState | null, loaded: PlayerItem[]): Art {
  const items = state?.schedule.items ?? loaded;
  const standIn = state?.sound?.standIn?.song;
  const item = standIn
    ? items.find(({ src }) => src === standIn.src)
    : (state?.sound?.item ?? state?.item ?? state?.next[0] ?? items[0]);
  return item?.art ?? plainArt;
}

function InternetGone({ state }: { state: PlayerState }) {
  const left = storedFor(state);
  return (
    <p role="status" className="rounded-lg bg-warn-tint px-4 py-3">
      <StateMark tone="warn">
        <span className="text-ink">
          <b className="font-semibold">
            {left === null
              ? playerTexts.internetGoneUnstored
              : `${playerTexts.internetGone} ${storedWords(left)}.`}
          </b>{" "}
          {isShort(left) ? playerTexts.callSoon : playerTexts.nothingToDo}
        </span>
      </StateMark>
    </p>
  );
}

/** Shows whether the platform knows which items were played. */
function Reports({ state }: { state: PlayerState }) {
  const { waiting, isSafe, link } = state;
  const plays = useFigures().counted(waiting, "play");
  const stored = isSafe ? playerTexts.stored(plays, waiting === 1) : playerTexts.notStored(plays);
  if (link === "signed-out")
    return (
      <StateMark tone="bad">
        Signed out.{waiting ? ` ${stored}` : ""}{" "}
        <a href="/login" className="inline-link">
          Sign in again
        </a>
      </StateMark>
    );
  if (waiting && link === "unreachable") return <StateMark tone="warn">{stored}</StateMark>;
  return <StateMark tone="ok">{waiting ? "Reporting plays" : "All plays are reported"}</StateMark>;
}

/** Shows by shape and words whether the internet can be reached. */
export function LinkState({ state }: { state: PlayerState | null }) {
  if (!state) return null;
  const { tone, tint, words } = {
    online: { tone: "ok", tint: "bg-ok-tint", words: "Online" } as const,
    unreachable: { tone: "warn", tint: "bg-warn-tint", words: "No internet" } as const,
    "signed-out": { tone: "bad", tint: "bg-bad-tint", words: "Signed out" } as const,
  }[state.link];
  return (
    <span className={`rounded-full px-3 py-1 text-sm font-medium ${tint}`}>
      <StateMark tone={tone}>{words}</StateMark>
    </span>
  );
}

function UpNext({ next }: { next: PlayerItem[] }) {
  if (next.length === 0) return null;
  return (
    <Section title="Up next">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-x-10 md:grid-cols-2">
        {next.map(({ itemId, art, title, artist, time }) => (
          <li key={itemId} className="flex items-center gap-3 border-b border-line py-1.5">
            <Cover art={art ?? plainArt} />
            <span className="min-w-0 flex-1">
              <b className="block truncate font-semibold">{title}</b>
              <small className="block truncate text-ink-2">{artist}</small>
            </span>
            <span className="tabular-nums text-ink-2">{time}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-6 border-t-2 border-ink pt-3">
    <h2 className="mb-2 text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
