import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { ICommonTagsResult } from "music-metadata";
import { invalid } from "../http/refusal.ts";
import { judgeUpload, type UploadedFile } from "./uploaded-file.ts";

/** How long audio of a kind may be, in seconds (the database's checks too), and the words for it. */
export type AudioLength = { least: number; most: number; rule: string };
export const songLength: AudioLength = { least: 5, most: 3600, rule: "A song is 5 seconds to 60 minutes long" };
export const spotLength: AudioLength = { least: 1, most: 600, rule: "A spot is 1 second to 10 minutes long" };
/** Into how many parts its drawing is cut. */
const parts = 400;
const unreadable = "This file cannot be played: it is damaged or incomplete.";
const wrongLength = ({ rule }: AudioLength, has: string) => `${rule}; this file ${has}.`;
/** Far above what an hour of audio takes to decode. */
const mostMilliseconds = 180_000;
/** Threads at a time; others wait. */
const most = 2;

type Tags = Pick<ICommonTagsResult, "title" | "artist" | "album" | "year" | "bpm" | "mood" | "language"> & {
  [K in "artists" | "composer" | "label" | "isrc" | "genre"]?: string[];
} & { picture?: Uint8Array };

type Told =
  | { outcome: "unreadable" }
  | {
      outcome: "read";
      seconds: number;
      declared: number | undefined;
      isWhole: boolean;
      peaks: Uint8Array;
      loudness: number | null;
      tags: Tags;
    };

export type HeardAudio = {
  durationSeconds: number;
  /** Measured, in LUFS; null for silence and for less than 400 ms. */
  loudness: number | null;
  /** Of each of 400 parts the highest sample, 255 being full scale. */
  peaks: Uint8Array;
  tags: AudioTags;
  /** The picture in it, judged and drawn anew as uploaded ones are; undefined for none that is fit. */
  picture: UploadedFile | undefined;
};
/** Text in one line without control characters, at most so long as the form takes it. */
export type AudioTags = {
  title: string | null;
  artist: string | null;
  artists: string[];
  composers: string[];
  album: string | null;
  label: string | null;
  isrc: string | null;
  year: number | null;
  bpm: number | null;
  genres: string[];
  moods: string[];
  /** As the file has it: "hin", "Hindi". */
  language: string | null;
};

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads a file of audio to its end, in a thread of its own. Throws 422 on `file` for one that cannot be played, was cut off, or is shorter or
 * longer than such audio may be.
 */
export async function readAudio(file: UploadedFile, length: AudioLength): Promise<HeardAudio> {
  const result = await inTurn(() => listen(file, length));
  if (result.outcome === "unreadable") throw invalid({ file: unreadable });
  const { seconds, declared = seconds, isWhole, peaks, loudness, tags } = result;
  const durationSeconds = Math.round(seconds);
  if (seconds > length.most + 0.5) throw invalid({ file: wrongLength(length, "is longer") });
  // what an encoder adds at both ends is declared and not played: fewer than 0.2 seconds
  if (!isWhole || seconds < declared - Math.max(0.5, declared * 0.01))
    throw invalid({
      file: declared > seconds + 0.5 ? `This file is incomplete: only ${clock(seconds)} of ${clock(declared)} can be played.` : unreadable,
    });
  if (durationSeconds < length.least)
    throw invalid({ file: wrongLength(length, `is ${durationSeconds === 1 ? "1 second" : `${durationSeconds} seconds`} long`) });
  return { durationSeconds, loudness, peaks, tags: clean(tags), picture: await pictureOf(file, tags.picture) };
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The thread ends with its answer, or is ended when it takes too long or more memory than it may. */
async function listen({ path, mediaType }: UploadedFile, { most: longestSeconds }: AudioLength): Promise<Told> {
  const worker = new Worker(new URL("./audio-worker.mjs", import.meta.url), {
    workerData: { path, mediaType, longestSeconds, parts },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stdout: true, // decoders write there what they think of a file
    stderr: true,
  });
  const timer = setTimeout(() => void worker.terminate(), mostMilliseconds);
  try {
    return await new Promise<Told>((resolve) => {
      worker.once("message", resolve);
      worker.once("error", () => resolve({ outcome: "unreadable" }));
      worker.once("exit", () => resolve({ outcome: "unreadable" }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function clean(tags: Tags): AudioTags {
  const { title, artist, artists = [], composer = [], album, label = [], isrc = [], year, bpm, genre = [], mood, language } = tags;
  const within = (value: number | undefined, least: number, highest: number) =>
    value !== undefined && Math.round(value) >= least && Math.round(value) <= highest ? Math.round(value) : null;
  const code = isrc.map((one) => one.toUpperCase().replace(/[^A-Z0-9]/g, "")).find((one) => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(one));
  return {
    title: line(title, 200),
    artist: line(artist ?? artists.join(", "), 200),
    artists: lines(artists.flatMap((one) => one.split(/\s+\(?(?:feat|ft|featuring|vs)\.?\s+/i).map((name) => name.replace(/\)$/, "")))),
    composers: lines(composer),
    album: line(album, 200),
    label: line(label[0], 100),
    isrc: code ?? null,
    year: within(year, 1860, 2100),
    bpm: within(bpm, 20, 400),
    genres: lines(genre),
    moods: lines(mood === undefined ? [] : [mood]),
    language: line(language, 100),
  };
}

const line = (text: string | undefined, length: number): string | null =>
  (text ?? "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .trim()
    .slice(0, length)
    .replace(/\p{Cs}$/u, "")
    .trim() || null;

/** Several values, also where a file has them in one with semicolons or slashes with spaces between. */
const lines = (texts: string[]) =>
  texts
    .flatMap((text) => text.split(/;|\0| \/ /))
    .flatMap((text) => line(text, 100) ?? [])
    .slice(0, 20);

/** Lies beside the upload, and goes with it. */
async function pictureOf(file: UploadedFile, bytes: Uint8Array | undefined): Promise<UploadedFile | undefined> {
  if (!bytes || bytes.length === 0) return undefined;
  const path = `${file.path}.picture`;
  await writeFile(path, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const spooled = { field: "file", name: "Picture", path, bytes: bytes.length, sha256, cut: false };
  return judgeUpload(spooled, "image").catch(() => undefined);
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
