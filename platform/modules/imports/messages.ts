/** What is said of a file that cannot be read or applied, and of its rows. */
export const importMessages = {
  noRows: "The file has headings but no rows.",
  heading: (errors: string) => `${errors} The template lists all columns.`,
  tooManyRows: (most: string) =>
    `The file has more than ${most} rows. Split it into several files.`,
  tooManyLines: (most: string) =>
    `The file has more than ${most} lines. Delete its empty lines, or split it into several files.`,
  longRow: (line: number, most: string) => `Row ${line} has more than ${most} characters.`,
  openQuote: (row: number) => `A quote opened in row ${row} is never closed.`,
  misplacedQuote: (row: number) =>
    `Row ${row} has a quote in the wrong place. Enclose a cell that contains quotes in quotes, and double each quote inside it.`,
  tooManyColumns: (line: number, most: string) => `Row ${line} has more than ${most} columns.`,
  tooManyCells: (cells: number, columns: number) =>
    `The row has ${cells} cells, but the file has ${columns} columns.`,
  longCell: (most: string) => `At most ${most} characters are allowed.`,
  sameKey: (key: string, line: number) => `Same ${key} as row ${line}.`,
  date: "Enter a date, for example 20/11/26 or 2026-11-20.",
  unknown: (thing: string, name: string) => `There is no ${thing} “${name}”.`,
  didYouMean: (message: string, near: string) => `${message} Did you mean “${near}”?`,
  nothingToApply: "There is nothing to apply: no row adds or changes anything.",
  changedSince: (rows: string) =>
    `Some of the data has changed since we checked the file${rows}. Upload the file again to check it again.`,
  refused: (rows: string) => `${rows} of the file's rows are refused. Nothing has changed.`,
};
