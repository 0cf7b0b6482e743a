import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { monthName, showDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { type EInvoiceState, eInvoiceStateLabels } from "#contract/billing/e-invoice-words";
import { listEInvoices, uploadAnswers } from "#contract/billing/e-invoices";
import { monthAfter } from "#contract/billing/words";
import { readForm, readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { Tone } from "~/ui/frame/pill";
import { today } from "./invoices.server";
import { eInvoicePath } from "./paths";

const Address = z.object({ month: field.isoDate.optional() });
const monthsBack = 24;

const tones: Record<EInvoiceState, Tone> = {
  "not-needed": "idle",
  waiting: "warn",
  registered: "ok",
  cancelled: "bad",
};

/** Loads a month's documents that must be registered with the portal. */
export async function loadEInvoices(args: LoaderFunctionArgs, { api, ids }: PageContext) {
  const address = readQuery(args.request, Address, { ids });
  const month = monthAfter(address.month ?? today(), 0);
  const { data: rows } = await load(() => api.call(listEInvoices, { query: { month } }));
  return {
    month,
    title: monthName(month),
    months: Array.from({ length: monthsBack }, (_, back) => monthAfter(today(), -back)).map(
      (value) => ({ value, label: monthName(value) }),
    ),
    rows: rows.map(({ kind, id, number, issuedOn, companyName, state, irn }) => ({
      number,
      irn,
      company: companyName,
      issued: showDate(issuedOn),
      to: eInvoicePath(kind, ids.encrypt(kind, id)),
      state: { words: eInvoiceStateLabels[state], tone: tones[state] },
    })),
  };
}

/** Stores the answers in the portal's file and shows which were refused and why. */
export async function saveAnswerFile(args: ActionFunctionArgs, { api }: PageContext) {
  const form = await readForm(args, z.object({}));
  const { reply, refused } = await form.submit(() =>
    api.call(uploadAnswers, { files: form.files("file") }),
  );
  if (refused) return refused;
  return data({
    form: "answers",
    fields: {},
    failure: undefined,
    outcome: { message: reply.message, refused: reply.data.refused },
  });
}
