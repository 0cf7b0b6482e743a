import { beatsPerMinuteOf } from "./composition.ts";
import { seededRandom } from "./random.ts";
import { bands, type NamedStyle, styles, type Tempo } from "./styles.ts";

export type Recording = {
  /** Key in the file store, as the audio_file columns keep it. */
  file: string;
  seconds: number;
};
export type SongRecording = Recording & { tempo: Tempo; bpm: number };
export type PieceRecording = SongRecording & { style: NamedStyle };
export type SpotRecording = Recording & { kind: "TOH" | "AD" | "JINGLE" };

/**
 * The 24 songs of full length that can be heard: what the flagships and the visitor's own store
 * play.
 */
export const songRecordings: readonly SongRecording[] = Array.from({ length: 24 }, (_, index) => {
  const tempo = ([1, 2, 3] as const)[index % 3] ?? 2;
  const seconds = seededRandom(`song length ${index}`).int(110, 180);
  const file = fileOf(index + 1, "wav");
  return { file, seconds, tempo, bpm: beatsPerMinuteOf(file, bands[tempo]) };
});

/** 60 interludes of 20 to 40 seconds, five of each style; they follow the songs in the library. */
export const pieceRecordings: readonly PieceRecording[] = Array.from({ length: 5 }, () => styles)
  .flat()
  .map((style, index) => {
    const file = fileOf(songRecordings.length + index + 1, "mp3");
    const seconds = seededRandom(`piece length ${index}`).int(20, 40);
    return { file, seconds, tempo: style.tempo, bpm: beatsPerMinuteOf(file, style), style };
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

function fileOf(number: number, type: "wav" | "mp3"): string {
  return `audio/song-${String(number).padStart(2, "0")}.${type}`;
}
