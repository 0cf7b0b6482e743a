import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isProvider, mayOpen } from "#contract/base/roles";
import { companiesForMe } from "#contract/companies/endpoints";
import { storesInTrouble, troubles } from "#contract/stores/store-counts";
import { NoCompanies } from "~/features/companies/no-companies";
import { chooseCompanyPath } from "~/features/companies/paths";
import { companiesTexts } from "~/features/companies/texts";
import { adminPath } from "~/features/dashboard/paths";
import { storesPath } from "~/features/stores/paths";
import { StoresInTrouble } from "~/features/stores/stores-in-trouble";
import { localPath } from "~/lib/pages/local-path";
import { load, requireAdmin } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { Button } from "~/ui/frame/button";
import { Counted } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { PostForm } from "~/ui/frame/post-form";
import { TextLink } from "~/ui/frame/text-link";

export const meta: MetaFunction = () => [{ title: "Choose a company · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { api, ids, person } = await requireAdmin(args);
  if (!isProvider(person)) throw redirect(adminPath);
  const { searchParams } = new URL(args.request.url);
  const [{ data }, trouble] = await load(() =>
    Promise.all([
      api.call(companiesForMe, {}),
      mayOpen(person, "COMPANIES") ? api.call(storesInTrouble, {}) : undefined,
    ]),
  );
  // set if the person opened a found item of a company that is not chosen yet
  const companyRef = searchParams.get("company");
  const itemCompanyId = companyRef ? ids.decrypt("company", companyRef) : undefined;
  return {
    returnTo: localPath(searchParams.get("returnTo")),
    isOne: itemCompanyId !== undefined,
    trouble:
      trouble && itemCompanyId === undefined
        ? {
            total: trouble.data.total,
            companies: trouble.data.companies.map(({ companyId, ...company }) => ({
              ...company,
              ref: ids.encrypt("company", companyId),
            })),
          }
        : null,
    companies: data
      .filter(({ id }) => itemCompanyId === undefined || id === itemCompanyId)
      .map(({ id, companyName, stores }) => ({
        ref: ids.encrypt("company", id),
        companyName,
        stores,
      })),
  };
}

/**
 * Chooses a company for the session (CTX-2), only from the person's own list. With
 * `trouble` in the address, leads to the stores that have it; with `returnTo`, to
 * that page.
 */
export async function action(args: ActionFunctionArgs) {
  const { api, ids, person } = await requireAdmin(args);
  if (!isProvider(person)) throw redirect(adminPath);
  const { searchParams } = new URL(args.request.url);
  const form = await args.request.formData();
  const returnTo = localPath(String(searchParams.get("returnTo") ?? form.get("returnTo") ?? ""));
  const chosen = String(form.get("company") ?? "");
  if (chosen === "") return redirect(withMembers(chooseCompanyPath, { returnTo }));
  const companyId = ids.decrypt("company", chosen);
  const { data } = await load(() => api.call(companiesForMe, {}));
  const company = data.find(({ id }) => id === companyId);
  if (company) args.context.session.chooseCompany(company.id);
  const trouble = troubles.find((one) => one === searchParams.get("trouble"));
  if (trouble) return redirect(withMembers(storesPath, { condition: trouble }));
  // members may name things of the previous company, so only the page is kept
  return redirect(returnTo.replace(/\?.*$/, ""));
}

export default function ChooseCompany() {
  const { companies, returnTo, isOne, trouble } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Choose a company" lead={companiesTexts.chooseLead} />
      {trouble && trouble.total > 0 ? (
        <>
          <StoresInTrouble {...trouble} />
          <h2 className="mb-3 text-lg font-semibold">All companies</h2>
        </>
      ) : null}
      {companies.length === 0 ? (
        <NoCompanies />
      ) : (
        <PostForm className="panel max-w-form divide-y divide-line">
          <input type="hidden" name="returnTo" value={returnTo} />
          {companies.map(({ ref, companyName, stores }) => (
            <div key={ref} className="flex items-center justify-between gap-4 px-4 py-3">
              <span className="min-w-0">
                <b className="block font-semibold [overflow-wrap:anywhere]">{companyName}</b>
                <span className="text-sm text-ink-3">
                  <Counted of={stores} one="store" />
                </span>
              </span>
              <Button name="company" value={ref} aria-label={`Open ${companyName}`}>
                Open
              </Button>
            </div>
          ))}
        </PostForm>
      )}
      {isOne ? (
        <p className="mt-3">
          <TextLink to={chooseCompanyPath}>See all companies</TextLink>
        </p>
      ) : null}
    </>
  );
}
