// Determines by a file's header its sound format, the decoder that reads it, and whether every
// player can play it unchanged (docs/decisions/song-audio.md).
import { createReadStream } from "node:fs";
import { endsAsMp3, firstMp3Frame, tailBytes } from "./mp3-frames.mjs";
import { indexFirst } from "./mp4-stream.mjs";
import { isPossible, plainWav, readWav, samplesOf } from "./wav-format.mjs";

/**
 * Why a file is not read: "header" (impossible), "unsupported" (a codec, by its name), "silent",
 * "damaged", "memory", "disk" (its error's code), "fault" (ours).
 */
export class AudioFault extends Error {
  constructor(outcome, detail, cause) {
    super(`audio refused: ${outcome}${detail === undefined ? "" : ` (${detail})`}`, { cause });
    this.outcome = outcome;
    this.detail = detail;
  }
}

/**
 * The limits of browsers' decoders: beyond them nothing can be played, and loudness not measured.
 */
const leastRate = 8000;
const mostRate = 192_000;
const mostChannels = 8;
export const isPossibleSound = ({ rate, channels }) =>
  rate >= leastRate && rate <= mostRate && channels >= 1 && channels <= mostChannels;

/**
 * Codecs of WAV by their tag (RFC 2361). Those with a decoder are converted, unless players take
 * them unchanged.
 */
const wavCodecs = {
  1: { name: "PCM", decoder: "wav" },
  3: { name: "32-bit float WAV", decoder: "wav" },
  2: { name: "Microsoft ADPCM", decoder: "wav" },
  6: { name: "A-law", decoder: "wav" },
  7: { name: "µ-law", decoder: "wav" },
  17: { name: "IMA ADPCM", decoder: "wav" },
  80: { name: "MP2 in WAV", decoder: "mp3" },
  85: { name: "MP3 in WAV", decoder: "mp3" },
  49: { name: "GSM 6.10" },
  64: { name: "G.726 ADPCM" },
  69: { name: "G.726 ADPCM" },
  353: { name: "Windows Media Audio" },
  354: { name: "Windows Media Audio" },
  355: { name: "Windows Media Audio" },
  8192: { name: "Dolby Digital (AC-3)" },
};
const mp4Codecs = { ALAC: "Apple Lossless", "AC-3": "Dolby Digital (AC-3)" };
/** Names of the codecs that decode-mp4 refuses, by the code in the file. */
const mp4Names = {
  drms: "audio with Apple's copy protection",
  enca: "encrypted audio",
  mha1: "MPEG-H",
  mhm1: "MPEG-H",
};

/**
 * Finds what to decode: `bytes` streams it for audio-decode's `decoder`, `seconds` is its length if
 * the header gives one that the tags do not, `channels` counts the file's own (a decoder may give
 * one while both are alike), `convertedFrom` names a codec that not every player plays, and
 * `isWhole` checks that nothing the container promises is missing. Throws AudioFault.
 */
export async function findAudioSource(file) {
  const { mediaType, format } = file;
  const source = await sourceOf[mediaType](file);
  const { rate = format.sampleRate, channels = format.numberOfChannels ?? 1 } = source;
  if (rate !== undefined && !isPossibleSound({ rate, channels }))
    throw new AudioFault("header", rate);
  return { isWhole: async () => true, channels, ...source };
}

/**
 * Classifies a decoder's error: "unsupported" if it names a codec, "memory", "disk", "fault" for a
 * programming error, else "damaged", which a decoder reports by an error of its own.
 */
export function audioFaultOf(error) {
  if (error instanceof AudioFault) return error;
  if (typeof error?.code === "string" && error.syscall)
    return new AudioFault("disk", error.code, error);
  const message = error instanceof Error ? error.message : String(error);
  const codec = /^Unsupported MP4 audio codec: (.+)$/.exec(message)?.[1].trim();
  if (codec !== undefined)
    return new AudioFault("unsupported", mp4Names[codec] ?? `codec “${codec}” in MP4`, error);
  if (/^AAC init failed/.test(message))
    return new AudioFault("unsupported", "this kind of AAC", error);
  if (error instanceof RangeError && /alloc|memory|array length/i.test(message))
    return new AudioFault("memory", undefined, error);
  const isFault = [TypeError, RangeError, ReferenceError, WebAssembly.RuntimeError].some(
    (kind) => error instanceof kind,
  );
  return new AudioFault(isFault ? "fault" : "damaged", undefined, error);
}

