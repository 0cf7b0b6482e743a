/** Letters that have no accent of their own to take off, and how people type them. */
const typedAs: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ð: "d", ı: "i" };

/**
 * Folds a text for searches and sorting: in lower case and without accents, like the database's
 * `fold_text` (platform/db/text-search.ts).
 */
export const foldText = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .toLowerCase()
        .replace(/[øłđðı]/g, (letter) => typedAs[letter] ?? letter)
        .normalize("NFC");
