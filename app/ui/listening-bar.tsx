import { useEffect, useRef } from "react";
import { showLength } from "#contract/base/dates";
import { Button } from "./frame/button";
import type { ListeningState } from "./listening";
import { followPosition, playNext, seek, stopListening, toggleTrack } from "./track-sound";

/** Shows the current track at the bottom of every page; on a phone, over the full width. */
export default function ListeningBar({ track, isPaused, isInList }: ListeningState) {
  const bar = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const { src } = track;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each track starts from the beginning
  useEffect(
    () =>
      followPosition((position, length) => {
        const at = showLength(position);
        const whole = showLength(length);
        if (time.current) time.current.textContent = `${at} / ${whole}`;
        if (!bar.current) return;
        bar.current.max = String(length);
        bar.current.value = String(position);
        bar.current.setAttribute("aria-valuetext", `${at} of ${whole}`);
      }),
    [src],
  );
  return (
    <>
      {/* keeps the page's end clear of the bar */}
      <div className="h-20 max-md:h-28 print:hidden" />
      <section
        aria-label="Player"
        data-listening=""
        className="fixed bottom-4 right-4 z-30 flex w-[min(560px,calc(100vw-32px))] items-center gap-3 rounded-xl bg-paper px-3 py-2 shadow-raised max-md:inset-x-0 max-md:bottom-0 max-md:w-full max-md:flex-wrap max-md:gap-y-0 max-md:rounded-b-none max-md:pb-[max(8px,env(safe-area-inset-bottom))] print:hidden"
      >
        {track.cover}
        <p className="min-w-0 flex-[1_1_120px]">
          <b className="block truncate font-semibold">{track.title}</b>
          {track.by ? <small className="block truncate text-ink-2">{track.by}</small> : null}
        </p>
        <span className="flex flex-[1_1_160px] items-center gap-2 max-md:order-last max-md:basis-full">
          <input
            ref={bar}
            type="range"
            min={0}
            step="any"
            defaultValue={0}
            aria-label="Position"
            className="h-6 min-w-0 flex-1 accent-ink"
            onChange={(event) => seek(Number(event.currentTarget.value))}
          />
          <span ref={time} className="whitespace-nowrap text-xs tabular-nums text-ink-2" />
        </span>
        <span className="flex items-center">
          <Button
            type="button"
            small
            variant="quiet"
            icon={isPaused ? "play" : "pause"}
            iconOnly
            onClick={() => toggleTrack(track)}
          >
            {`${isPaused ? "Play" : "Pause"} ${track.title}`}
          </Button>
          {isInList ? (
            <Button type="button" small variant="quiet" onClick={() => playNext(true)}>
              Next
            </Button>
          ) : null}
          <Button type="button" small variant="quiet" icon="close" iconOnly onClick={stopListening}>
            Stop playing
          </Button>
        </span>
      </section>
    </>
  );
}
