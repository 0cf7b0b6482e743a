// Reads the tags of an audio file that are shown, and corrects known faults of the programs that
// write them (docs/decisions/song-audio.md).

/**
 * The frames that name artists, the first kind that a file has counting, as music-metadata ranks
 * them.
 */
const artistFrames = {
  APEv2: "ARTIST",
  vorbis: "ARTIST",
  "ID3v2.4": "TPE1",
  "ID3v2.3": "TPE1",
  "ID3v2.2": "TP1",
  iTunes: "©ART",
};
const older = {
  "ID3v2.3": { artists: "TPE1", composers: "TCOM" },
  "ID3v2.2": { artists: "TP1", composers: "TCM" },
};
/** Names of fewer letters are rather parts of one: "AC/DC", "M/A/R/R/S". */
const leastOfName = 4;

/**
 * Reads music-metadata's `common` and `native` tags. Prefers the cover to other pictures; a
 * file may have more of these than anybody wants copied.
 */
export function tagsOf({ common = {}, native = {} }) {
  const { title, album, label, isrc, genre, mood, language, year, bpm } = common;
  const picture = (
    common.picture?.find(({ type }) => /front/i.test(type ?? "")) ?? common.picture?.[0]
  )?.data;
  const short = (text) => (text === undefined ? undefined : toUtf8(String(text)).slice(0, 1000));
  const few = (texts) => texts?.slice(0, 50).map(short);
  return {
    title: short(title),
    artist: short(creditOf(common, native)),
    artists: few(namesOf(common.artists, native, "artists")),
    album: short(album),
    composer: few(namesOf(common.composer, native, "composers")),
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

const valuesOf = (native, type, frame) =>
  (native[type] ?? [])
    .filter(({ id }) => id.toUpperCase() === frame)
    .map(({ value }) => String(value));

/** All artists of the first kind of tags; music-metadata gives the first of them. */
function creditOf({ artist }, native) {
  for (const [type, frame] of Object.entries(artistFrames)) {
    const values = valuesOf(native, type, frame);
    if (values.length > 0) return values.join(type in older ? "/" : ", ");
  }
  return artist;
}

/**
 * Older ID3 separates names by a slash, which names may contain too, and music-metadata splits at
 * each: split here only between likely names. Names from other tags stay.
 */
function namesOf(names, native, kind) {
  for (const [type, frames] of Object.entries(older)) {
    const values = valuesOf(native, type, frames[kind]);
    if (values.length < 2 || values.join("\0") !== names?.join("\0")) continue;
    return values.every((value) => toUtf8(value).trim().length >= leastOfName)
      ? values
      : [values.join("/")];
  }
  return names;
}

/** Text in UTF-8 that the tag calls Latin-1, as many programs write it. */
function toUtf8(text) {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}
