import { createHash } from "node:crypto";
import { amountPattern, parseAmount } from "#contract/base/money";
import { memberNames } from "#contract/base/records";
import { invalid } from "../../base/refusal.ts";
import { dateCell, importMessages } from "../imports/index.ts";

/** Reads rows of bank statements, whose layouts differ by bank and by year. */

export type StatementLine = {
  day: string;
  narration: string;
  reference: string | null;
  /** In paise. */
  amount: number;
  /** Identifies the line: equal if the same line is uploaded again. */
  digest: string;
};
export type ParsedStatement = {
  lines: StatementLine[];
  debits: number;
  unread: { line: number; reason: string }[];
};

/** Headings of each column, letters and digits alone; of a list the first that a file has. */
const headings = {
  day: [
    "transactiondate",
    "trandate",
    "txndate",
    "txnposteddate",
    "date",
    "postdate",
    "postingdate",
    "valuedate",
    "valuedt",
  ],
  narration: [
    "narration",
    "description",
    "particulars",
    "transactionremarks",
    "transactiondescription",
    "transactionparticulars",
    "remarks",
    "details",
  ],
  reference: [
    "chqrefno",
    "chqrefnumber",
    "refnochequeno",
    "chequenumber",
    "chqno",
    "chequeno",
    "referenceno",
    "refno",
    "utrno",
    "utr",
    "transactionid",
  ],
  credit: [
    "depositamt",
    "depositamount",
    "depositamountinr",
    "creditamount",
    "creditamountinr",
    "credit",
    "creditinr",
    "deposits",
    "deposit",
    "cr",
  ],
  amount: ["amount", "amountinr", "transactionamount", "transactionamountinr"],
  sign: ["drcr", "crdr", "debitcredit", "type"],
} as const;
type Columns = Partial<Record<keyof typeof headings, number>>;

/** Banks write who holds the account above the heading. */
const mostTitles = 100;
const mostUnread = 50;
const mostCharacters = 500;
/** Some banks write the time behind the day: 01/08/2026 10:23:45 AM. */
const timeOfDay = /[T ]\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i;
export const bankFileMessages = {
  noHeading:
    "We found no heading with a date, a narration and a credit. Download the statement from your bank as CSV or .xlsx, and send it unchanged.",
  noDate: (text: string) => `“${text}” is not a date.`,
  noAmount: (text: string) => `“${text}” is not an amount.`,
};

type Cell = (column: keyof typeof headings) => string;
type Row = { line: number; cells: readonly string[]; isUnended?: true };

/**
 * Finds the heading, by which delimiter and sheet are known: the titles above it have commas of
 * their own.
 */
export const statementSearch = {
  matches: (cells: string[]) => Object.keys(findColumns(cells) ?? {}).length,
  columns: ["Date", "Narration", "Credit"].map((heading) => ({ heading, required: true as const })),
  remark() {},
};

/** Takes a file's rows one by one; `lines` are those with a credit. */
export function statementReader() {
  let columns: Columns | undefined;
  let width = 0;
  let titles = 0;
  const read: ParsedStatement = { lines: [], debits: 0, unread: [] };
  const copies = new Map<string, number>();
  const noteUnread = (line: number, reason: string) => {
    if (read.unread.length < mostUnread) read.unread.push({ line, reason });
  };
  const takeLine = (line: number, cell: Cell) => {
    const credit = readCredit(cell);
    if (credit === undefined) read.debits++;
    else if (typeof credit !== "string")
      read.lines.push({ ...credit, digest: digestOf(credit, copies) });
    else noteUnread(line, credit);
  };
  return {
    take({ line, cells, isUnended }: Row): void {
      if (columns) {
        const places = columns;
        const cell: Cell = (column) => cleanText(cells[places[column] ?? -1] ?? "");
        // others are a summary below the lines, or the heading of a page
        if (!/\d/.test(cell("day"))) return;
        // the file was cut within the row, perhaps within its amount
        if (isUnended && cells.length < width)
          noteUnread(line, importMessages.cutRow(cells.length, width));
        else takeLine(line, cell);
      } else {
        columns = findColumns(cells);
        width = cells.length;
        if (!columns && ++titles > mostTitles) throw invalid({ file: bankFileMessages.noHeading });
      }
    },
    /** Gives the statement. Throws 422 on `file` if there was no heading. */
    end(): ParsedStatement {
      if (!columns) throw invalid({ file: bankFileMessages.noHeading });
      return read;
    },
  };
}

/** Reads a line's credit; undefined for a debit, and the reason if it cannot be read. */
function readCredit(cell: Cell): Omit<StatementLine, "digest"> | string | undefined {
  const credit = creditOf(cell);
  if (credit === "") return undefined;
  const day = dateCell.safeParse(cell("day").replace(timeOfDay, "")).data;
  if (!day) return bankFileMessages.noDate(cell("day").slice(0, 40));
  const amount = amountOf(credit);
  if (amount === undefined) return bankFileMessages.noAmount(credit.slice(0, 40));
  if (amount === 0) return undefined;
  return { day, narration: cell("narration"), reference: cell("reference") || null, amount };
}

/** Adds a count for identical lines of one file, so that each has a digest of its own. */
function digestOf(
  { day, amount, narration }: Omit<StatementLine, "digest">,
  copies: Map<string, number>,
): string {
  const key = `${day} ${amount} ${narration}`;
  const copy = (copies.get(key) ?? 0) + 1;
  copies.set(key, copy);
  return createHash("sha256").update(`${key} ${copy}`).digest("hex");
}

function findColumns(cells: readonly string[]): Columns | undefined {
  const plain = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const columns: Columns = {};
  for (const column of memberNames(headings)) {
    const name = headings[column].find((one) => plain.includes(one));
    if (name !== undefined) columns[column] = plain.indexOf(name);
  }
  const { day, narration, credit, amount, sign } = columns;
  const hasCredit = credit !== undefined || (amount !== undefined && sign !== undefined);
  return day !== undefined && narration !== undefined && hasCredit ? columns : undefined;
}

/** The text of the credit, empty for a debit. */
function creditOf(cell: Cell): string {
  const credit = cell("credit");
  if (credit !== "") return credit === "-" ? "" : credit;
  return /^cr/i.test(cell("sign")) ? cell("amount") : "";
}

/** Reads "₹1,18,000.00", "1180.5 Cr" or 1180.5 as paise; undefined if it is not an amount. */
function amountOf(text: string): number | undefined {
  const digits = text.replace(/₹|rs\.?|inr|\bcr\b\.?|[,\s]/gi, "").replace(/^\+/, "");
  const rounded = /^\d+\.\d{3,}$/.test(digits) ? Number(digits).toFixed(2) : digits;
  return amountPattern.test(rounded) ? parseAmount(rounded) : undefined;
}

/** One line of printable text: banks pad cells with spaces. */
const cleanText = (cell: string) =>
  cell
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, mostCharacters);
