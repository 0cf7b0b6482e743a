const height = 64;
const bars = 200;
export const waveSides = { width: bars * 2, height };
export const waveBox = `0 0 ${bars * 2} ${height}`;

/**
 * Draws a song's peaks (0 to 255) as an SVG path of 200 bars; empty for audio without
 * peaks.
 */
export function wavePath(peaks: readonly number[]): string {
  if (peaks.length === 0) return "";
  const each = peaks.length / bars;
  return Array.from({ length: bars }, (_, bar) => {
    const peak = Math.max(
      ...peaks.slice(
        Math.floor(bar * each),
        Math.max(Math.floor(bar * each) + 1, Math.floor((bar + 1) * each)),
      ),
    );
    const half = Math.max(1, Math.round((peak / 255) * (height / 2 - 1)));
    return `M${bar * 2} ${height / 2 - half}v${half * 2}`;
  }).join("");
}
