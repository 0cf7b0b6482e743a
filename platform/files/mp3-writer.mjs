// Writes decoded sound as an mp3 of constant bit rate: players know its length without reading it
// to the end.
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { createMp3Encoder } from "wasm-media-encoders";

/** Sample rates of MPEG 1, 2 and 2.5, in hertz, each with the kbit/s per channel. */
const rates = [
  [8000, 32],
  [11_025, 32],
  [12_000, 32],
  [16_000, 80],
  [22_050, 80],
  [24_000, 80],
  [32_000, 128],
  [44_100, 128],
  [48_000, 128],
];

/** `rate` in hertz. Of more than two channels the mean is written: an mp3 has no others. */
export async function mp3Writer(path, { rate, channels }) {
  const encoder = await createMp3Encoder();
  const width = channels === 2 ? 2 : 1;
  const exact = rates.find(([hertz]) => hertz === rate);
  const half = rates.findLast(([hertz]) => hertz >= 32_000 && rate % hertz === 0);
  const [outputSampleRate, kilobits] =
    exact ?? half ?? rates.find(([hertz]) => hertz >= rate) ?? rates.at(-1);
  encoder.configure({
    sampleRate: rate,
    channels: width,
    outputSampleRate,
    bitrate: kilobits * width,
  });
  const file = openSync(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  const write = (frames) => {
    writeSync(file, frames); // at once: the next call overwrites the encoder's memory
    hash.update(frames);
    bytes += frames.length;
  };
  return {
    add(channelData) {
      const sound = channelData.length <= 2 ? channelData : [meanOf(channelData)];
      write(
        encoder.encode(
          Array.from({ length: width }, (_, place) => withinScale(sound[place] ?? sound[0])),
        ),
      );
    },
    /** Ends the file and gives its path. */
    end() {
      write(encoder.finalize());
      closeSync(file);
      return { path, bytes, sha256: hash.digest("hex") };
    },
  };
}

const meanOf = (channels) =>
  channels[0].map(
    (_, at) => channels.reduce((sum, samples) => sum + samples[at], 0) / channels.length,
  );

/** Sound in float may go beyond full scale, which the encoder does not take. */
function withinScale(samples) {
  for (let at = 0; at < samples.length; at++)
    if (samples[at] > 1 || samples[at] < -1) samples[at] = Math.sign(samples[at]);
  return samples;
}
