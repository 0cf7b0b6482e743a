import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { addDays, showDate } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { readAmount } from "#contract/base/money";
import { isProvider } from "#contract/base/roles";
import { type Statement, showStatement } from "#contract/billing/entries";
import { documentNames, statementKindLabels } from "#contract/billing/words";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { shownAgeing } from "./ageing.server";
import { showAmount, showDates } from "./billing-words";
import { companyOptions, today } from "./invoices.server";
import { invoicePath } from "./paths";

const Address = z.object({
  companyId: idOf("company").optional(),
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
});

/**
 * The company and days of a statement: the own company, or for those who bill the one that the
 * address names, else the one they opened.
 */
export function readStatementQuery(
  { request, context }: LoaderFunctionArgs,
  { ids, person, user }: PageContext,
) {
  const address = readQuery(request, Address, { ids });
  const to = address.to ?? today();
  return {
    companyId: isProvider(person)
      ? (address.companyId ?? context.session.companyId)
      : user.companyId,
    from: address.from ?? addDays(to, -364),
    to,
  };
}

/** A company's account on these days. */
export async function loadStatement(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, person } = pageContext;
  const { companyId, from, to } = readStatementQuery(args, pageContext);
  const isStaff = isProvider(person);
  const common = {
    isStaff,
    from,
    to,
    companies: isStaff ? await load(() => companyOptions(pageContext, companyId)) : null,
    company: isStaff && companyId !== undefined ? ids.encrypt("company", companyId) : undefined,
  };
  if (companyId === undefined) return { ...common, statement: null, refused: null };
  const reply = await load(async () => {
    try {
      return {
        data: (await api.call(showStatement, { query: { companyId, from, to } })).data,
        refused: null,
      };
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 422)
        return { data: null, refused: error.message };
      throw error;
    }
  });
  return {
    ...common,
    refused: reply.refused,
    statement: reply.data && shownStatement(reply.data, pageContext),
  };
}

function shownStatement(statement: Statement, { ids, figures }: PageContext) {
  const amount = (rupees: string) => showAmount(rupees, figures);
  const { companyName, legalName, entries, ageing } = statement;
  const { first, tradeName } = documentNames({ name: companyName, legalName });
  const facts = [
    ["Company", first],
    ...(tradeName ? [["Trade name", tradeName]] : []),
    ["Dates", showDates(statement)],
    ["Opening balance", amount(statement.opening)],
    ...(readAmount(statement.broughtForward) === 0
      ? []
      : [["Brought forward", amount(statement.broughtForward)]]),
    ["Invoiced", amount(statement.invoiced)],
    ["Credited", amount(statement.credited)],
    ["Paid", amount(statement.paid)],
    ...(readAmount(statement.tds) === 0 ? [] : [["TDS", amount(statement.tds)]]),
  ] as [string, string][];
  return {
    facts: facts.map(([term, value]) => ({ term, value })),
    closing: amount(statement.closing),
    ageing: shownAgeing(ageing, figures),
    entries: entries.map(({ date, kind, number, invoices, amount: moved, balance }, place) => ({
      key: String(place),
      date: showDate(date),
      kind: statementKindLabels[kind],
      number,
      invoices: invoices.map((invoice) => ({
        number: invoice.number,
        to: invoicePath(ids.encrypt("invoice", invoice.id)),
      })),
      amount: amount(moved),
      balance: amount(balance),
    })),
  };
}
