// Reads one audio file in a thread of its own: its tags, and by decoding it its length and its
// loudness as a whole and in each part. Nothing in a file (endless tags, hours of
// samples) holds up requests; the program that started the thread ends it when it takes too
// long.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import decode from "audio-decode";
import { parseFile, parseStream } from "music-metadata";
import { AudioFault, audioFaultOf, findAudioSource, isPossibleSound } from "./audio-source.mjs";
import { tagsOf } from "./audio-tags.mjs";
import { loudnessMeter } from "./loudness.mjs";
import { mp3Writer } from "./mp3-writer.mjs";

const { path, mediaType, longestSeconds, parts } = workerData;
/** Frames whose highest sample is kept until the length, and with it the parts, are known. */
const blockFrames = 1024;
/** Sets the level below which sound is silence: -60 dB of full scale. */
const audible = 0.001;
/** Silence (s) at either end that is shorter belongs to the music. */
const leastSilence = 0.5;
/** Silence (s) that stays before an attack and behind a decay. */
const margin = 0.1;

/** Types whose length or codec is known only from what the tags' reader finds. */
const toldByTags = new Set(["audio/mp4", "audio/flac", "audio/ogg"]);

const handle = await open(path);
try {
  const size = (await handle.stat()).size;
  const read = await readTags(size);
  const { format = {} } = read;
  if (!read.format && toldByTags.has(mediaType))
    throw new AudioFault("damaged", undefined, read.error);
  const source = await findAudioSource({ path, handle, size, mediaType, format });
  const declared = source.seconds ?? format.duration;
  if (declared > longestSeconds + 1) parentPort.postMessage({ outcome: "read", seconds: declared });
  else {
    const measurements = await listen(source);
    parentPort.postMessage({
      outcome: "read",
      ...measurements,
      declared,
      isWhole: await source.isWhole(),
      tags: tagsOf(read),
    });
  }
} catch (error) {
  const { outcome, detail, stack, cause } = audioFaultOf(error);
  parentPort.postMessage({
    outcome,
    detail,
    cause: [stack, ...(cause ? [cause.stack ?? cause] : [])].join("\ncaused by "),
  });
} finally {
  await handle.close();
}

/** A file whose tags cannot be read may still be played. */
async function readTags(size) {
  const options = { duration: false, includeChapters: false };
  const parseAs = () => parseStream(createReadStream(path), { mimeType: mediaType, size }, options);
  return parseFile(path, options).catch((error) => parseAs().catch(() => ({ error })));
}

/**
 * Decodes to the end, or to the longest length allowed, and writes formats that players cannot play
 * as an mp3 next to the file.
 */
async function listen(source) {
  const blocks = [];
  let frames = 0;
  let rate = 0;
  let highest = 0;
  let meter;
  let converted;
  for await (const { channelData, sampleRate } of decode(
    ownBytes(source.bytes()),
    source.decoder,
  )) {
    if (!isPossibleSound({ rate: sampleRate, channels: channelData.length }))
      throw new AudioFault("header", sampleRate);
    rate = sampleRate;
    meter ??= loudnessMeter(sampleRate);
    meter.add(channelData);
    if (source.convertedFrom !== undefined) {
      converted ??= await mp3Writer(`${path}.mp3`, {
        rate,
        channels: source.channels ?? channelData.length,
      });
      converted.add(channelData);
    }
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
  if (frames === 0) throw new AudioFault("damaged");
  if (frames % blockFrames !== 0) blocks.push(highest);
  return {
    seconds: frames / rate,
    ...cuesOf(blocks, { frames, rate }),
    peaks: peaksOf(blocks),
    loudness: meter.loudness(),
    ...(converted && { converted: { from: source.convertedFrom, ...converted.end() } }),
  };
}

/**
 * Copies, since decoders lay wider numbers over the bytes: a Buffer shares its memory, and its
 * `slice` keeps an odd offset.
 */
async function* ownBytes(chunks) {
  for await (const chunk of chunks) yield new Uint8Array(chunk);
}

/**
 * Finds where sound begins and ends (ms), if there is silence at that end; throws for a file
 * without sound.
 */
function cuesOf(blocks, { frames, rate }) {
  const first = blocks.findIndex((sample) => sample > audible);
  if (first < 0) throw new AudioFault("silent");
  const seconds = frames / rate;
  const begins = (first * blockFrames) / rate;
  const ends = ((blocks.findLastIndex((sample) => sample > audible) + 1) * blockFrames) / rate;
  return {
    cueInMs: begins < leastSilence ? 0 : Math.round((begins - margin) * 1000),
    cueOutMs: seconds - ends < leastSilence ? null : Math.round((ends + margin) * 1000),
  };
}

/** The highest sample of each part, 255 being full scale. */
function peaksOf(blocks) {
  const peaks = new Uint8Array(parts);
  for (const [place, sample] of blocks.entries()) {
    const part = Math.floor((place * parts) / blocks.length);
    // a short song has fewer blocks than parts
    const next = Math.max(part + 1, Math.floor(((place + 1) * parts) / blocks.length));
    const peak = Math.min(255, Math.round(sample * 255));
    for (let at = part; at < next; at++) if (peak > peaks[at]) peaks[at] = peak;
  }
  return peaks;
}
