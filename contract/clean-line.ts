/** Signs that nobody sees: they turn text around or join nothing, and two names with and without one look the same. */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Text of one line as it is kept and compared: accents in one piece with their letters (NFC), plain single spaces within and none around.
 * Joiners (U+200C and U+200D) stay: scripts of India and emoji are written with them.
 */
export const cleanLine = (text: string): string =>
  text
    .normalize("NFC")
    .replace(unseen, "")
    .replace(/\p{Z}+/gu, " ")
    .trim();
