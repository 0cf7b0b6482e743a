/**
 * What a database can hold as text: no NUL and no other control character, no half of a surrogate
 * pair.
 */
export const printable = /^[^\p{Cc}\p{Cs}]*$/u;

/**
 * Signs that nobody sees (fillers, marks of direction, an empty braille cell): two names with and
 * without one look the same.
 */
const unseen = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|\u2800/gu;

/**
 * Text of one line as it is kept and compared: accents in one piece with their letters (NFC), plain
 * single spaces within and none around. Joiners (U+200C and U+200D) and the emoji selector (U+FE0F)
 * stay: scripts of India and emoji are written with them.
 */
export const cleanLine = (text: string): string =>
  text
    .replace(unseen, "")
    .normalize("NFC")
    .replace(/\p{Z}+/gu, " ")
    .trim();
