import { waveBox } from "~/lib/wave-path";
import { songTexts } from "./texts";

/** How loud a song is from its beginning to its end. */
export function Waveform({ path, label }: { path: string; label: string }) {
  return path ? (
    <svg viewBox={waveBox} preserveAspectRatio="none" role="img" aria-label={label} className="h-16 w-full min-w-0 text-brand">
      <path d={path} stroke="currentColor" strokeWidth="1.2" fill="none" />
    </svg>
  ) : (
    <p className="text-sm text-ink-3">{songTexts.noWaveform}</p>
  );
}
