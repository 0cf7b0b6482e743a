import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { invalid } from "../base/refusal.ts";
import { type SlotHolder, WorkSlots } from "../base/work-slots.ts";
import { type AudioLength, wrongLength } from "./audio-length.ts";
import { type AudioTags, clean, type Tags } from "./clean-tags.ts";
import type { Cues } from "./cues.ts";
import { cannotPlay, judgeUpload, type UploadedFile } from "./uploaded-file.ts";

/** Into how many parts its drawing is cut. */
const parts = 400;

/** Threads at a time. */
const slots = new WorkSlots({ person: 1, company: 2, process: 3 }, 10);
const mostWaiting = {
  waiting: 10,
  message:
    "You already have 10 audio files waiting to be read. Wait until some have finished, then try again.",
};

/**
 * The time allowed for reading: several times that of the slowest files of that size, such as an
 * hour at a low bit rate, or one to be converted.
 */
const millisecondsFor = (bytes: number) => Math.min(600_000, 10_000 + (bytes / 1_048_576) * 30_000);

type AudioReadFailure = {
  /** "header", "unsupported" and "disk" say in `detail` what rate, codec or system error. */
  outcome: "header" | "unsupported" | "silent" | "damaged" | "fault" | "memory" | "disk" | "time";
  detail?: string | number;
  cause?: unknown;
};
type WorkerAnswer =
  | AudioReadFailure
  | {
      outcome: "read";
      seconds: number;
      declared: number | undefined;
      isWhole: boolean;
      peaks: Uint8Array;
      loudness: number | null;
      cueInMs: number;
      cueOutMs: number | null;
      tags: Tags;
      converted?: { from: string; path: string; bytes: number; sha256: string };
    };

export type MeasuredUpload = {
  /** The file for players: the upload itself, or an mp3 made from it. */
  played: PlayedAudio;
  /** Without the silence at both ends. */
  durationSeconds: number;
  cues: Cues;
  /** Measured, in LUFS; null for silence and for less than 400 ms. */
  loudness: number | null;
  /** Holds the highest sample of each of 400 parts, 255 being full scale. */
  peaks: Uint8Array;
  tags: AudioTags;
  /**
   * The embedded picture, checked and drawn again like an uploaded one; undefined if unusable.
   */
  picture: UploadedFile | undefined;
};
export type PlayedAudio = {
  file: UploadedFile;
  /** The file as uploaded, and the name of its codec, if it was converted. */
  original?: { file: UploadedFile; codec: string };
};

type AudioReadContext = { length: AudioLength; holder: SlotHolder; logger: Pick<Logger, "warn"> };

/**
 * Reads a file of audio to its end, in a thread of its own, and converts what browsers do not play.
 * Throws 422 on `file` for one that cannot be played, was cut off, or is shorter or longer than
 * such audio may be; the log has the cause. Throws 429 for a person with many files waiting.
 */
export async function readAudio(
  file: UploadedFile,
  { length, holder, logger }: AudioReadContext,
): Promise<MeasuredUpload> {
  const free = await slots.wait(holder, mostWaiting);
  const result = await listen(file, length).finally(free);
  if (result.outcome !== "read") {
    const { outcome, detail, cause } = result;
    const { name, bytes, sha256, mediaType } = file;
    logger.warn(
      { outcome, detail, cause, file: { name, bytes, sha256, mediaType } },
      "an audio file was refused",
    );
    if (outcome === "disk")
      throw Object.assign(new Error("an audio file could not be read or converted", { cause }), {
        code: detail,
      });
    throw invalid({ file: wordsFor(result) });
  }
  const {
    seconds,
    declared = seconds,
    isWhole,
    peaks,
    loudness,
    cueInMs,
    cueOutMs,
    tags,
    converted,
  } = result;
  if (seconds > length.most + 0.5) throw invalid({ file: wrongLength(length, "is longer") });
  // an encoder adds up to 0.2 seconds at both ends, which are declared and not played
  if (!isWhole || seconds < declared - Math.max(0.5, declared * 0.01))
    throw invalid({
      file:
        declared > seconds + 0.5
          ? `This file is incomplete: only ${clock(seconds)} of ${clock(declared)} can be played.`
          : damaged,
    });
  const audioMs = Math.round(seconds * 1000);
  const durationSeconds = Math.round(((cueOutMs ?? audioMs) - cueInMs) / 1000);
  const inWords = durationSeconds === 1 ? "1 second" : `${durationSeconds} seconds`;
  const isTrimmed = cueInMs > 0 || cueOutMs !== null;
  if (durationSeconds < length.least)
    throw invalid({
      file: wrongLength(length, isTrimmed ? `has ${inWords} of sound` : `is ${inWords} long`),
    });
  const picture = await pictureOf(file, tags.picture);
  return {
    played: playedOf(file, converted),
    durationSeconds,
    cues: { cueInMs, cueOutMs, audioMs },
    loudness,
    peaks,
    tags: clean(tags),
    picture,
  };
}

const damaged = "This file cannot be played: it is damaged or incomplete.";

function wordsFor({ outcome, detail }: AudioReadFailure): string {
  if (outcome === "header")
    return `This file cannot be played: its header gives a sample rate of ${detail} Hz, or a layout that is impossible. Save it again as MP3 or WAV.`;
  if (outcome === "unsupported") return cannotPlay(String(detail));
  if (outcome === "silent")
    return "This file is silent: nothing in it is louder than -60 dB. Choose another file.";
  if (outcome === "memory")
    return "Reading this file takes more memory than one file may use. Save it as MP3 or AAC (.m4a) and try again.";
  if (outcome === "time")
    return "Reading this file takes too long. Save it as MP3 or AAC (.m4a) and try again.";
  if (outcome === "fault")
    return "We could not decode this file; the fault is ours. Save it as MP3 or AAC (.m4a) and try again.";
  return damaged;
}

function playedOf(
  file: UploadedFile,
  converted: { from: string; path: string; bytes: number; sha256: string } | undefined,
): PlayedAudio {
  if (!converted) return { file };
  const { from: codec, path, bytes, sha256 } = converted;
  return {
    file: {
      name: file.name,
      mediaType: "audio/mpeg",
      path,
      bytes,
      sha256,
      open: () => createReadStream(path),
    },
    original: { file, codec },
  };
}

/**
 * The thread ends with its answer, or is ended when it takes too long or more memory than it may.
 */
async function listen(
  { path, mediaType, bytes }: UploadedFile,
  { most: longestSeconds }: AudioLength,
): Promise<WorkerAnswer> {
  const worker = new Worker(new URL("./audio-worker.mjs", import.meta.url), {
    workerData: { path, mediaType, longestSeconds, parts },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stdout: true, // decoders write their messages there
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WorkerAnswer>((resolve) => {
      timer = setTimeout(() => resolve({ outcome: "time" }), millisecondsFor(bytes));
      worker.once("message", resolve);
      worker.once("error", (cause) =>
        resolve({
          outcome:
            "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "fault",
          cause,
        }),
      );
      worker.once("exit", (code) =>
        resolve({ outcome: "fault", cause: `the thread ended with ${code}` }),
      );
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Writes the picture next to the upload, so that it is removed with it. */
async function pictureOf(
  file: UploadedFile,
  bytes: Uint8Array | undefined,
): Promise<UploadedFile | undefined> {
  if (!bytes || bytes.length === 0) return undefined;
  const path = `${file.path}.picture`;
  await writeFile(path, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const spooled = { field: "file", name: "Picture", path, bytes: bytes.length, sha256, cut: false };
  return judgeUpload(spooled, "image").catch(() => undefined);
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
