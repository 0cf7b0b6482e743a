import { createMp3Encoder } from "wasm-media-encoders";
import { SAMPLE_RATE } from "./instruments.ts";

/** ID3v2.4 tags, for example { TIT2: "Title" }. */
export type Tags = Record<string, string>;

const kilobits = 48;

/**
 * Makes MP3 files (mono, constant bitrate, tagged) of samples from -1 to 1; one encoder serves them
 * all, one after the other.
 */
export async function openMp3Encoder(): Promise<(samples: Float32Array, tags: Tags) => Buffer> {
  const encoder = await createMp3Encoder();
  return (samples, tags) => {
    encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: kilobits });
    // The encoder returns its own memory, which the next call overwrites.
    const music = Buffer.from(encoder.encode([samples]));
    return Buffer.concat([id3(tags), music, encoder.finalize()]);
  };
}

function id3(tags: Tags): Buffer {
  const frames = Buffer.concat(
    Object.entries(tags).map(([name, text]) => {
      const content = Buffer.from(`\x03${text}`); // 3: UTF-8
      return Buffer.concat([Buffer.from(name), size(content.length), Buffer.alloc(2), content]);
    }),
  );
  return Buffer.concat([Buffer.from("ID3\x04\x00\x00", "latin1"), size(frames.length), frames]);
}

/** Seven bits in each of four bytes, so that no size looks like the start of a frame of sound. */
const size = (bytes: number) =>
  Buffer.from([(bytes >> 21) & 127, (bytes >> 14) & 127, (bytes >> 7) & 127, bytes & 127]);
