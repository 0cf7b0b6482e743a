import { useEffect, useRef, useState } from "react";
import { pauseListening } from "~/ui/track-sound";
import { Listener, type ListenMode, stretchesOf } from "./listening.client-safe";

type Song = { audio: string; seconds: number };

/** Holds the state of listening through songs, and the functions that control it. */
export function useListener(songs: readonly Song[]) {
  const listener = useRef<Listener | null>(null);
  const [mode, setMode] = useState<ListenMode>("beginnings");
  const [at, setAt] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [failed, setFailed] = useState<ReadonlySet<number>>(new Set());
  const stretches = useRef(stretchesOf(songs, mode));

  useEffect(() => {
    const own = new Listener(
      songs.map(({ audio }) => audio),
      {
        at(stretch) {
          setAt(stretch === null ? null : (stretches.current[stretch]?.song ?? null));
          if (stretch === null) setPlaying(false);
        },
        failed: (song) => setFailed((before) => new Set([...before, song])),
      },
    );
    listener.current = own;
    return () => own.end();
  }, [songs]);

  function playFrom(song: number, how = mode) {
    // the last transition starts with the last song but one
    const last = how === "joints" ? songs.length - 2 : songs.length - 1;
    stretches.current = stretchesOf(songs, how);
    setPlaying(true);
    pauseListening();
    listener.current?.play(stretches.current, Math.max(0, Math.min(song, last)));
  }

  return {
    mode,
    at,
    isPlaying,
    failed,
    playFrom,
    previous: () => playFrom((at ?? 0) - 1),
    next: () => playFrom((at ?? -1) + 1),
    toggle() {
      if (at === null) return playFrom(0);
      if (isPlaying) listener.current?.pause();
      else listener.current?.resume();
      setPlaying(!isPlaying);
    },
    choose(how: ListenMode) {
      setMode(how);
      if (at !== null) playFrom(at, how);
    },
  };
}
