const toneHz = [440, 660] as const;
const partSeconds = 0.6;
/** Milliseconds to wait for a browser that has not allowed sound yet. */
const startWithin = 2_000;

/**
 * Plays two notes over the music, at its volume (0 to 1); false if the browser plays
 * none.
 */
export async function playTone(volume: number): Promise<boolean> {
  if (typeof AudioContext === "undefined") return false;
  const context = new AudioContext();
  const isRunning = await Promise.race([
    context.resume().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, startWithin, false)),
  ]);
  if (!isRunning) {
    await context.close().catch(() => {});
    return false;
  }
  const gain = new GainNode(context, { gain: 0 });
  gain.connect(context.destination);
  for (const [n, frequency] of toneHz.entries()) {
    const from = context.currentTime + n * partSeconds;
    const note = new OscillatorNode(context, { frequency });
    note.connect(gain);
    note.start(from);
    note.stop(from + partSeconds);
  }
  // fades in and out to avoid clicks
  const end = context.currentTime + toneHz.length * partSeconds;
  gain.gain.setValueAtTime(0, context.currentTime);
  gain.gain.linearRampToValueAtTime(volume, context.currentTime + 0.05);
  gain.gain.setValueAtTime(volume, end - 0.1);
  gain.gain.linearRampToValueAtTime(0, end);
  setTimeout(() => void context.close().catch(() => {}), toneHz.length * partSeconds * 1000 + 500);
  return true;
}
