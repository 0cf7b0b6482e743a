import type { KeyboardEvent, ReactNode } from "react";
import { type Art, Cover } from "./cover";
import { useHydrated } from "./frame/hydrated";
import { Icon } from "./frame/icon";
import { type Track, useListening } from "./listening";
import { holdTrack, seekBy, toggleTrack } from "./track-sound";

const step = 5;
const round =
  "grid h-9 w-9 shrink-0 place-items-center rounded-full border border-line-strong bg-paper text-ink hover:bg-sunken max-md:h-11 max-md:w-11 touch:h-11 touch:w-11";
const onCover = "group relative block shrink-0 rounded-sm touch:p-1";

/**
 * Plays or pauses a song or spot; arrow keys seek. Lies on the cover if there is one. Without
 * script it is a link that opens the audio itself.
 */
export function PlayButton({ src, title, by, cover }: Track) {
  const now = useListening();
  const isCurrent = now?.track.src === src;
  const isPlaying = isCurrent && !now.isPaused;
  const look = cover ? onCover : round;
  const face = <Face cover={cover} isPlaying={isPlaying} title={title} />;
  if (!useHydrated())
    return (
      <a href={src} className={look}>
        {face}
      </a>
    );
  const track = { src, title, by, cover };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (way === undefined || !isCurrent) return;
    event.preventDefault();
    seekBy(way);
  };
  return (
    <button
      type="button"
      ref={holdTrack(track)}
      data-track
      className={look}
      onClick={({ currentTarget }) => toggleTrack(track, currentTarget)}
      onKeyDown={onKeyDown}
    >
      {face}
    </button>
  );
}

function Face({
  cover,
  isPlaying,
  title,
}: Pick<Track, "cover" | "title"> & { isPlaying: boolean }) {
  const icon = (
    <Icon
      name={isPlaying ? "pause" : "play"}
      size={14}
      label={`${isPlaying ? "Pause" : "Play"} ${title}`}
    />
  );
  if (!cover) return icon;
  return (
    <>
      {cover}
      <span
        className={`absolute bottom-0 right-0 grid h-[18px] w-[18px] place-items-center rounded-full group-hover:h-6 group-hover:w-6 max-md:h-5 max-md:w-5 print:hidden ${isPlaying ? "bg-fever text-paper" : "bg-paper text-ink"}`}
      >
        {icon}
      </span>
    </>
  );
}

/** A song's cover, with a play button if the song has audio. */
export function TrackCover({
  src,
  title,
  by,
  art,
}: {
  src: string | null;
  title: string;
  by?: string | null;
  art: Art;
}) {
  const cover = <Cover art={art} />;
  return src ? <PlayButton src={src} title={title} by={by} cover={cover} /> : cover;
}

/** Groups tracks, so that the next one on the page follows when one ends. */
export const TrackList = ({ children }: { children: ReactNode }) => (
  <div data-track-list="">{children}</div>
);
