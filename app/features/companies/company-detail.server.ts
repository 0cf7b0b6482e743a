import type { LoaderFunctionArgs } from "@remix-run/node";
import { dateIn, showDate } from "#contract/base/dates";
import type { Answer } from "#contract/base/endpoint";
import type { Figures } from "#contract/base/figures";
import { findStateWarning, findTaxErrors, taxStatusLabels } from "#contract/billing/tax-rules";
import { type Company, findCompany } from "#contract/companies/endpoints";
import { listLicences } from "#contract/companies/licences";
import { companyFlags, flagNames, periodName } from "#contract/companies/words";
import { countries } from "#contract/places/endpoints";
import { listUsers } from "#contract/users/endpoints";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showRate } from "./company-words";
import { statusLink } from "./confirmations.server";
import { licenceState } from "./licence-state";
import { companyTexts } from "./texts";

/** All that the page of one company shows but its files. */
export async function loadCompanyDetail(
  _args: LoaderFunctionArgs,
  pageContext: PageContext,
  companyId: number,
) {
  const { api, ids, figures } = pageContext;
  const query = { companyId };
  const [{ data: company }, licences, admins, places] = await load(() =>
    Promise.all([
      api.call(findCompany, { query }),
      api.call(listLicences, { query }),
      api.call(listUsers, { query: { companyId, role: "ROLE_Client_Admin", level: "national" } }),
      api.call(countries, {}),
    ]),
  );
  const today = dateIn(company.timeZone, new Date());
  const country =
    places.data.find(({ id }) => id === company.country)?.countryName ?? company.country;
  return {
    name: company.companyName,
    status: company.status,
    turn: statusLink(ids.encrypt("company", companyId), company, pageContext),
    facts: factsOf(company, country, figures),
    licences: licences.data.map((licence) => ({
      ref: ids.encrypt("licence", licence.id),
      name: licence.name,
      number: licence.number,
      dates: `${showDate(licence.validFrom)} to ${showDate(licence.validTo)}`,
      state: licenceState(licence, licences.data, today),
      stores: licence.stores,
    })),
    admins: admins.data.map(({ username, email, status }) => ({ username, email, status })),
  };
}

/** The company's record, by section. */
function factsOf(company: Answer<typeof findCompany>["data"], country: string, figures: Figures) {
  const {
    phone,
    phoneCountryCode,
    addressLine,
    city,
    state,
    postalCode,
    billingStartsOn,
    nextInvoiceOn,
  } = company;
  return {
    identity: [
      { term: "Company code", value: company.companyCode },
      { term: "Website", value: company.companyWebsite },
    ],
    address: [
      {
        term: "Address",
        value: [addressLine, city, state, postalCode, country].filter(Boolean).join(", "),
      },
    ],
    contacts: [
      { term: "Contact", value: company.contactName },
      { term: "Email", value: company.email },
      { term: "Communication email", value: company.commEmail },
      { term: "Phone", value: phone && `+${phoneCountryCode} ${phone}` },
    ],
    billing: [
      {
        term: "Rate",
        value: company.billingRate && companyTexts.rate(showRate(company.billingRate, figures)),
      },
      { term: "Period", value: periodName(company.billingPeriodMonths) },
      { term: "Billed from", value: billingStartsOn && showDate(billingStartsOn) },
      { term: "Next invoice", value: nextInvoiceOn ? showDate(nextInvoiceOn) : "Not billed yet" },
      { term: "Legal name", value: company.legalName },
      { term: "Tax status", value: taxStatusLabels[company.taxStatus] },
      { term: "GSTIN", value: company.gstNo },
      { term: "PAN", value: company.panNo },
      { term: "To correct", value: taxFaultsOf(company) },
    ],
    defaults: [
      { term: "Time zone", value: company.timeZone },
      { term: "Optimum volume", value: String(company.optimumVolume) },
      { term: "Threshold volume", value: String(company.thresholdVolume) },
    ],
    features: [
      {
        term: "Features",
        value:
          flagNames
            .filter((flag) => company[flag])
            .map((flag) => companyFlags[flag].label)
            .join(", ") || "None",
      },
    ],
  };
}

/** Describes contradictions in the stored tax details, sure or likely; null if there are none. */
function taxFaultsOf(company: Company): string | null {
  const warning = findStateWarning(company);
  const faults = [...Object.values(findTaxErrors(company)), ...(warning ? [warning] : [])];
  return faults.length > 0 ? faults.join(" ") : null;
}
