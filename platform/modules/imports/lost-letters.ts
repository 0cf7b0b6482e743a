import { importMessages } from "./messages.ts";

/** What a byte of 0x80 to 0xBF becomes in Windows-1252, the marks of writing left out. */
const within =
  "[\u0080-\u0084\u0086-\u0090\u0095\u0098-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]";
const any = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";

/**
 * Signs that text lost letters on its way: the mark for what could not be read, UTF-8 read as
 * Windows-1252 (Ã©, â‚¬) or as Mac Roman (√©, ‚Äô), Turkish or Mac Roman read as Windows-1252
 * (Þiþli, ZŸrich, CafŽ), and question marks where letters were.
 */
const signs = [
  /\ufffd/,
  new RegExp(`[ÂÃ]${any}|[Ä-ß]${within}|[à-ï](?:${within}${any}|${any}${within})|ðŸ`),
  /[√¬][©®°±∂∆≠≤≥µ†¢£§•¶ß™´¨Æ]|‚Ä[ôúùìî¶¢]/,
  /[Þþ]|[Ðð]|Ÿ\p{Ll}|\p{Ll}[ŸŽŠ]|\p{L}[†‡ˆ‰‹›•˜¢£¤]\p{L}/u,
  /\p{L}\?+\p{L}|(?:^|\s)\?+[\p{L}\d]|(?:^|\s)\?{2,}(?=\s|$)/u,
];
/** What a spreadsheet makes of 3/4 or 10-22. */
const shortDate =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i;

/**
 * What makes one doubt that a cell's text is what its author wrote; undefined for nothing.
 * `isGuessed` says that the file's encoding is not known for sure.
 */
export function doubtOf(text: string, isGuessed: boolean): string | undefined {
  if (!/[^\0-\x7f]|[?-]/.test(text)) return undefined; // as nearly all cells
  if (signs.some((sign) => sign.test(text))) return importMessages.lostLetters(text);
  if (isGuessed && /[^\0-\x7f]/.test(text)) return importMessages.guessedLetters(text);
  return shortDate.test(text) ? importMessages.madeDate(text) : undefined;
}
