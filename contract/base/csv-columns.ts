/** The columns of a CSV or .xlsx file that can be imported. No zod in here: pages show it. */
export type CsvColumn = {
  /** The member of a row that its cells fill. */
  member: string;
  /** The heading in the template, the export and the file of refused rows. */
  heading: string;
  /** Other headings that mean the same. */
  also?: readonly string[];
  /** Without it, a row cannot be identified. */
  required?: true;
  /** True if `clearWord` may be in its cells. */
  clearable?: true;
  /** True if its texts may be questions, as titles are. */
  mayAsk?: true;
  /** The contents of its cells, for people. */
  meaning: string;
};

/**
 * A cell of this removes a value; an empty cell leaves it unchanged. The brackets keep it apart
 * from albums and towns called “Clear”.
 */
export const clearWord = "(clear)";

/** The extra column of the file of refused rows; a file that is sent again may still contain it. */
export const reasonHeading = "Reason";

/**
 * Limits of an imported file in addition to its 50 MB (LIM-1). Lines include empty rows; a row's
 * characters include its delimiters.
 */
export const csvLimits = {
  rows: 200_000,
  lines: 400_000,
  rowCharacters: 1_000_000,
  columns: 1000,
  cellCharacters: 10_000,
} as const;
