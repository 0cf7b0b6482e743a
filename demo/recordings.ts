import { createHash } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "../platform/db/types.ts";
import { pieceRecordings, type Recording, songRecordings, spotRecordings } from "./audio.ts";
import { composePiece, composeSong, composeSpot } from "./composition.ts";
import { loudnessOf } from "./loudness.ts";
import { openMp3Encoder, type Tags } from "./mp3.ts";
import type { DemoSong } from "./songs.ts";
import { bands } from "./styles.ts";
import { runSynthesis } from "./synthesis-thread.ts";
import { encodeWav } from "./wav.ts";

/** Measurements of a recording from when it was made: its sound, and the file's bytes. */
export type RecordingFacts = { bytes: number; sha256: string; loudness: number; peaks: string };
type Facts = Record<Recording["file"], RecordingFacts>;
export type Recordings = { written: number; facts: Facts };

/** Parts that a recording is cut into for drawing. */
const peakCount = 400;
/** Kept next to the recordings' folder. A file not listed, or of another length, is made again. */
const notes = "demo-recordings.json";

/**
 * Makes the demo's recordings below `filesDir`; complete ones are left alone. Gives the number
 * written, and the facts about each by its file. A file appears whole or not at all.
 */
export async function writeRecordings(
  filesDir: string,
  songs: readonly DemoSong[],
): Promise<Recordings> {
  const before = await readNotes(filesDir);
  const facts: Facts = {};
  let written = 0;
  const write = async (
    { file }: Recording,
    compose: () => Float32Array,
    encode: (sound: Float32Array) => Buffer,
  ) => {
    const previous = before[file];
    const there = previous && (await stat(join(filesDir, file)).catch(() => undefined));
    if (previous && there?.size === previous.bytes) {
      facts[file] = previous;
      return;
    }
    const sound = compose();
    const content = encode(sound);
    await saveFile(join(filesDir, file), content);
    facts[file] = {
      bytes: content.length,
      sha256: sha256Of(content),
      loudness: loudnessOf(sound),
      peaks: peaksOf(sound).toString("base64"),
    };
    written++;
  };
  const encodeMp3 = await openMp3Encoder();
  for (const song of songRecordings)
    await write(song, () => composeSong(song.file, bands[song.tempo], song.seconds), encodeWav);
  for (const [index, piece] of pieceRecordings.entries()) {
    const tags = tagsOf(songs[songRecordings.length + index]);
    await write(
      piece,
      () => composePiece(piece.file, piece.style, piece.seconds),
      (sound) => encodeMp3(sound, tags),
    );
  }
  for (const spot of spotRecordings)
    await write(spot, () => composeSpot(spot.file, spot.kind, spot.seconds), encodeWav);
  if (written > 0) await saveFile(join(filesDir, notes), Buffer.from(JSON.stringify(facts)));
  return { written, facts };
}

/** Makes them in a thread, so that the demo can open in the meantime. */
export const startRecordings = async (filesDir: string): Promise<Recordings> =>
  (await runSynthesis({ filesDir })) as Recordings;

/** Writes the measurements of the recordings to the songs and spots that have them. */
export async function noteRecordings(db: Db, facts: Facts): Promise<void> {
  const recordings = Object.entries(facts);
  const list = (of: (one: RecordingFacts) => unknown) =>
    sql.param(recordings.map(([, one]) => of(one)));
  const measured = sql`unnest(${sql.param(recordings.map(([file]) => file))}::text[], ${list(({ sha256 }) => sha256)}::text[], ${list(({ loudness }) => loudness)}::real[],
    ${list(({ peaks }) => peaks)}::text[]) as measured(file, sha256, loudness, peaks)`;
  await db.execute(sql`update song set audio_sha256 = measured.sha256, loudness = measured.loudness, peaks = decode(measured.peaks, 'base64')
    from ${measured} where song.audio_file = measured.file and song.audio_sha256 is null`);
  await db.execute(sql`update spot set loudness = measured.loudness, peaks = decode(measured.peaks, 'base64')
    from ${measured} where spot.audio_file = measured.file and spot.loudness is null`);
}

async function readNotes(filesDir: string): Promise<Facts> {
  const text = await readFile(join(filesDir, notes), "utf8").catch(() => "{}");
  return JSON.parse(text);
}

async function saveFile(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.part`;
  await writeFile(draft, content);
  await rename(draft, path);
}

const sha256Of = (content: Buffer) => createHash("sha256").update(content).digest("hex");

function peaksOf(sound: Float32Array): Buffer {
  const start = (part: number) => Math.floor((part * sound.length) / peakCount);
  return Buffer.from(
    Array.from({ length: peakCount }, (_, part) => {
      let peak = 0;
      for (let i = start(part); i < start(part + 1); i++)
        peak = Math.max(peak, Math.abs(sound[i] ?? 0));
      return Math.min(255, Math.round(peak * 255));
    }),
  );
}

/** The song's, as the tags of its file. */
function tagsOf(song: DemoSong | undefined): Tags {
  if (!song) throw new Error("a recording has no song");
  const { title, artist, album, composers, isrc, label, year, genre, bpm } = song;
  const tags = {
    TIT2: title,
    TPE1: artist,
    TALB: album,
    TCOM: composers.join("; "),
    TSRC: isrc,
    TPUB: label,
    TDRC: year,
    TCON: genre,
    TBPM: bpm,
  };
  return Object.fromEntries(
    Object.entries(tags).map(([name, value]) => [name, String(value ?? "")]),
  );
}
