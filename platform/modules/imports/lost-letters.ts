import { importMessages } from "./messages.ts";

/** The characters that bytes 0x80 to 0xBF become in Windows-1252, without punctuation marks. */
const within =
  "[\u0080-\u0084\u0086-\u0090\u0095\u0098-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]";
const any = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";

/**
 * Signs that text lost letters on its way: the replacement character, UTF-8 read as
 * Windows-1252 (Ã©, â‚¬) or as Mac Roman (√©, ‚Äô), Turkish or Mac Roman read as Windows-1252
 * (Þiþli, ZŸrich, CafŽ), and question marks where letters were.
 */
const signs = [
  /\ufffd/,
  new RegExp(`[ÂÃ]${any}|[Ä-ß]${within}|[à-ï](?:${within}${any}|${any}${within})|ðŸ`),
  /[√¬][©®°±∂∆≠≤≥µ†¢£§•¶ß™´¨Æ]|‚Ä[ôúùìî¶¢]/,
  /[Þþ]|[Ðð]|Ÿ\p{Ll}|\p{Ll}[ŸŽŠ]|\p{L}[†‡ˆ‰‹›•˜¢£¤]\p{L}/u,
  /\p{L}\?+\p{L}|(?:^|\s)\?+[\p{L}\d]|(?:^|\s)\?{2,}(?=\s|$)/u,
  // half of a letter that was cut after its first byte: CafÃ, Caf√
  /\p{Ll}[À-ÖØ-Þ√](?!\p{L})/u,
];
/** Two of the three bytes of a letter at a word's end, which else may be é² or ê™. */
const cutLetter = new RegExp(`[à-ï]${within}(?![\\p{L}\u0080-\u00bf])`, "u");
/** A question mark for a word's last letter, where no question is asked. */
const lostEnd = /\p{L}\?+(?!\p{L})/u;
/** The dates that a spreadsheet makes of 3/4 or 10-22. */
const shortDate =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i;

/**
 * Gives a reason to doubt that a cell's text is what its author wrote; undefined if there is none.
 * `isGuessed`: the file's encoding is not certain; `mayAsk`: the text may be a question.
 */
export function doubtOf(text: string, isGuessed: boolean, mayAsk = true): string | undefined {
  if (!/[^\0-\x7f]|[?-]/.test(text)) return undefined; // as nearly all cells
  const own = [...signs, ...(isGuessed ? [cutLetter] : []), ...(mayAsk ? [] : [lostEnd])];
  if (own.some((sign) => sign.test(text))) return importMessages.lostLetters(text);
  if (isGuessed && /[^\0-\x7f]/.test(text)) return importMessages.guessedLetters(text);
  return shortDate.test(text) ? importMessages.madeDate(text) : undefined;
}
