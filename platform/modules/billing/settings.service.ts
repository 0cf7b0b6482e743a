import { monthName } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { formatAmount, parseAmount } from "#contract/base/money";
import type { BillingSettings, BillingSettingsForm, RateVersion } from "#contract/billing/settings";
import { stateNameOf } from "#contract/billing/states";
import { panWithin } from "#contract/billing/tax-rules";
import { financialYearOf, monthAfter, rateMonthsAhead } from "#contract/billing/words";
import type { Scope } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import { billingDate, percent } from "./invoices.service.ts";
import {
  findInvoicedUntil,
  findRateVersions,
  saveCompanyRate,
  saveRateVersion,
} from "./rates.queries.ts";
import { type FoundSettings, findBilling, lockSettings, saveSettings } from "./settings.queries.ts";

const usual = { gstRate: 1800, paymentDays: 15 };

export async function showSettings({ db }: Pick<ScopedCall, "db">): Promise<BillingSettings> {
  return toSettings((await findBilling(db))?.settings);
}

function toSettings(settings: FoundSettings | undefined): BillingSettings {
  return {
    legalName: settings?.legalName ?? null,
    addressLine: settings?.addressLine ?? null,
    city: settings?.city ?? null,
    state: settings ? stateNameOf(settings.gstNo.slice(0, 2)) : null,
    postalCode: settings?.postalCode ?? null,
    gstNo: settings?.gstNo ?? null,
    panNo: settings?.panNo ?? null,
    bankDetails: settings?.bankDetails ?? null,
    gstRate: percent(settings?.gstRate ?? usual.gstRate),
    paymentDays: settings?.paymentDays ?? usual.paymentDays,
    sacMusic: settings?.sacMusic ?? null,
    sacAds: settings?.sacAds ?? null,
    signatoryName: settings?.signatoryName ?? null,
    signatureFileId: settings?.signatureFileId ?? null,
    exportTerms: settings?.exportTerms ?? null,
    lutNo: settings?.lutNo ?? null,
    lutDate: settings?.lutDate ?? null,
    lutValidTo: settings?.lutValidTo ?? null,
    annualReturnYear: settings?.annualReturnYear ?? null,
    annualReturnFiledOn: settings?.annualReturnFiledOn ?? null,
    version: settings?.version ?? null,
  };
}

/** An invoice under LUT states its number and date: throws 422 on each that is missing. */
function refuseHalfLut({ exportTerms, lutNo, lutDate, lutValidTo }: BillingSettingsForm): void {
  if (exportTerms !== "LUT") return;
  refuseMissing({ lutNo, lutDate, lutValidTo });
  if (lutDate && lutValidTo && lutValidTo < lutDate)
    throw invalid({ lutValidTo: "The LUT ends before its date." });
}

/** Throws 422 if the annual return's year or date is alone, or the date cannot be right. */
function refuseWrongReturn(
  { annualReturnYear: year, annualReturnFiledOn: filedOn }: BillingSettingsForm,
  today: string,
): void {
  if (year === undefined && filedOn === undefined) return;
  refuseMissing({ annualReturnYear: year, annualReturnFiledOn: filedOn });
  if (filedOn && filedOn > today)
    throw invalid({ annualReturnFiledOn: "This date is in the future." });
  if (year && filedOn && financialYearOf(filedOn) <= year)
    throw invalid({ annualReturnFiledOn: `The year ${year} was not over on this date.` });
}

function refuseMissing(fields: Record<string, string | undefined>): void {
  const missing = Object.entries(fields).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(([name]) => [name, messages.required])));
}

/**
 * Replaces the provider's particulars. Throws 422 if GSTIN and PAN do not belong together, if
 * a part of the LUT or of the annual return is missing or wrong, and on fields that others changed
 * since (refuseOutdated).
 */
