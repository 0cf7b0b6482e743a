/** What a CSV or .xlsx file that is imported may hold. No zod in here: pages show it. */
export type CsvColumn = {
  /** The member of a row that its cells become. */
  member: string;
  /** As the template, the export and the file of refused rows write it. */
  heading: string;
  /** Other headings that mean the same. */
  also?: readonly string[];
  /** Without it no row can be told. */
  required?: true;
  /** Whether `clearWord` may stand in its cells. */
  clearable?: true;
  /** What its cells hold, for people. */
  meaning: string;
};

/**
 * A cell of this removes a value; an empty cell leaves it unchanged. The brackets keep it apart
 * from albums and towns called “Clear”.
 */
export const clearWord = "(clear)";

/** The extra column of the file of refused rows; a file that is sent again may still have it. */
export const reasonHeading = "Reason";

/**
 * Limits of a file that is imported, beside its 50 MB (LIM-1). Lines count empty rows too; a row's
 * characters count its delimiters.
 */
export const csvLimits = {
  rows: 200_000,
  lines: 400_000,
  rowCharacters: 1_000_000,
  columns: 1000,
  cellCharacters: 10_000,
} as const;
