import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { showDate } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import {
  addOpeningBalance,
  listOpeningBalances,
  type OpeningBalance,
  OpeningForm,
  removeOpeningBalance,
} from "#contract/billing/openings";
import { findCompany } from "#contract/companies/endpoints";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { today } from "./invoices.server";
import { billedCompanyPath, openingPath, openingsPath } from "./paths";
import { openingTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
const companyOf = ({ params }: Args, { ids }: PageContext) =>
  ids.decrypt("company", params.id ?? "");

/** Loads what a company owed before it was billed here, with the form to add more. */
export async function loadOpenings(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, figures } = pageContext;
  const query = { companyId: companyOf(args, pageContext) };
  const [{ data: company }, { data: openings }] = await load(() =>
    Promise.all([api.call(findCompany, { query }), api.call(listOpeningBalances, { query })]),
  );
  const ref = String(args.params.id);
  return {
    name: company.companyName,
    companyTo: billedCompanyPath(ref),
    rows: (await withNames(pageContext, openings, "notedBy")).map((opening) => ({
      key: String(opening.id),
      number: opening.number,
      issued: showDate(opening.issuedOn),
      due: showDate(opening.dueOn),
      total: showAmount(opening.total, figures),
      outstanding: showAmount(opening.outstanding, figures),
      notedBy: opening.notedBy,
      removal:
        opening.outstanding === opening.total
          ? openingConfirmations.linkTo("remove", itemOf(opening, ref, pageContext), pageContext)
          : null,
    })),
    constraints: constraintsOf(OpeningForm),
    values: { kind: "owed", issuedOn: today() },
    kinds: Object.entries(openingTexts.kinds).map(([value, label]) => ({ value, label })),
  };
}

export async function saveOpening(args: ActionFunctionArgs, pageContext: PageContext) {
  const form = await readForm(args.request, OpeningForm);
  const { value: body } = form;
  if (!body) return form.refused();
  const query = { companyId: companyOf(args, pageContext) };
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(addOpeningBalance, { query, body }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(openingsPath(String(args.params.id)));
}

type Item = { opening: OpeningBalance; company: string; path: string };
const itemOf = (opening: OpeningBalance, company: string, { ids }: PageContext): Item => ({
  opening,
  company,
  path: openingPath(company, ids.encrypt("opening", opening.id)),
});
/** Removes an opening balance without allocations. */
export const openingConfirmations = confirmations({
  find: async (pageContext: PageContext, args): Promise<Item> => {
    const query = { companyId: companyOf(args, pageContext) };
    const id = pageContext.ids.decrypt("opening", args.params.opening ?? "");
    const { data } = await load(() => pageContext.api.call(listOpeningBalances, { query }));
    const opening = data.find((one) => one.id === id);
    if (!opening) throw Response.json({ message: messages.notFound }, { status: 404 });
    return itemOf(opening, String(args.params.id), pageContext);
  },
  path: ({ path }) => path,
  acts: {
    remove: {
      label: "Remove",
      ask: ({ opening: { number, total } }, { figures }) => ({
        title: `Remove opening balance ${number}?`,
        message: openingTexts.remove(showAmount(total, figures)),
        confirmLabel: "Remove opening balance",
        danger: true,
      }),
      from: ({ company }) => openingsPath(company),
      call: ({ api, ids }, { opening: { id }, company }) =>
        api.call(removeOpeningBalance, {
          query: { companyId: ids.decrypt("company", company) },
          params: { id },
        }),
    },
  },
});
