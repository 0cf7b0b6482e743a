import * as eInvoices from "#contract/billing/e-invoices";
import * as gstr1 from "#contract/billing/gstr1";
import type { Bind } from "../../http/bind.ts";
import type { Call } from "../../http/context.ts";
import {
  cancelDocument,
  exportEInvoice,
  listEInvoices,
  registerDocument,
  saveAnswers,
  showEInvoice,
} from "./e-invoices.service.ts";
import { exportGstr1, exportGstr1Section, showGstr1 } from "./gstr1.service.ts";

const savedWords = (
  { figures }: Pick<Call, "figures">,
  { saved, same, refusedCount }: { saved: number; same: number; refusedCount: number },
) =>
  [
    `${figures.counted(saved, "IRN")} stored`,
    ...(same > 0 ? [`${figures.figure(same)} known already`] : []),
    ...(refusedCount > 0 ? [`${figures.counted(refusedCount, "answer")} refused`] : []),
  ].join(", ");

/** Leads to what goes to the tax office: the return GSTR-1, and e-invoices. */
export function gstRoutes(bind: Bind) {
  bind.json(gstr1.showGstr1, async (call, { query }) => ({ data: await showGstr1(call, query) }));
  bind.file(gstr1.exportGstr1, (call, { query }) => exportGstr1(call, query));
  bind.file(gstr1.exportGstr1Section, (call, { query }) => exportGstr1Section(call, query));

  const invoice = (params: { id: number }) => ({ kind: "invoice" as const, id: params.id });
  const note = (params: { id: number }) => ({ kind: "credit-note" as const, id: params.id });
  bind.json(eInvoices.showInvoiceEInvoice, async (call, { params }) => ({
    data: await showEInvoice(call, invoice(params)),
  }));
  bind.json(eInvoices.showNoteEInvoice, async (call, { params }) => ({
    data: await showEInvoice(call, note(params)),
  }));
  bind.file(eInvoices.exportInvoiceEInvoice, (call, { params }) =>
    exportEInvoice(call, invoice(params)),
  );
  bind.file(eInvoices.exportNoteEInvoice, (call, { params }) => exportEInvoice(call, note(params)));
  bind.json(eInvoices.registerInvoice, async (call, { params, body }) => ({
    message: "IRN stored",
    data: await registerDocument(call, invoice(params), body),
  }));
  bind.json(eInvoices.registerNote, async (call, { params, body }) => ({
    message: "IRN stored",
    data: await registerDocument(call, note(params), body),
  }));
  bind.json(eInvoices.cancelInvoiceIrn, async (call, { params, body }) => ({
    message: "IRN marked as cancelled",
    data: await cancelDocument(call, invoice(params), body),
  }));
  bind.json(eInvoices.cancelNoteIrn, async (call, { params, body }) => ({
    message: "IRN marked as cancelled",
    data: await cancelDocument(call, note(params), body),
  }));
  bind.json(eInvoices.listEInvoices, async (call, { query }) => ({
    data: await listEInvoices(call, query),
  }));
  bind.json(eInvoices.uploadAnswers, async (call, { files }) => {
    const data = await saveAnswers(call, files);
    return { message: savedWords(call, data), data };
  });
}
