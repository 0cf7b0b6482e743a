import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { showDate } from "#contract/base/dates";
import {
  type CancelReason,
  cancelReasonLabels,
  cancelReasons,
  type EInvoiceKind,
  eInvoiceProblemTexts,
  eInvoiceStateLabels,
} from "#contract/billing/e-invoice-words";
import {
  CancellationForm,
  cancelInvoiceIrn,
  cancelNoteIrn,
  type EInvoice,
  exportInvoiceEInvoice,
  exportNoteEInvoice,
  RegistrationForm,
  registerInvoice,
  registerNote,
  showInvoiceEInvoice,
  showNoteEInvoice,
} from "#contract/billing/e-invoices";
import { passDownload } from "~/lib/api/download.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { drawQr } from "~/lib/images/qr.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { atOf } from "./invoices.server";
import { eInvoicePath, eInvoicesPath } from "./paths";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
const callsOf = {
  invoice: {
    show: showInvoiceEInvoice,
    json: exportInvoiceEInvoice,
    register: registerInvoice,
    cancel: cancelInvoiceIrn,
  },
  "credit-note": {
    show: showNoteEInvoice,
    json: exportNoteEInvoice,
    register: registerNote,
    cancel: cancelNoteIrn,
  },
} as const;

const idOf = (kind: EInvoiceKind, { params }: Args, { ids }: PageContext) =>
  ids.decrypt(kind, params.id ?? "");

/** Reads the registration that an invoice's page shows. */
export async function readEInvoice(
  kind: EInvoiceKind,
  { id, number }: { id: number; number: string },
  { api }: PageContext,
) {
  const { data } = await load(() => api.call(callsOf[kind].show, { params: { id } }));
  return shownEInvoice(data, number);
}

function shownEInvoice({ state, problems, registration }: EInvoice, number: string) {
  return {
    number,
    isNeeded: state !== "not-needed",
    state: eInvoiceStateLabels[state],
    problems: problems.map((problem) => eInvoiceProblemTexts[problem]),
    registration: registration && shownRegistration(registration),
  };
}

const shownRegistration = (registration: NonNullable<EInvoice["registration"]>) => {
  const { irn, ackNo, ackAt, signedQr, cancelUntil, cancelledAt, ...rest } = registration;
  return {
    irn,
    ackNo,
    acknowledged: atOf(ackAt),
    qr: drawQr(signedQr, "L"),
    saved: `${atOf(rest.savedAt)}, ${rest.savedBy}`,
    cancelUntil: atOf(cancelUntil),
    mayCancel: cancelledAt === null && new Date() <= new Date(cancelUntil),
    cancelled:
      cancelledAt && rest.cancelReason
        ? `${atOf(cancelledAt)}, ${rest.cancelledBy}: ${cancelReasonLabels[rest.cancelReason]}, ${rest.cancelRemark}`
        : null,
  };
};

/** The page of a document's e-invoice. */
export async function loadEInvoice(
  kind: EInvoiceKind,
  args: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const id = idOf(kind, args, pageContext);
  const { data } = await load(() => pageContext.api.call(callsOf[kind].show, { params: { id } }));
  const here = eInvoicePath(kind, args.params.id ?? "");
  return {
    ...shownEInvoice(data, data.number),
    issued: showDate(data.issuedOn),
    listTo: eInvoicesPath(`${data.issuedOn.slice(0, 7)}-01`),
    json: `${here}/json`,
    constraints: {
      register: constraintsOf(RegistrationForm),
      cancel: constraintsOf(CancellationForm),
    },
    reasons: cancelReasons.map((reason: CancelReason) => ({
      value: reason,
      label: cancelReasonLabels[reason],
    })),
  };
}

/** Stores the portal's answer; for a registered document, records that its IRN was cancelled. */
export async function saveEInvoice(
  kind: EInvoiceKind,
  args: ActionFunctionArgs,
  pageContext: PageContext,
) {
  const id = idOf(kind, args, pageContext);
  const { show, register, cancel } = callsOf[kind];
  const { data } = await load(() => pageContext.api.call(show, { params: { id } }));
  const form = data.registration
    ? await readForm(args.request, CancellationForm)
    : await readForm(args.request, RegistrationForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    "irn" in value
      ? pageContext.api.call(register, { params: { id }, body: value })
      : pageContext.api.call(cancel, { params: { id }, body: value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(eInvoicePath(kind, args.params.id ?? ""));
}

/** Passes on the JSON for the portal; a refusal is shown on the document's page. */
export const passEInvoiceJson = (
  kind: EInvoiceKind,
  args: LoaderFunctionArgs,
  pageContext: PageContext,
): Promise<Response> =>
  passDownload(args, () =>
    pageContext.api.file(callsOf[kind].json, { params: { id: idOf(kind, args, pageContext) } }),
  );
