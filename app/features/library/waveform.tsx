import { waveBox, waveSides } from "~/lib/songs/wave-path";
import { songTexts } from "./texts";

type Props = {
  path: string;
  label: string;
  /** The part that plays, as shares of the file (0 to 1); the rest is skipped silence. */
  played?: { from: number; to: number };
};

/** Draws a song's loudness over time and shades the parts that do not play. */
export function Waveform({ path, label, played: { from, to } = { from: 0, to: 1 } }: Props) {
  const { width, height } = waveSides;
  return path ? (
    <svg
      viewBox={waveBox}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="h-16 w-full min-w-0 text-ink"
    >
      <path d={path} stroke="currentColor" strokeWidth="1.2" fill="none" />
      {from > 0 ? (
        <rect width={from * width} height={height} className="fill-ink-3 opacity-30" />
      ) : null}
      {to < 1 ? (
        <rect
          x={to * width}
          width={(1 - to) * width}
          height={height}
          className="fill-ink-3 opacity-30"
        />
      ) : null}
    </svg>
  ) : (
    <p className="text-sm text-ink-3">{songTexts.noWaveform}</p>
  );
}
