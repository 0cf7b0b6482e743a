import { useEffect, useRef } from "react";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { useHydrated } from "~/ui/frame/hydrated";
import { Icon } from "~/ui/frame/icon";
import { TextLink } from "~/ui/frame/text-link";
import type { ListenDay } from "./listen-day.server";
import { type ListenMode, listenModes } from "./listening.client-safe";
import { listenTexts, previewTexts } from "./texts";
import { useListener } from "./use-listener";

/**
 * Lists the songs of a day in order. With script, plays through them from any song on; without
 * it, each song links to its audio.
 */
export function ListenThrough({ songs }: Pick<ListenDay, "songs">) {
  const listener = useListener(songs);
  const hydrated = useHydrated();
  const list = useRef<HTMLOListElement>(null);
  const { at } = listener;
  useEffect(() => {
    if (at !== null) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  if (songs.length === 0)
    return (
      <EmptyState icon="clock" title="No Data Found">
        {listenTexts.nothing}
      </EmptyState>
    );
  return (
    <>
      {hydrated ? <Controls listener={listener} songs={songs} /> : null}
      <ol ref={list} className="panel mb-4" aria-label={listenTexts.list}>
        {songs.map((song, place) => (
          <SongRow
            key={song.key}
            song={song}
            isCurrent={place === at}
            isMissing={listener.failed.has(place)}
            onPlay={() => listener.playFrom(place)}
          />
        ))}
      </ol>
    </>
  );
}

type Listener = ReturnType<typeof useListener>;

/** Stays visible above the list. */
function Controls({ listener, songs }: { listener: Listener; songs: ListenDay["songs"] }) {
  const { figure } = useFigures();
  const { at, isPlaying, mode } = listener;
  const song = at === null ? undefined : songs[at];
  return (
    <section
      aria-label={listenTexts.controls}
      className="panel sticky top-0 z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 max-md:top-[57px]"
    >
      <div className="flex gap-2">
        <Button
          type="button"
          icon="left"
          iconOnly
          onClick={listener.previous}
          disabled={at === null || at === 0}
        >
          Previous song
        </Button>
        <Button
          type="button"
          variant="primary"
          icon={isPlaying ? "pause" : "play"}
          onClick={listener.toggle}
        >
          {isPlaying ? "Pause" : "Play"}
        </Button>
        <Button
          type="button"
          icon="right"
          iconOnly
          onClick={listener.next}
          disabled={at === null || at >= songs.length - 1}
        >
          Next song
        </Button>
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">{listenTexts.what}</legend>
        {listenModes.map((name) => (
          <ModeChoice key={name} name={name} isChosen={mode === name} onChoose={listener.choose} />
        ))}
      </fieldset>
      <p
        className="min-w-0 basis-full tabular-nums [overflow-wrap:anywhere]"
        data-testid="listening"
      >
        {song && at !== null ? (
          <>
            <b className="font-semibold">
              {listenTexts.position(figure(at + 1), figure(songs.length))}
            </b>{" "}
            {song.time} {song.title}, {song.artist}
          </>
        ) : (
          <span className="text-ink-2">{listenTexts.start(mode)}</span>
        )}
      </p>
    </section>
  );
}

function ModeChoice({
  name,
  isChosen,
  onChoose,
}: {
  name: ListenMode;
  isChosen: boolean;
  onChoose: (mode: ListenMode) => void;
}) {
  return (
    <label className="flex min-h-[28px] items-center gap-2">
      <input
        type="radio"
        name="mode"
        value={name}
        checked={isChosen}
        onChange={() => onChoose(name)}
      />
      {listenTexts.modes[name]}
    </label>
  );
}

type Row = {
  song: ListenDay["songs"][number];
  isCurrent: boolean;
  isMissing: boolean;
  onPlay: () => void;
};

function SongRow({
  song: { time, title, artist, why, to, audio, length, note },
  isCurrent,
  isMissing,
  onPlay,
}: Row) {
  return (
    <li
      aria-current={isCurrent ? "true" : undefined}
      className="grid min-h-[44px] scroll-mb-4 scroll-mt-40 grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0 hover:bg-sunken aria-[current]:bg-sunken md:grid-cols-[64px_minmax(0,1.2fr)_minmax(0,1fr)_auto_auto]"
    >
      <span className="tabular-nums text-ink-2">{time}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <TextLink to={to}>
          {title}
          <span className="sr-only">{previewTexts.why}</span>
        </TextLink>
        <small className="block text-ink-3">{artist}</small>
      </span>
      <span className="min-w-0 text-ink-2 max-md:order-last max-md:col-start-2 max-md:col-end-[-1] max-md:text-sm">
        {why}
        {note ? <small className="block text-ink-3">{note}</small> : null}
        {isMissing ? <small className="block text-warn">{listenTexts.missing}</small> : null}
      </span>
      <span className="tabular-nums max-md:hidden">{length}</span>
      <a
        href={audio}
        className="btn btn-small btn-icon"
        title={`Listen to ${title}`}
        onClick={(event) => {
          event.preventDefault();
          onPlay();
        }}
      >
        <Icon name="play" size={16} />
        <span className="sr-only">Listen to {title}</span>
      </a>
    </li>
  );
}
