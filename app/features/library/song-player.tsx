import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { showLength } from "#contract/base/dates";
import { songPlayerMessages } from "#contract/library/words";
import { Button } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";
import { Icon } from "~/ui/frame/icon";
import { showSnack } from "~/ui/frame/snack-bar";

type Playing = { src: string; isPaused: boolean };
type Player = {
  playing: Playing | null;
  toggle: (src: string, title: string) => void;
  seek: (seconds: number) => void;
};
const PlayerContext = createContext<Player | null>(null);
const step = 5;

/**
 * One audio element for all songs of a page: starting one ends the other. Beside it stands what is
 * playing and how far; in a list it goes on to the next.
 */
export function SongPlayer({ children, isOfList }: { children: ReactNode; isOfList?: boolean }) {
  const audio = useRef<HTMLAudioElement>(null);
  const bar = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const [playing, setPlaying] = useState<(Playing & { title: string }) | null>(null);
  const pause = (isPaused: boolean) => setPlaying((now) => now && { ...now, isPaused });

  useEffect(() => () => audio.current?.pause(), []);

  const player: Player = {
    playing,
    toggle(src, title) {
      const element = audio.current;
      if (!element) return;
      if (playing?.src !== src) {
        element.src = src;
        setPlaying({ src, title, isPaused: false });
      } else if (!element.paused) return element.pause();
      // said by the error event, or another song was started meanwhile
      element.play().catch(() => {});
    },
    seek(seconds) {
      if (audio.current) audio.current.currentTime += seconds;
    },
  };
  /** The buttons of the songs, in the list's order. */
  const songs = () =>
    Array.from(
      audio.current?.parentElement?.querySelectorAll<HTMLElement>("[data-song-title]") ?? [],
    );
  /**
   * Goes on to the song after the one that plays, or to the first where the list that is shown now
   * does not have that.
   */
  const next = (isAsked: boolean) => {
    const { [songs().findIndex(({ dataset }) => dataset.src === playing?.src) + 1]: song } =
      songs();
    const { src, songTitle } = song?.dataset ?? {};
    if (src && songTitle) player.toggle(src, songTitle);
    else if (isAsked) showSnack({ kind: "plain", message: songPlayerMessages.lastPlayable });
  };
  const stop = () => {
    audio.current?.pause();
    setPlaying(null);
    songs()
      .find(({ dataset }) => dataset.src === playing?.src)
      ?.focus();
  };
  const progress = () => {
    const { currentTime = 0, duration = 0 } = audio.current ?? {};
    if (!Number.isFinite(duration)) return;
    if (bar.current) {
      bar.current.max = String(duration);
      bar.current.value = String(currentTime);
      bar.current.setAttribute(
        "aria-valuetext",
        `${showLength(currentTime)} of ${showLength(duration)}`,
      );
    }
    if (time.current)
      time.current.textContent = `${showLength(currentTime)} / ${showLength(duration)}`;
  };
  return (
    <PlayerContext.Provider value={player}>
      {children}
      {/* biome-ignore lint/a11y/useMediaCaption: music has no captions to give */}
      <audio
        ref={audio}
        preload="none"
        hidden
        onPlay={() => pause(false)}
        onPause={() => pause(true)}
        onEnded={() => isOfList && next(false)}
        onTimeUpdate={progress}
        onError={() => {
          setPlaying(null);
          showSnack({ kind: "error", message: songPlayerMessages.cannotPlay });
        }}
      />
      {playing ? (
        <section
          aria-label="Player"
          className="sticky bottom-0 z-10 flex items-center gap-3 border-t border-line bg-paper px-3 py-2 max-md:flex-wrap print:hidden"
        >
          <PlayButton src={playing.src} title={playing.title} isInBar />
          <span className="min-w-0 truncate font-medium max-md:order-first max-md:basis-full md:flex-[0_1_260px]">
            {playing.title}
          </span>
          <input
            ref={bar}
            type="range"
            min={0}
            step="any"
            defaultValue={0}
            aria-label="Position"
            className="min-w-[80px] flex-1 accent-ink"
            onChange={(event) => {
              if (audio.current) audio.current.currentTime = Number(event.currentTarget.value);
            }}
          />
          <span ref={time} className="whitespace-nowrap text-sm tabular-nums text-ink-2" />
          {isOfList ? (
            <Button type="button" small variant="quiet" onClick={() => next(true)}>
              Next
            </Button>
          ) : null}
          <Button type="button" small variant="quiet" icon="close" iconOnly onClick={stop}>
            Stop playing
          </Button>
        </section>
      ) : null}
    </PlayerContext.Provider>
  );
}

const look =
  "grid h-9 w-9 shrink-0 place-items-center rounded-full border border-line-strong bg-paper text-ink hover:bg-sunken";

/**
 * Plays or pauses a song in the page; arrows go back and on. Without script a link that opens the
 * audio itself.
 */
export function PlayButton({
  src,
  title,
  isInBar,
}: {
  src: string;
  title: string;
  isInBar?: boolean;
}) {
  const player = useContext(PlayerContext);
  const isPlaying = player?.playing?.src === src && !player.playing.isPaused;
  if (!useHydrated() || !player)
    return (
      <a href={src} className={look}>
        <Icon name="play" size={16} label={`Play ${title}`} />
      </a>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (way === undefined || player.playing?.src !== src) return;
    event.preventDefault();
    player.seek(way);
  };
  return (
    <button
      type="button"
      data-src={src}
      data-song-title={isInBar ? undefined : title}
      className={look}
      onClick={() => player.toggle(src, title)}
      onKeyDown={onKeyDown}
    >
      <Icon
        name={isPlaying ? "pause" : "play"}
        size={16}
        label={`${isPlaying ? "Pause" : "Play"} ${title}`}
      />
    </button>
  );
}
