import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import {
  type BankLine,
  BankLineQuery,
  findBankLine,
  ignoreBankLine,
  importBankLines,
  listBankLines,
} from "#contract/billing/bank-lines";
import { matchReasonLabels } from "#contract/billing/words";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { bankFinding } from "./finding";
import { bankLinePath, bankPath, receiptAddPath, receiptPath } from "./paths";
import { bankTexts } from "./texts";

const Address = listAddress(BankLineQuery.omit({ limit: true }).shape);

/** Loads lines of bank statements, each with the open items that it may pay. */
export async function loadBankLines(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const { row, ...query } = readQuery(args.request, Address, { ids });
  const { data, page } = await load(() => api.call(listBankLines, { query }));
  return {
    search: query.search,
    state: query.state,
    row,
    page,
    finding:
      query.state === "open" && !query.search
        ? bankFinding(
            { lines: page.total ?? 0, amount: String(page.totals?.amount ?? "0.00") },
            figures,
          )
        : undefined,
    sum: showAmount(String(page.totals?.amount ?? "0.00"), figures),
    rows: (await withReceiptNames(data, pageContext)).map((line) => shownLine(line, pageContext)),
  };
}

/** Names those who recorded the lines' receipts. */
async function withReceiptNames(
  lines: readonly BankLine[],
  pageContext: PageContext,
): Promise<BankLine[]> {
  const receipts = await withNames(
    pageContext,
    lines.flatMap(({ receipt }) => receipt ?? []),
    "notedBy",
  );
  const receiptsById = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  return lines.map((line) => ({
    ...line,
    receipt: line.receipt && (receiptsById.get(line.receipt.id) ?? line.receipt),
  }));
}

function shownLine(line: BankLine, pageContext: PageContext) {
  const { ids, figures } = pageContext;
  const { id, day, narration, reference, amount, state, receipt, matches } = line;
  const ref = ids.encrypt("bank-line", id);
  return {
    ref,
    day: showDate(day),
    narration,
    reference,
    amount: showAmount(amount, figures),
    state,
    receipt: receipt && {
      label: `${receipt.companyName}, ${receipt.notedBy}`,
      to: receiptPath(ids.encrypt("receipt", receipt.id)),
    },
    matches: matches.map((match, place) => ({
      key: String(place),
      company: match.companyName,
      reasons: match.reasons.map((reason) => matchReasonLabels[reason]).join(", "),
      parts: match.allocations.map((part) => shownPart(part, figures)).join("; "),
      to: receiptAddPath({
        line: ref,
        companyId: ids.encrypt("company", match.companyId),
        match: String(place),
      }),
    })),
    chooseTo: receiptAddPath({ line: ref }),
    act:
      state === "matched"
        ? null
        : bankConfirmations.linkTo(
            state === "open" ? "ignore" : "restore",
            itemOf(line, pageContext),
            pageContext,
          ),
  };
}

const shownPart = (
  { number, amount, tds }: BankLine["matches"][number]["allocations"][number],
  figures: Figures,
) =>
  `${number} ${showAmount(amount, figures)}${tds === "0.00" ? "" : ` and TDS ${showAmount(tds, figures)}`}`;

const Upload = z.strictObject({});

/** Stores the credits of the uploaded statement and reports the result. */
export async function uploadStatement(args: ActionFunctionArgs, { api, figures }: PageContext) {
  const form = await readForm(args, Upload);
  const { reply, refused } = await form.submit(() =>
    api.call(importBankLines, { files: form.files("file") }),
  );
  if (refused) return refused;
  const { added, same, debits, unread } = reply.data;
  const summary = bankTexts.added(
    figures.counted(added, "line"),
    figures.figure(same),
    figures.figure(debits),
  );
  if (unread.length > 0)
    return form.refusedFor({
      file: [summary, ...unread.map(({ line, reason }) => bankTexts.unread(line, reason))],
    });
  args.context.session.flash("success", summary);
  return redirect(bankPath);
}

type Item = { line: BankLine; path: string };
const itemOf = (line: BankLine, { ids }: PageContext): Item => ({
  line,
  path: bankLinePath(ids.encrypt("bank-line", line.id)),
});
/** Sets a line aside that no company paid, or brings it back. */
export const bankConfirmations = confirmations({
  find: async (pageContext: PageContext, { params }): Promise<Item> => {
    const id = pageContext.ids.decrypt("bank-line", params.id ?? "");
    const { data } = await load(() => pageContext.api.call(findBankLine, { params: { id } }));
    return itemOf(data, pageContext);
  },
  path: ({ path }) => path,
  acts: {
    ignore: {
      label: "Set aside",
      ask: ({ line: { amount } }, { figures }) => ({
        title: `Set ${showAmount(amount, figures)} aside?`,
        message: bankTexts.ignore(showAmount(amount, figures)),
        confirmLabel: "Set aside",
        danger: false,
      }),
      isDone: ({ line: { state } }) => state === "ignored",
      from: () => bankPath,
      call: ({ api }, { line: { id } }) =>
        api.call(ignoreBankLine, { params: { id }, body: { ignored: true } }),
    },
    restore: {
      label: "Bring back",
      ask: ({ line: { amount } }, { figures }) => ({
        title: `Bring ${showAmount(amount, figures)} back?`,
        message: bankTexts.restore(showAmount(amount, figures)),
        confirmLabel: "Bring back",
        danger: false,
      }),
      isDone: ({ line: { state } }) => state !== "ignored",
      from: () => bankPath,
      call: ({ api }, { line: { id } }) =>
        api.call(ignoreBankLine, { params: { id }, body: { ignored: false } }),
    },
  },
});
