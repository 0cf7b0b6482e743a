// Reads one audio file in a thread of its own: what its tags say, and by decoding it how long it is, how loud as a whole and how loud each part. Nothing that a
// file does (tags without end, samples by the hour) holds up requests; whoever started the thread ends it when it takes too long.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import decode from "audio-decode";
import { parseFile } from "music-metadata";
import { loudnessMeter } from "./loudness.mjs";
import { endsAsMp3, tailBytes } from "./mp3-end.mjs";
import { indexFirst } from "./mp4-stream.mjs";

const { path, mediaType, longestSeconds, parts } = workerData;
/** Frames whose highest sample is kept until the length, and with it the parts, are known. */
const blockFrames = 1024;

const { format, common } = await parseFile(path, { duration: false, includeChapters: false }).catch(() => ({}));
if (!format) parentPort.postMessage({ outcome: "unreadable" });
else if (format.duration > longestSeconds + 1) parentPort.postMessage({ outcome: "read", seconds: format.duration });
else {
  const heard = await listen().catch(() => undefined);
  const read = { outcome: "read", ...heard, declared: format.duration, tags: tags() };
  parentPort.postMessage(heard ? read : { outcome: "unreadable" });
}

/** Decodes to the end, or as far as the audio may be long. */
async function listen() {
  const blocks = [];
  let [frames, rate, highest] = [0, 0, 0];
  let meter;
  for await (const { channelData, sampleRate } of decode(mediaType === "audio/mp4" ? indexFirst(path) : createReadStream(path), codec())) {
    rate = sampleRate;
    meter ??= loudnessMeter(sampleRate);
    meter.add(channelData);
    for (let at = 0; at < channelData[0].length; at++) {
      for (const channel of channelData) {
        const sample = Math.abs(channel[at]);
        if (sample > highest) highest = sample;
      }
      if (++frames % blockFrames !== 0) continue;
      blocks.push(highest);
      highest = 0;
    }
    if (frames > (longestSeconds + 1) * rate) break;
  }
  if (frames === 0) return undefined;
  if (frames % blockFrames !== 0) blocks.push(highest);
  return { seconds: frames / rate, peaks: peaksOf(blocks), loudness: meter.loudness(), isWhole: await isWhole() };
}

function codec() {
  if (mediaType === "audio/ogg") return /opus/i.test(format.codec ?? "") ? "opus" : "oga";
  return { "audio/mpeg": "mp3", "audio/wav": "wav", "audio/flac": "flac", "audio/mp4": "m4a" }[mediaType];
}

/** The highest sample of each part, 255 being full scale. */
function peaksOf(blocks) {
  const peaks = new Uint8Array(parts);
  for (const [place, sample] of blocks.entries()) {
    const part = Math.floor((place * parts) / blocks.length);
    const next = Math.max(part + 1, Math.floor(((place + 1) * parts) / blocks.length)); // a short song has fewer blocks than parts
    const peak = Math.min(255, Math.round(sample * 255));
    for (let at = part; at < next; at++) if (peak > peaks[at]) peaks[at] = peak;
  }
  return peaks;
}

/** What the container promises is there; other formats tell by their length. */
async function isWhole() {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    if (mediaType === "audio/ogg") return await endsAsOgg(handle, size);
    if (mediaType === "audio/mpeg") return endsAsMp3(await endOf(handle, size, tailBytes));
    return mediaType !== "audio/wav" || (await endsAsWav(handle, size));
  } finally {
    await handle.close();
  }
}

/** Chunk by chunk to that of the samples; one of no or endless length was written as a stream. */
async function endsAsWav(handle, size) {
  const head = Buffer.alloc(8);
  for (let at = 12; at + 8 <= size; ) {
    await handle.read(head, 0, 8, at);
    const length = head.readUInt32LE(4);
    if (head.toString("latin1", 0, 4) === "data") return length === 0 || length === 0xffffffff || at + 8 + length <= size;
    at += 8 + length + (length % 2);
  }
  return false;
}

/** RFC 3533: the last page is there whole, and marked as the end of its stream. */
async function endsAsOgg(handle, size) {
  const tail = await endOf(handle, size, 130_000); // a page has 65,307 bytes at the most
  const at = tail.lastIndexOf("OggS");
  if (at < 0 || at + 27 > tail.length) return false;
  const segments = tail.subarray(at + 27, at + 27 + tail[at + 26]);
  return (tail[at + 5] & 4) !== 0 && at + 27 + segments.length + segments.reduce((sum, bytes) => sum + bytes, 0) <= tail.length;
}

async function endOf(handle, size, most) {
  const tail = Buffer.alloc(Math.min(size, most));
  await handle.read(tail, 0, tail.length, size - tail.length);
  return tail;
}

/** Those that are shown: a file may have more of others than anybody wants copied. The cover stands before other pictures. */
function tags() {
  const { title, artist, artists, album, composer, label, isrc, genre, mood, language, year, bpm } = common;
  const picture = (common.picture?.find(({ type }) => /front/i.test(type ?? "")) ?? common.picture?.[0])?.data;
  const few = (texts) => texts?.slice(0, 50).map((text) => String(text).slice(0, 1000));
  const short = (text) => (text === undefined ? undefined : String(text).slice(0, 1000));
  return {
    title: short(title),
    artist: short(artist),
    artists: few(artists),
    album: short(album),
    composer: few(composer),
    label: few(label),
    isrc: few(isrc),
    genre: few(genre),
    mood: short(mood),
    language: short(language),
    year,
    bpm,
    picture,
  };
}
