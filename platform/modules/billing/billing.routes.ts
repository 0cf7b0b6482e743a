import * as dashboard from "#contract/billing/dashboard";
import * as entries from "#contract/billing/entries";
import * as invoicing from "#contract/billing/generate";
import * as contract from "#contract/billing/invoices";
import * as settings from "#contract/billing/settings";
import { emailOutcome } from "#contract/emails/words";
import { conditionsOf } from "../../files/serve-file.ts";
import { onlyFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Call } from "../../http/context.ts";
import { answerTable } from "../../http/table-file.ts";
import type { Services } from "../../services.ts";
import type { FileKeeper } from "../files/index.ts";
import { showDashboard } from "./dashboard.service.ts";
import { documentService } from "./documents.service.ts";
import { addCreditNote, addDebitNote, exportStatement, showStatement } from "./entries.service.ts";
import { issueInvoices, listInvoices, previewInvoices, showInvoice } from "./invoices.service.ts";
import { changeSettings, listRates, setRate, showSettings } from "./settings.service.ts";
import { deleteSignature, setSignature } from "./signature.service.ts";

function issuedWords(
  { figures }: Pick<Call, "figures">,
  { issued, refused }: { issued: number; refused: readonly object[] },
): string {
  const done = issued > 0 ? `${figures.counted(issued, "invoice")} issued` : "No invoices are due";
  if (refused.length === 0) return done;
  return `${issued > 0 ? done : "No invoices issued"}. ${figures.counted(refused.length, "company", "companies")} could not be billed`;
}

export function billingRoutes(
  bind: Bind,
  services: Pick<Services, "files" | "documentSigner" | "emails"> & { keeper: FileKeeper },
) {
  const { keeper } = services;
  const documents = documentService(services);
  bind.json(contract.listInvoices, (call, { query }) => listInvoices(call, query));
  bind.json(invoicing.previewInvoice, async (call) => ({ data: await previewInvoices(call) }));
  bind.json(invoicing.generateInvoices, async (call, { body }) => {
    const data = await issueInvoices(call, body.companyId);
    return { message: issuedWords(call, data), data };
  });
  bind.json(contract.findInvoice, async (call, { params }) => ({
    data: await showInvoice(call, params.id),
  }));
  bind.file(contract.invoicePdf, (call, { params, headers }) =>
    documents.showPdf(call, "invoice", params.id, conditionsOf(headers)),
  );
  bind.json(contract.mailInvoice, async (call, { params }) => {
    const data = await documents.mailAgain(call, params.id);
    return { message: emailOutcome(`Invoice ${data.number}`, data.mail), data };
  });
  bind.json(entries.addCreditNote, async (call, { body }) => {
    const data = await addCreditNote(call, body);
    return { message: `Credit note ${data.number} issued`, data };
  });
  bind.json(entries.addDebitNote, async (call, { body }) => {
    const data = await addDebitNote(call, body);
    return { message: `Debit note ${data.number} issued`, data };
  });
  bind.file(entries.creditNotePdf, (call, { params, headers }) =>
    documents.showPdf(call, "credit-note", params.id, conditionsOf(headers)),
  );
  bind.json(entries.showStatement, async (call, { query }) => ({
    data: await showStatement(call, query),
  }));
  bind.file(entries.exportStatement, async (call, { query }) =>
    answerTable(call, query, { fileName: "Statement", ...exportStatement(call, query) }),
  );
  bind.json(dashboard.billingDashboard, async (call) => ({ data: await showDashboard(call) }));
  bind.json(settings.findBillingSettings, async (call) => ({ data: await showSettings(call) }));
  bind.json(settings.changeBillingSettings, async (call, { body }) => ({
    message: "Billing settings saved",
    data: await changeSettings(call, body),
  }));
  bind.json(settings.setSignature, async (call, { files }) => ({
    message: "Signature saved",
    data: await setSignature({ ...call, keeper }, onlyFile(files)),
  }));
  bind.json(settings.deleteSignature, async (call) => {
    await deleteSignature({ ...call, keeper });
    return { message: "Signature removed", data: null };
  });
  bind.json(settings.listRates, async (call) => ({ data: await listRates(call) }));
  bind.json(settings.setRate, async (call, { body }) => ({
    message: "Billing rate saved",
    data: await setRate(call, body),
  }));
}