const sourceOf = {
  async "audio/wav"({ path, handle, size }) {
    const wav = await readWav(handle, size);
    if (!wav) throw new AudioFault("damaged");
    const { tag, rate, channels, bits, block, bytes } = wav;
    const codec = wavCodecs[tag];
    if (!codec?.decoder)
      throw new AudioFault("unsupported", codec?.name ?? `codec 0x${tag.toString(16)} in WAV`);
    if (!isPossible(wav)) throw new AudioFault("header", rate);
    const isPlayed = tag === 1 && bits <= 24 && !(await isRf64(handle));
    const name =
      tag === 1
        ? bits > 24
          ? "32-bit integer WAV"
          : "RF64"
        : tag === 3 && bits === 64
          ? "64-bit float WAV"
          : codec.name;
    return {
      rate,
      channels,
      decoder: codec.decoder,
      ...((tag === 1 || tag === 3) && { seconds: bytes / (rate * block) }),
      ...(!isPlayed && { convertedFrom: name }),
      bytes: () => (codec.decoder === "wav" ? plainWav(path, wav) : samplesOf(path, wav)),
      isWhole: async () => wav.isWhole,
    };
  },
  async "audio/mpeg"({ path, handle, size, format }) {
    const layer = /Layer ([12])$/.exec(format.codec ?? "")?.[1];
    const start = await mp3Start(handle);
    return {
      decoder: "mp3",
      ...(layer && { convertedFrom: `MP${layer}` }),
      bytes: () => createReadStream(path, { start }),
      isWhole: async () => endsAsMp3(await endOf(handle, size, tailBytes)),
    };
  },
  async "audio/aac"({ path, handle }) {
    const start = await behindTags(handle);
    return {
      decoder: "aac",
      convertedFrom: "AAC without a container (ADTS)",
      bytes: () => createReadStream(path, { start }),
    };
  },
  async "audio/flac"({ path, handle }) {
    const start = await behindTags(handle);
    return { decoder: "flac", bytes: () => createReadStream(path, { start }) };
  },
  async "audio/ogg"({ path, handle, size, format }) {
    const codec = format.codec ?? "";
    const [, decoder, convertedFrom] = oggCodecs.find(([name]) => name.test(codec)) ?? [];
    if (!decoder)
      throw new AudioFault("unsupported", codec.replace(/ [\d.]+$/, "") || "this kind of Ogg");
    return {
      decoder,
      ...(convertedFrom && { convertedFrom }),
      bytes: () => createReadStream(path),
      isWhole: () => endsAsOgg(handle, size),
    };
  },
  async "audio/webm"({ path }) {
    // recorders of browsers leave out its length, so that players cannot seek in it
    return { decoder: "webm", convertedFrom: "WebM", bytes: () => createReadStream(path) };
  },
  async "audio/mp4"({ path, handle, format }) {
    const isAac = /AAC/.test(format.codec ?? "");
    // a video's sound is played, not its pictures
    const isPlayed = isAac && (format.hasVideo === false || (await isOfApple(handle)));
    const name = isAac ? "MP4" : (mp4Codecs[format.codec] ?? format.codec ?? "this kind of MP4");
    return {
      decoder: "m4a",
      ...(!isPlayed && { convertedFrom: name.replace(/[<>]/g, "") }),
      bytes: () => indexFirst(path),
    };
  },
};

const oggCodecs = [
  [/opus/i, "opus"],
  [/vorbis/i, "oga"],
  [/flac/i, "flac", "FLAC in Ogg"],
];

/** True for an MP4 marked as sound (.m4a, .m4b): others may have pictures too. */
async function isOfApple(handle) {
  const brand = Buffer.alloc(4);
  await handle.read(brand, 0, 4, 8);
  return /^M4[AB] $/.test(brand.toString("latin1"));
}

async function isRf64(handle) {
  const head = Buffer.alloc(4);
  await handle.read(head, 0, 4, 0);
  return head.toString("latin1") === "RF64";
}

/** Finds where its first frame begins, after tags and other data that programs leave there. */
async function mp3Start(handle) {
  const start = await behindTags(handle);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, start);
  return start + Math.max(0, firstMp3Frame(buffer.subarray(0, bytesRead)));
}

/** A file may consist of empty tags. */
const mostTags = 20;

/** Finds the end of all ID3v2 tags: decoders would look for frames in them, however large. */
async function behindTags(handle) {
  const head = Buffer.alloc(10);
  let start = 0;
  for (let tags = 0; tags < mostTags; tags++) {
    const { bytesRead } = await handle.read(head, 0, 10, start);
    if (bytesRead < 10 || head.toString("latin1", 0, 3) !== "ID3") return start;
    const size = (head[6] << 21) | (head[7] << 14) | (head[8] << 7) | head[9]; // seven bits each
    start += 10 + size + (head[5] & 0x10 ? 10 : 0);
  }
  return start;
}

/** RFC 3533: the last page is there whole, and marked as the end of its stream. */
async function endsAsOgg(handle, size) {
  const tail = await endOf(handle, size, 130_000); // a page has at most 65,307 bytes
  const at = tail.lastIndexOf("OggS");
  if (at < 0 || at + 27 > tail.length) return false;
  const segments = tail.subarray(at + 27, at + 27 + tail[at + 26]);
  return (
    (tail[at + 5] & 4) !== 0 &&
    at + 27 + segments.length + segments.reduce((sum, bytes) => sum + bytes, 0) <= tail.length
  );
}

async function endOf(handle, size, most) {
  const tail = Buffer.alloc(Math.min(size, most));
  await handle.read(tail, 0, tail.length, size - tail.length);
  return tail;
}
