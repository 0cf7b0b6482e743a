// Patterns are read by JavaScript and by PostgreSQL alike
// (platform/modules/schedule/rules/rule-check.queries.ts).

const words = [
  "featuring",
  "feat",
  "ft",
  "versus",
  "vs",
  "with",
  "x",
  "and",
  "और",
  "एवं",
  "तथा",
  "आणि",
  "અને",
  "এবং",
  "ਅਤੇ",
  "மற்றும்",
  "మరియు",
  "ಮತ್ತು",
  "اور",
];
/** Between the artists of a credit. */
export const separatorPattern = `\\s*[,;&/+×|•、]\\s*|\\s+(?:${words.join("|")})\\.?\\s+`;
/**
 * Where a title ends and what a version adds begins: a bracket, a dash or a bar with spaces around,
 * a guest.
 */
export const versionPattern = "\\s*[([（【]|\\s+[-‐‑‒–—―−|]\\s+|\\s+(?:featuring|feat|ft)\\.?\\s+";
/**
 * Marks above and below letters; signs that scripts of India write their vowels with are no such
 * marks.
 */
export const accentPattern = "[\u0300-\u036f]";
export const quotePattern = "['’‘`´]";
export const gapPattern = "[\\s._-]+";

const separators = new RegExp(separatorPattern, "iu");
const version = new RegExp(versionPattern, "iu");
const accents = new RegExp(accentPattern, "gu");
const quotes = new RegExp(quotePattern, "gu");
const gaps = new RegExp(gapPattern, "gu");
const isAscii = /^[\0-\x7f]*$/;

/**
 * The artists of a credit as separation compares them: "A feat. B & C" gives a, b and c, so that it
 * sees each of them. An act whose own name holds a separator is split too; it then keeps apart from
 * itself all the same.
 */
export const splitCredit = (credit: string): string[] => [
  ...new Set(creditedNames(credit).map(artistKey)),
];

/** Gives the artists of a credit as they are written there, for people to read. */
export function creditedNames(credit: string): string[] {
  const plain = credit.replace(/[()[\]]/g, " ").trim();
  return ` ${plain} `
    .split(separators)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/**
 * One name however it is spelt: "The Beatles" and "Beatles", "Beyoncé" and "Beyonce", "A.R. Rahman"
 * and "A R Rahman".
 */
export const artistKey = (name: string): string => plainLetters(name).replace(/^the (?=.)/, "");

/**
 * A title without what versions add, so that "Song", "Song (Remix)" and "Song – Live" keep apart.
 */
export function plainTitle(title: string): string {
  const end = title.search(version);
  return plainLetters(end > 0 ? title.slice(0, end) : title);
}

/** In lower case, without accents, quotes and full stops; unchanged if it has nothing else. */
function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  const bare = (
    isAscii.test(lower) ? lower : lower.normalize("NFD").replace(accents, "").normalize("NFC")
  )
    .replace(quotes, "")
    .replace(gaps, " ")
    .trim();
  return bare === "" ? lower.trim() : bare;
}
