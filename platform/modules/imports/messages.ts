/** Messages about a file that cannot be read or applied, and about its rows. */
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
  cutRow: (cells: number, columns: number) =>
    `The file ends in this row, after ${cells} of ${columns} cells. Check that the file is complete, add the missing separators, and upload it again.`,
  headingAgain: "The row repeats the headings. Delete it.",
  mergedCells: (headings: string, cells: string) =>
    `${headings} are merged in ${cells}. Unmerge them in the spreadsheet, so that each has its own value.`,
  errorCell: (cell: string, text: string) =>
    `Cell ${cell} has the error ${text}. Correct it in the spreadsheet.`,
  uncalculated: (cell: string) =>
    `The formula in cell ${cell} has no value in the file. Open the file in a spreadsheet, save it there, and upload it again.`,
  shortened: (text: string) =>
    `A spreadsheet shortened this number to ${text}. Format the column as text and enter the whole number.`,
  lostLetters: (text: string) => `Read as “${text}”. Letters seem to have been lost.`,
  guessedLetters: (text: string) => `Read as “${text}”. Check its letters.`,
  madeDate: (text: string) => `Read as “${text}”. A spreadsheet may have made a date of it.`,
  guessedEncoding:
    "The file is not in UTF-8. We read it as Windows-1252: check letters such as é, ğ and ₹. Saved as CSV UTF-8 or .xlsx, a file keeps its letters.",
  headingBelow: (line: number) => `The headings are in row ${line}. We left out the rows above it.`,
  sheet: (name: string, count: number) =>
    `The file has ${count} sheets. We read the one named “${name}”.`,
  noSheet: (headings: string[]) =>
    `None of the file's sheets has our headings in its first rows. We need ${headings.map((heading) => `“${heading}”`).join(", ")}. Put your rows on the first sheet, under these headings.`,
  longCell: (most: string) => `At most ${most} characters are allowed.`,
  sameKey: (key: string, line: number) => `Same ${key} as row ${line}.`,
  zeros: (stored: string) =>
    `Did you mean “${stored}”? Spreadsheets drop the zeros in front; format the column as text.`,
  length: (text: string) => `${text} is longer than an hour.`,
  phoneCode: (code: string) =>
    `The number begins with +${code}, but the column of country codes has another.`,
  date: "Enter a date, for example 20/11/26 or 2026-11-20.",
  unknown: (thing: string, name: string) => `There is no ${thing} “${name}”.`,
  didYouMean: (message: string, near: string) => `${message} Did you mean “${near}”?`,
  nothingToApply: "There is nothing to apply: no row adds or changes anything.",
  changedSince: (rows: string) =>
    `Some of the data has changed since we checked the file${rows}. Upload the file again to check it again.`,
  doubtful: (rows: string) =>
    `${rows} of the file's rows have warnings. Nothing has changed. Check the file with dryRun=true, look at its warnings, and apply it then.`,
  refused: (rows: string) => `${rows} of the file's rows are refused. Nothing has changed.`,
};
