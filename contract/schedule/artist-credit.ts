const separators = /\s*[,;&/+]\s*|\s+(?:featuring|feat|ft|versus|vs|with|x|and)\b\.?\s+/i;
const mayHaveSeveral = /[,;&/+]|\s(?:feat|ft|v(?:ersu)?s|with|x|and)/i;

/**
 * The artists of a credit, in lower case: "A feat. B & C" gives a, b and c, so that separation sees each of them.
 * An act whose own name holds a separator is split too; it then keeps apart from itself all the same.
 */
export const splitCredit = (credit: string): string[] => [...new Set(creditedNames(credit).map((name) => name.toLowerCase()))];

/** The same as they are written in the credit, for people to read. */
export function creditedNames(credit: string): string[] {
  const plain = credit.replace(/[()[\]]/g, " ").trim();
  if (!mayHaveSeveral.test(plain)) return plain === "" ? [] : [plain];
  return ` ${plain} `
    .split(separators)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A title without what versions add, so that "Song", "Song (Remix)" and "Song - Live" keep apart. */
export function plainTitle(title: string): string {
  const end = title.search(/\s*[([]|\s+-\s+/);
  return (end > 0 ? title.slice(0, end) : title).trim().toLowerCase();
}
