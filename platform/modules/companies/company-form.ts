import { messages } from "#contract/base/messages";
import { formatAmount, parseAmount } from "#contract/base/money";
import {
  findStateWarning,
  findTaxErrors,
  type TaxDetails,
  taxStatusOf,
} from "#contract/billing/tax-rules";
import { type CompanyChange, fieldsOf, type RequestedCompany } from "#contract/companies/form";
import { providerFields } from "#contract/companies/words";
import { invalid } from "../../base/refusal.ts";
import { knownPlace } from "../places/index.ts";
import type { CompanyFields } from "./companies.queries.ts";
import { companyMessages } from "./messages.ts";

/** Fills absent fields whose columns take no null; the code stays. */
const fallbacks: Partial<CompanyFields> = {
  billingPeriodMonths: 1,
  oneSession: false,
  waitingTops: false,
  ownSongs: false,
};
const ofProvider = new Set<string>(providerFields);

/** A change to a company, or the form of a new one. */
type CompanyInput =
  | CompanyChange
  | (Omit<RequestedCompany, "companyAdminUserId"> & { section?: undefined; version?: undefined });

/**
 * Picks the fields that a form or a section of it stores: every field of it, the absent ones
 * cleared (VAL-4). Throws 422 if client staff send fields of provider staff, and on a
 * country or state that does not exist.
 */
export async function fieldsToStore(
  change: CompanyInput,
  byProvider: boolean,
): Promise<Partial<CompanyFields>> {
  const {
    section = "whole",
    version: _,
    otherState: _confirmed,
    ...values
  } = change as CompanyInput & { otherState?: boolean };
  const formValues: Record<string, unknown> =
    "country" in values ? await knownPlace(values) : values;
  if (!byProvider) {
    const foreign = providerFields.filter((name) => formValues[name] !== undefined);
    if (section === "features") throw invalid({ section: messages.notAllowed });
    if (foreign.length > 0)
      throw invalid(Object.fromEntries(foreign.map((name) => [name, "This field is not known."])));
  }
  const fields = fieldsOf(section).filter(
    (name) =>
      (byProvider || !ofProvider.has(name)) &&
      (name !== "companyId" || formValues.companyId !== undefined),
  );
  const stored = Object.fromEntries(
    fields.map((name) => [
      name,
      formValues[name] ?? (fallbacks as Record<string, unknown>)[name] ?? null,
    ]),
  );
  if (typeof stored.billingRate === "string")
    // in the format that the database returns
    stored.billingRate = formatAmount(parseAmount(stored.billingRate));
  return stored as Partial<CompanyFields>;
}

const taxFields = ["country", "state", "taxStatus", "gstNo", "panNo"] as const;

/**
 * Gives the fields with their tax status: as chosen, else derived from GSTIN and country.
 * Throws 422 if changed tax details contradict each other, and on `otherState` if GSTIN
 * and address are in two states and nobody confirmed it. Unchanged values are not checked.
 */
export function settleTaxStatus<Fields extends Partial<CompanyFields>>(
  fields: Fields,
  stored: Partial<TaxDetails>,
  isConfirmed = false,
): Fields {
  if (!taxFields.some((name) => name in fields)) return fields;
  const details = { ...stored, ...fields } as TaxDetails;
  details.taxStatus = fields.taxStatus ?? taxStatusOf({ ...details, taxStatus: stored.taxStatus });
  const settled = { ...fields, taxStatus: details.taxStatus };
  const changed = taxFields.filter((name) => details[name] !== stored[name]);
  if (changed.length === 0) return settled;
  const errors = Object.entries(findTaxErrors(details)).map(([name, text]): [string, string] =>
    name in fields ? [name, text] : ["country", `${text} ${companyMessages.underBilling}`],
  );
  const warning = changed.some((name) => name === "state" || name === "gstNo")
    ? findStateWarning(details)
    : undefined;
  if (warning && !isConfirmed)
    errors.push(["otherState", `${warning} ${companyMessages.confirmState}`]);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  return settled;
}