export async function changeSettings(
  call: ScopedCall,
  { version, ...form }: BillingSettingsForm,
): Promise<BillingSettings> {
  if (panWithin(form.gstNo) !== form.panNo)
    throw invalid({ panNo: `The PAN in this GSTIN is ${panWithin(form.gstNo)}.` });
  refuseHalfLut(form);
  refuseWrongReturn(form, await billingDate(call.db, call.now));
  const { companyId } = call.scope;
  const values = {
    ...form,
    bankDetails: form.bankDetails ?? null,
    exportTerms: form.exportTerms ?? null,
    lutNo: form.lutNo ?? null,
    lutDate: form.lutDate ?? null,
    lutValidTo: form.lutValidTo ?? null,
    annualReturnYear: form.annualReturnYear ?? null,
    annualReturnFiledOn: form.annualReturnFiledOn ?? null,
    gstRate: parseAmount(form.gstRate),
  };
  return call.database.transaction(async (tx) => {
    const before = await lockSettings(tx, companyId);
    const item = { kind: "billing settings", id: companyId };
    if (before)
      await refuseOutdated(call.scope, tx, {
        item,
        loaded: version,
        stored: before,
        newValues: values,
      });
    const saved = await saveSettings(tx, { companyId, ...values });
    const changed = before
      ? changedFields(before, values)
      : { before: null, after: { ...values, version: 1 } };
    if (changed)
      await audit(tx, call, [
        {
          companyId,
          action: "billing settings changed",
          itemKind: item.kind,
          itemId: companyId,
          itemName: form.legalName,
          ...changed,
        },
      ]);
    return toSettings(saved);
  });
}

export async function listRates({ scope, db }: ScopedCall): Promise<RateVersion[]> {
  return (await findRateVersions(scope, db)).map(toVersion);
}

/**
 * Changes a company's rate from a month on. Throws 422 on `from` for a month that is billed, and
 * for one more than a year ahead.
 */
export const setRate = (
  call: ScopedCall,
  { from, rate }: { from: string; rate: string },
): Promise<RateVersion> =>
  call.database.transaction(async (tx) => {
    const until = await findInvoicedUntil(call.scope, tx);
    if (until !== undefined && from <= until)
      throw invalid({
        from: `${monthName(until)} is billed. Choose ${monthName(monthAfter(until, 1))} or later.`,
      });
    const last = monthAfter(await billingDate(tx, call.now), rateMonthsAhead);
    if (from > last) throw invalid({ from: `Choose ${monthName(last)} or an earlier month.` });
    const version = await saveRateVersion(call.scope, tx, {
      from,
      rate: parseAmount(rate),
      setBy: call.caller.username,
      setAt: call.now,
    });
    await saveCompanyRate(call.scope, tx, parseAmount(rate));
    const { companyId } = call.scope;
    await audit(tx, call, [
      {
        companyId,
        action: "billing rate changed",
        itemKind: "company",
        itemId: companyId,
        after: { from, billingRate: formatAmount(parseAmount(rate)) },
      },
    ]);
    return toVersion(version);
  });

/**
 * The rate that a company's form has: the first holds for all months, a later one from next month
 * on, so that no month that runs changes its price; versions of later months stay. For the
 * transaction of the form's own change, which writes the audit row. A rate that is cleared keeps
 * its versions and adds none.
 */
export async function keepTypedRate(
  scope: Scope,
  tx: Tx,
  call: Pick<SignedInCall, "caller" | "now">,
  rate: string | null,
): Promise<void> {
  if (rate === null) return;
  const thisMonth = monthAfter(await billingDate(tx, call.now), 0);
  const next = monthAfter(thisMonth, 1);
  const versions = await findRateVersions(scope, tx);
  const held = versions.find(({ from }) => from <= next) ?? versions.at(-1);
  if (held && formatAmount(held.rate) === rate) return;
  const from = held ? next : thisMonth;
  await saveRateVersion(scope, tx, {
    from,
    rate: parseAmount(rate),
    setBy: call.caller.username,
    setAt: call.now,
  });
}

const toVersion = ({
  rate,
  setAt,
  ...version
}: Awaited<ReturnType<typeof findRateVersions>>[number]): RateVersion => ({
  ...version,
  rate: formatAmount(rate),
  setAt: setAt.toISOString(),
});
