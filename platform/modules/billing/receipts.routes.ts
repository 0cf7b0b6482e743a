import * as ageing from "#contract/billing/ageing";
import * as bank from "#contract/billing/bank-lines";
import * as openings from "#contract/billing/openings";
import * as contract from "#contract/billing/receipts";
import { onlyFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import { exportAgeing, listAgeing } from "./ageing.service.ts";
import {
  ignoreBankLine,
  importBankLines,
  listBankLines,
  showBankLine,
} from "./bank-lines.service.ts";
import {
  addOpeningBalance,
  listOpenItems,
  listOpeningBalances,
  removeOpeningBalance,
} from "./openings.service.ts";
import {
  allocateReceipt,
  changeCertificate,
  releaseAllocation,
  reverseReceipt,
} from "./receipt-changes.service.ts";
import { addReceipt, listReceipts, showReceipt } from "./receipts.service.ts";

export function receiptRoutes(bind: Bind) {
  bind.json(contract.addReceipt, async (call, { body }) => ({
    message: body.refund ? "Refund recorded" : "Payment recorded",
    data: await addReceipt(call, body),
  }));
  bind.json(contract.listReceipts, (call, { query }) => listReceipts(call, query));
  bind.json(contract.findReceipt, async (call, { params }) => ({
    data: await showReceipt(call, params.id),
  }));
  bind.json(contract.allocateReceipt, async (call, { params, body }) => ({
    message: "Credit allocated",
    data: await allocateReceipt(call, params.id, body.allocations),
  }));
  bind.json(contract.releaseAllocation, async (call, { params, body }) => ({
    message: "Moved to credit on account",
    data: await releaseAllocation(call, params.id, body),
  }));
  bind.json(contract.reverseReceipt, async (call, { params }) => ({
    message: "Payment reversed",
    data: await reverseReceipt(call, params.id),
  }));
  bind.json(contract.changeCertificate, async (call, { params, body }) => ({
    message: "TDS certificate saved",
    data: await changeCertificate(call, params.id, body.tdsCertificate ?? null),
  }));
  bind.json(openings.listOpenItems, async (call) => ({ data: await listOpenItems(call) }));
  bind.json(openings.addOpeningBalance, async (call, { body }) => ({
    message: "Opening balance recorded",
    data: await addOpeningBalance(call, body),
  }));
  bind.json(openings.listOpeningBalances, async (call) => ({
    data: await listOpeningBalances(call),
  }));
  bind.json(openings.removeOpeningBalance, async (call, { params }) => ({
    message: "Opening balance removed",
    data: await removeOpeningBalance(call, params.id),
  }));
  bind.json(ageing.listAgeing, (call, { query }) => listAgeing(call, query));
  bind.file(ageing.exportAgeing, async (call, { query }) =>
    answerTable(call, query, { fileName: "Ageing", ...(await exportAgeing(call, query)) }),
  );
  bind.json(bank.importBankLines, async (call, { files }) => {
    const data = await importBankLines(call, onlyFile(files));
    return { message: `${call.figures.counted(data.added, "line")} added`, data };
  });
  bind.json(bank.listBankLines, (call, { query }) => listBankLines(call, query));
  bind.json(bank.findBankLine, async (call, { params }) => ({
    data: await showBankLine(call, params.id),
  }));
  bind.json(bank.ignoreBankLine, async (call, { params, body }) => ({
    message: body.ignored ? "Line set aside" : "Line brought back",
    data: await ignoreBankLine(call, params.id, body.ignored),
  }));
}
