const megabyte = 1024 * 1024;

/**
 * Limits for unpacking an .xlsx file, in addition to those that it shares with CSV (csvLimits): one
 * of 200,000 stores with all columns has 220 MB of XML, and real ones shrink to a tenth, rarely
 * to a hundredth.
 */
export const xlsxLimits = {
  entries: 1000,
  /** The sum over all parts that are read. */
  unpackedBytes: 256 * megabyte,
  /** Unpacked bytes for each packed one, in parts above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: megabyte,
  /** Parts with the sheet's place and the formats of its numbers. */
  smallPartCharacters: 8 * megabyte,
  sharedStrings: 2_000_000,
  sharedStringBytes: 32 * megabyte,
  /** Elements of cells, also empty ones. */
  cells: 8_000_000,
  /** The last row a spreadsheet has. */
  lastLine: 1_048_576,
  /** The text of all cells; a shared text counts each time it is used. */
  characters: 50 * megabyte,
  /** Merged cells. */
  merges: 100_000,
  depth: 32,
  attributes: 100,
} as const;
