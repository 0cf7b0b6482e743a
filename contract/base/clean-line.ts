/**
 * Characters that a database can hold as text: no NUL or other control character, no half of a
 * surrogate pair.
 */
export const printable = /^[^\p{Cc}\p{Cs}]*$/u;
/** The same for text of several lines, with line ends and tabs. */
export const printableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/**
 * Signs that nobody sees (fillers, marks of direction, an empty braille cell): two names with and
 * without one look the same.
 */
const unseen = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|\u2800/gu;

/**
 * Normalises a line of text for storing and comparing: accents composed with their letters (NFC),
 * single plain spaces, none at the ends. Joiners (U+200C, U+200D) and the emoji selector (U+FE0F)
 * stay: scripts of India and emoji are written with them.
 */
export const cleanLine = (text: string): string =>
  text
    .replace(unseen, "")
    .normalize("NFC")
    .replace(/\p{Z}+/gu, " ")
    .trim();
