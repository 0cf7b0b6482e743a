import type { ReactNode, SyntheticEvent } from "react";
import { type Art, Cover } from "./cover";

export type AudioRowProps = {
  title: string;
  /** Artist and album, or brand and campaign. */
  detail?: string;
  src: string;
  art?: Art;
  aside?: ReactNode;
  /** True if the next track of the page starts when this one ends or cannot be played. */
  goesOn?: boolean;
};

/**
 * A song or spot with the browser's own player; starting one pauses the
 * others.
 */
export function AudioRow({ title, detail, src, art, aside, goesOn }: AudioRowProps) {
  const goOn = goesOn ? playNext : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2 last:border-b-0">
      {art ? <Cover art={art} size="medium" /> : null}
      <div className="min-w-0 flex-[1_1_180px]">
        <b className="block truncate font-semibold">{title}</b>
        {detail ? <span className="block truncate text-xs text-ink-3">{detail}</span> : null}
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: music and spots have no captions to give */}
      <audio
        controls
        controlsList="nodownload"
        preload="none"
        src={src}
        aria-label={title}
        className="h-10 min-w-0 max-w-[340px] flex-[1_1_260px] max-md:max-w-none"
        onPlay={(event) => pauseOthers(event.currentTarget)}
        onEnded={goOn}
        onError={goOn}
      />
      {aside}
    </div>
  );
}

function pauseOthers(playing: HTMLAudioElement) {
  for (const audio of document.querySelectorAll("audio")) if (audio !== playing) audio.pause();
}

function playNext({ currentTarget }: SyntheticEvent<HTMLAudioElement>) {
  const all = Array.from(document.querySelectorAll("audio"));
  // a track that cannot play reports that by its error event
  all[all.indexOf(currentTarget) + 1]?.play().catch(() => {});
}
