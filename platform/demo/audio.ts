import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { composeSong, composeSpot } from "./composition.ts";
import { SAMPLE_RATE } from "./instruments.ts";
import { seededRandom } from "./random.ts";
import { encodeWav, WAV_HEADER_BYTES } from "./wav.ts";

export type Recording = {
  /** Path under the files folder, as the audio_file columns keep it. */
  file: string;
  seconds: number;
};
/** tempo: 1 slow, 2 medium, 3 fast. */
export type SongRecording = Recording & { tempo: 1 | 2 | 3 };
export type SpotRecording = Recording & { kind: "TOH" | "AD" | "JINGLE" };

/** The 24 songs that can be heard. */
export const songRecordings: readonly SongRecording[] = Array.from({ length: 24 }, (_, index) => {
  const tempo = ([1, 2, 3] as const)[index % 3] ?? 2;
  const seconds = seededRandom(`song length ${index}`).int(110, 180);
  return { file: `audio/song-${String(index + 1).padStart(2, "0")}.wav`, seconds, tempo };
});

/** One chime for the top of the hour, three ads and two promos, each with a motif of its own. */
export const spotRecordings: readonly SpotRecording[] = [
  { file: "audio/toh-chime.wav", seconds: 9, kind: "TOH" },
  { file: "audio/ad-1.wav", seconds: 15, kind: "AD" },
  { file: "audio/ad-2.wav", seconds: 20, kind: "AD" },
  { file: "audio/ad-3.wav", seconds: 12, kind: "AD" },
  { file: "audio/promo-1.wav", seconds: 10, kind: "JINGLE" },
  { file: "audio/promo-2.wav", seconds: 14, kind: "JINGLE" },
];

/**
 * Makes the demo's recordings in `<filesDir>/audio`; those already there in full are left alone.
 * Returns how many files were written. A file appears whole or not at all.
 */
export async function writeRecordings(filesDir: string): Promise<number> {
  await mkdir(join(filesDir, "audio"), { recursive: true });
  let written = 0;
  const write = async (recording: Recording, compose: () => Float32Array) => {
    const path = join(filesDir, recording.file);
    const there = await stat(path).catch(() => undefined);
    if (there?.size === WAV_HEADER_BYTES + recording.seconds * SAMPLE_RATE) return;
    await writeFile(`${path}.part`, encodeWav(compose()));
    await rename(`${path}.part`, path);
    written++;
  };
  for (const song of songRecordings) await write(song, () => composeSong(song.file, song.tempo, song.seconds));
  for (const spot of spotRecordings) await write(spot, () => composeSpot(spot.file, spot.kind, spot.seconds));
  return written;
}
