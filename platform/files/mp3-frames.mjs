// Where the frames of an mp3 begin, and whether it ends with a whole one. One of constant bit rate
// promises no length: that it was cut off shows at its end alone.

/**
 * Bit rates in kbit/s, by version (MPEG 1; 2 and 2.5) and layer (1, 2, 3); 0 is free
 * format, from which no length follows.
 */
const bitRates = [
  [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
];
const sampleRates = [44_100, 48_000, 32_000];
/** Fewer frames in a row could be a coincidence. */
const leastFrames = 4;
/** Bytes read from either end of a file: enough for `leastFrames` frames of the largest size. */
export const tailBytes = 65_536;

/**
 * By the last bytes of a file. What no frame begins with may follow the last one: tags, padding,
 * whatever players pass over.
 */
export function endsAsMp3(tail) {
  const end = withoutTags(tail);
  let isWhole = true;
  for (let at = 0; at + 4 <= end; ) {
    const { frames, next } = framesFrom(tail, at, end);
    if (frames < leastFrames) at++;
    else {
      isWhole = next <= end && !(next < end && end - next < 4 && tail[next] === 0xff);
      at = Math.max(next, at + 1);
    }
  }
  return isWhole;
}

/**
 * Where the first of several frames in a row begins; -1 for none. Programs leave all kinds of bytes
 * before it.
 */
export function firstMp3Frame(bytes) {
  for (let at = 0; at + 4 <= bytes.length; at++)
    if (framesFrom(bytes, at, bytes.length).frames >= leastFrames) return at;
  return -1;
}

/** Frames of one kind, one behind the other, and where the next would begin. */
function framesFrom(tail, from, end) {
  let frames = 0;
  let next = from;
  for (; next + 4 <= end; frames++) {
    const length = frameLength(tail, next);
    // version, layer and sample rate stay the same
    if (
      length === 0 ||
      (tail[next + 1] ^ tail[from + 1]) & 0x1e ||
      (tail[next + 2] ^ tail[from + 2]) & 0x0c
    )
      break;
    next += length;
  }
  return { frames, next };
}

/** 0 if no frame begins there, or its length is unknown. */
function frameLength(tail, at) {
  if (tail[at] !== 0xff || (tail[at + 1] & 0xe0) !== 0xe0) return 0;
  const version = (tail[at + 1] >> 3) & 3;
  const layer = 4 - ((tail[at + 1] >> 1) & 3);
  const rate = tail[at + 2] >> 4;
  const sampling = (tail[at + 2] >> 2) & 3;
  const padding = (tail[at + 2] >> 1) & 1;
  if (version === 1 || layer === 4 || sampling === 3 || rate === 15) return 0;
  const kilobits = bitRates[version === 3 ? 0 : 1][layer - 1][rate];
  const hertz = sampleRates[sampling] / [4, 1, 2, 1][version];
  if (kilobits === 0) return 0;
  if (layer === 1) return (Math.floor((12_000 * kilobits) / hertz) + padding) * 4;
  return (
    Math.floor(((layer === 3 && version !== 3 ? 72_000 : 144_000) * kilobits) / hertz) + padding
  );
}

/** ID3v1, and an APE tag before it. */
function withoutTags(tail) {
  const text = (from, to) => (from < 0 ? "" : String.fromCharCode(...tail.subarray(from, to)));
  let end = tail.length;
  if (text(end - 128, end - 125) === "TAG") end -= 128;
  if (text(end - 32, end - 24) === "APETAGEX") {
    const footer = new DataView(tail.buffer, tail.byteOffset + end - 32, 32);
    end -= footer.getUint32(12, true) + (footer.getUint32(20, true) >>> 31 ? 32 : 0);
  }
  return Math.max(0, end);
}
