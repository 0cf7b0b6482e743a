import { formatAmount } from "#contract/base/money";
import type { BankLine, BankLineQuery } from "#contract/billing/bank-lines";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { readFileRows } from "../imports/index.ts";
import { statementReader, statementSearch } from "./bank-file.ts";
import {
  type FoundBankLine,
  findBankLine,
  findBankLinePage,
  insertBankLines,
  setIgnored,
} from "./bank-lines.queries.ts";
import { bankLineMatcher, type FoundMatch } from "./match-bank-line.ts";
import { findAllOpenItems } from "./open-items.queries.ts";
import { lockBankLine } from "./receipts.queries.ts";

/** Lines that one statement writes. */
const linesAtOnce = 500;
/** The oldest open items of all companies that lines are compared with. */
const mostItems = 20_000;

/**
 * Reads a bank statement and stores the credits that are new, all or none. Throws 422 on
 * `file` for any other file.
 */
export async function importBankLines(call: ScopedCall, file: UploadedFile) {
  const reader = statementReader();
  for await (const row of readFileRows(file, call, statementSearch)) reader.take(row);
  const { lines, debits, unread } = reader.end();
  const noted = { fileName: file.name, importedBy: call.caller.username, importedAt: call.now };
  const { companyId } = call.scope;
  return call.database.transaction(async (tx) => {
    let added = 0;
    for (let from = 0; from < lines.length; from += linesAtOnce)
      added += await insertBankLines(call.scope, tx, lines.slice(from, from + linesAtOnce), noted);
    const same = lines.length - added;
    await audit(tx, call, [
      {
        companyId,
        action: "bank statement imported",
        itemKind: "company",
        itemId: companyId,
        itemName: file.name,
        after: { added, same },
      },
    ]);
    return { added, same, debits, unread };
  });
}

/** Lists a page of lines with their likely invoices. Throws 422 for a cursor that is not ours. */
export async function listBankLines({ scope, db }: ScopedCall, query: BankLineQuery) {
  const { rows, page, all } = await findBankLinePage(scope, db, query);
  const totals = { amount: formatAmount(all.sum) };
  return { data: await withMatches(db, rows), page: { ...page, total: all.total, totals } };
}

/** Throws 404 for a line that is not there. */
export async function showBankLine({ scope, db }: ScopedCall, id: number): Promise<BankLine> {
  const row = await findBankLine(scope, db, id);
  const [line] = await withMatches(db, row ? [row] : []);
  if (!line) throw notFound();
  return line;
}

/**
 * Sets a line aside that no company paid, or brings it back. Throws 404 for one that is not there,
 * 422 for one that is matched.
 */
export async function ignoreBankLine(
  call: ScopedCall,
  id: number,
  ignored: boolean,
): Promise<BankLine> {
  await call.database.transaction(async (tx) => {
    const line = await lockBankLine(tx, id);
    if (line?.companyId !== call.scope.companyId) throw notFound();
    if (line.used)
      throw invalid({
        id: `${line.used.notedBy} has already matched this line to ${line.used.companyName}.`,
      });
    if ((line.ignoredBy !== null) === ignored) return;
    await setIgnored(call.scope, tx, id, {
      ignoredBy: ignored ? call.caller.username : null,
      ignoredAt: ignored ? call.now : null,
    });
    await audit(tx, call, [
      {
        companyId: line.companyId,
        action: ignored ? "bank line set aside" : "bank line brought back",
        itemKind: "bank line",
        itemId: id,
        itemName: line.day,
        after: { amount: formatAmount(line.amount) },
      },
    ]);
  });
  return showBankLine(call, id);
}

async function withMatches(db: Db, lines: readonly FoundBankLine[]): Promise<BankLine[]> {
  const hasOpen = lines.some(({ state }) => state === "open");
  const match = bankLineMatcher(hasOpen ? await findAllOpenItems(db, mostItems) : []);
  return lines.map(({ receiptId, receivedFrom, notedBy, ...line }) => ({
    ...line,
    amount: formatAmount(line.amount),
    receipt:
      receiptId === null
        ? null
        : { id: receiptId, companyName: receivedFrom ?? "", notedBy: notedBy ?? "" },
    matches: line.state === "open" ? match(line).map(toMatch) : [],
  }));
}

const toMatch = ({ parts, ...match }: FoundMatch) => ({
  ...match,
  allocations: parts.map(({ item, amount, tds }) => ({
    invoiceId: item.invoiceId,
    openingId: item.openingId,
    number: item.number,
    outstanding: formatAmount(item.outstanding),
    amount: formatAmount(amount),
    tds: formatAmount(tds),
  })),
});
