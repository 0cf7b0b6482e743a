const megabyte = 1024 * 1024;

/**
 * What an .xlsx file may unpack to, beside the limits that it shares with CSV (csvLimits): a file
 * of 200,000 stores with all columns has 220 MB of XML, and real sheets shrink to a tenth, seldom
 * to a hundredth.
 */
export const xlsxLimits = {
  entries: 1000,
  /** Of all parts that are read, the sum. */
  unpackedBytes: 256 * megabyte,
  /** Unpacked bytes for each packed one, in parts above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: megabyte,
  /** Parts that tell where the sheet is and how its numbers look. */
  smallPartCharacters: 8 * megabyte,
  sharedStrings: 2_000_000,
  sharedStringBytes: 32 * megabyte,
  /** Elements of cells, also empty ones. */
  cells: 8_000_000,
  /** The last row a spreadsheet has. */
  lastLine: 1_048_576,
  /** Of all cells' text, a shared one counted each time it is used. */
  characters: 50 * megabyte,
  /** Merged cells. */
  merges: 100_000,
  depth: 32,
  attributes: 100,
} as const;
