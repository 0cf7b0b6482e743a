/** Letters that NFKD leaves whole and that people type without their mark. */
const plain: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ı: "i",
};

/**
 * Normalises the words of a text for search and sorting: lower case, without accents, apostrophes
 * and punctuation, one space between. Vowel signs of Indian scripts stay. A text of signs ("÷")
 * is a word of its own.
 */
export function normalise(text: string): string {
  if (/^[ -~]*$/.test(text))
    return joined(
      text
        .toLowerCase()
        .replace(/['`]/g, "")
        .match(/[a-z0-9]+/g),
      text,
    ); // most are, and it takes a third of the time
  const folded = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’ʼ`]/g, "")
    .replace(/[øłđðßæœþı]/g, (letter) => plain[letter] ?? letter);
  return joined(folded.match(/[\p{L}\p{N}\p{M}]+/gu), folded);
}

const joined = (words: string[] | null, text: string) =>
  words?.join(" ") ?? text.replace(/\s+/g, "");

export const wordsOf = (normalised: string): string[] =>
  normalised === "" ? [] : normalised.split(" ");

/** Gives the slips that a word may have: none in short ones, to which too many words are near. */
export const slipsAllowed = (word: string): number =>
  word.length < 4 ? 0 : word.length < 8 ? 1 : 2;

/**
 * Maps a word's letters to 32 bits. One slip (a letter more, less or other, two swapped) sets at
 * most one bit and clears at most one.
 */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters >>> 0;
}

/** Words above it are never similar. */
const longest = 250;
const far = 1000;
// one search compares a word with thousands: the rows are reused
let before = new Int32Array(longest + 4);
let last = new Int32Array(longest + 4);
let row = new Int32Array(longest + 4);

/**
 * Slips between two words: letters added, left out or changed, neighbours swapped (optimal string
 * alignment); above `most` some number greater. Only the band of the table is worked out that can
 * stay within `most`.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || Math.max(one.length, other.length) > longest)
    return most + 1;
  for (let j = 0; j <= other.length + 1; j++) last[j] = j <= most ? j : far;
  for (let i = 1; i <= one.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(other.length, i + most);
    row[from - 1] = from === 1 ? i : far;
    row[to + 1] = far;
    let least = row[from - 1] as number;
    const letter = one.charCodeAt(i - 1);
    for (let j = from; j <= to; j++) {
      const own = other.charCodeAt(j - 1);
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (letter === own ? 0 : 1),
      );
      if (i > 1 && j > 1 && letter === other.charCodeAt(j - 2) && one.charCodeAt(i - 2) === own)
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[other.length] as number;
}
