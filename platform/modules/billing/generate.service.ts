import { addDays, dateIn } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import type { BillingProblem } from "#contract/billing/words";
import { Failures } from "../../base/failures.ts";
import { notSetUp } from "../../base/refusal.ts";
import { isUnreachable } from "../../db/constraint-error.ts";
import type { Database } from "../../db/database.ts";
import type { Db, Tx } from "../../db/types.ts";
import { findMissingCharacters } from "../../pdf/faces.ts";
import { type ActorsCall, audit } from "../audit/index.ts";
import { announceToCompanies } from "../webhooks/index.ts";
import {
  type DueCompany,
  findBilledCompany,
  findStoreMonths,
  findUnbilledPlays,
  lockDueCompanies,
} from "./billed.queries.ts";
import {
  type Draft,
  draftInvoice,
  monthsOf,
  type Period,
  periodAfter,
  supplierOf,
  type UnbilledPlays,
} from "./draft.ts";
import { type IssuedInvoice, insertEmptyPeriods, insertInvoices } from "./issue.queries.ts";
import { findBilling, lockSettings } from "./settings.queries.ts";

/** Companies billed in one transaction, which locks the number series until it ends. */
const batch = 500;

export type InvoiceRun = {
  issued: IssuedInvoice[];
  empty: number;
  refused: {
    companyId: number;
    companyName: string;
    problem: BillingProblem;
    unprintable: string;
  }[];
};
type Billing = NonNullable<Awaited<ReturnType<typeof findBilling>>>;
type GenerateCall = { database: Database; now: Date; actor: ActorsCall; stopped?: AbortSignal };

/**
 * Issues the invoices of all periods that are over, of one company or of all, five hundred
 * companies at a time. Each period is billed once, however many do this at once: companies are
 * locked. Skips companies another process has locked. A company that cannot be billed does not stop
 * the others; if billing one fails, throws that after the others are billed.
 */
export async function generateInvoices(
  call: GenerateCall,
  companyId?: number,
): Promise<InvoiceRun> {
  const billing = await findBilling(call.database.db);
  if (!billing) throw notSetUp();
  const generated: InvoiceRun = { issued: [], empty: 0, refused: [] };
  const run: BillingRun = { call, billing, failures: new Failures(), failed: [] };
  // companies with several periods that are over come again, one period a round
  for (let isBehind = true; isBehind && !call.stopped?.aborted; ) {
    isBehind = false;
    generated.refused = [];
    for (let after: number | undefined = 0; after !== undefined && !call.stopped?.aborted; ) {
      const { next, done } = await billBatch(run, { after, companyId });
      after = next;
      for (const { isBehind: oneIsBehind, issued, refused, empty } of done) {
        isBehind ||= oneIsBehind;
        for (const one of issued) generated.issued.push(one);
        for (const one of refused) generated.refused.push(one);
        generated.empty += empty;
      }
    }
  }
  run.failures.throwAny("not all companies were billed");
  return generated;
}

/** A run over all companies, and the companies that it could not bill. */
type BillingRun = { call: GenerateCall; billing: Billing; failures: Failures; failed: number[] };
type Batch = { after: number; companyId: number | undefined };

/**
 * Bills the next companies in one transaction; if that fails, each of them alone, so that only the
 * one at fault is not billed. `next` is the id to go on after; undefined at the end. Throws if the
 * database is away: then no company is at fault.
 */
async function billBatch(run: BillingRun, from: Batch) {
  const { call, failures, failed } = run;
  const ids: number[] = [];
  const bill = ({ after, companyId }: Batch) =>
    call.database.transaction(async (tx) => {
      const today = dateIn(run.billing.zone, call.now);
      const settings = await lockSettings(tx, run.billing.providerId, "share");
      const filter = { after, companyId, without: failed, today, limit: batch };
      const companies = await lockDueCompanies(tx, filter);
      if (ids.length === 0) ids.push(...companies.map(({ id }) => id));
      return billCompanies(tx, run, { settings, today, companies });
    });
  const done: BillingBatch[] = [];
  try {
    done.push(await bill(from));
  } catch (error) {
    if (ids.length === 0 || isUnreachable(error)) throw error;
    for (const companyId of ids) {
      if (call.stopped?.aborted) break;
      const billed = await failures.attempt(`company ${companyId}`, () =>
        bill({ after: 0, companyId }),
      );
      if (billed) done.push(billed);
      else failed.push(companyId);
      const failure = billed ? undefined : failures.errors.at(-1);
      if (isUnreachable(failure)) throw failure;
    }
  }
  return { next: ids.length < batch ? undefined : ids.at(-1), done };
}
type BillingBatch = Awaited<ReturnType<typeof billCompanies>>;
type LockedCompanies = Pick<Billing, "settings"> & { today: string; companies: DueCompany[] };

/**
 * Bills the next period of each of the companies, which are locked. `isBehind`: one of them has
 * another period that is over.
 */
async function billCompanies(
  tx: Tx,
  { call: { now, actor }, billing: { providerId, zone } }: BillingRun,
  { settings, today, companies }: LockedCompanies,
) {
  const due = companies
    .map((company) => ({ company, issuedOn: today, ...nextPeriod(company) }))
    .filter(({ periodTo }) => periodTo < today);
  const drafts = await draftAll(tx, { zone, settings }, due);
  const payable = drafts.filter(({ problem, lines }) => !problem && lines.length > 0);
  const empty = drafts.filter(
    ({ lines, stores }) =>
      lines.length === 0 &&
      stores.every(({ rate, storeIds }) => rate !== null || storeIds.length === 0),
  );
  const refused = drafts.filter((draft) => draft.problem && !empty.includes(draft));
  const issue = {
    issuedOn: today,
    issuedAt: now,
    issuedBy: actor.caller.username,
    dueOn: addDays(today, settings?.paymentDays ?? 0),
  };
  const issued = await insertInvoices(tx, providerId, payable, issue);
  insertEmptyPeriods(tx, empty);
  await audit(
    tx,
    actor,
    issued.map(({ id, number, companyId, total }, place) => ({
      companyId,
      action: "invoice issued",
      itemKind: "invoice",
      itemId: id,
      itemName: number,
      after: {
        number,
        periodFrom: payable[place]?.periodFrom,
        periodTo: payable[place]?.periodTo,
        total,
      },
    })),
  );
  const facts = issued.map(({ id, number, companyId, total }) => ({
    companyId,
    data: { invoiceId: id, number, total: formatAmount(total) },
  }));
  await announceToCompanies(tx, { kind: "invoice.issued", now, facts });
  const settled = new Set([...payable, ...empty].map(({ company }) => company.id));
  return {
    isBehind: due.some(
      ({ company, periodTo }) =>
        settled.has(company.id) && nextPeriod({ ...company, lastTo: periodTo }).periodTo < today,
    ),
    issued,
    empty: empty.length,
    refused: refused.flatMap(({ company, problem, unprintable }) =>
      problem ? [{ companyId: company.id, companyName: company.name, problem, unprintable }] : [],
    ),
  };
}

export const nextPeriod = ({ lastTo, startsOn, periodMonths }: DueCompany): Period =>
  periodAfter(lastTo, startsOn, periodMonths);

/** The invoices of these periods, not written. */
export async function draftAll(
  db: Db | Tx,
  { zone, settings }: Omit<Billing, "providerId">,
  due: readonly (Period & { company: DueCompany; issuedOn: string })[],
  choosePlays = (plays: UnbilledPlays[]) => plays,
): Promise<Draft[]> {
  if (due.length === 0) return [];
  const periods = due.map(({ company, issuedOn: _, ...period }) => ({
    ...period,
    companyId: company.id,
    startsOn: company.startsOn,
    months: monthsOf(period),
  }));
  const stores = await findStoreMonths(db, periods, zone);
  const plays = await findUnbilledPlays(db, periods, zone);
  const supplier = supplierOf(settings);
  const drafts = due.map(({ company, issuedOn, periodFrom, periodTo }) =>
    draftInvoice({
      issuedOn,
      periodFrom,
      periodTo,
      company: billedFacts(company),
      settings,
      supplier,
      stores: stores.get(company.id) ?? [],
      plays: choosePlays(plays.get(company.id) ?? []),
    }),
  );
  return markUnprintable(drafts);
}

/** Finds text that the PDF cannot show before its invoice is issued, which never changes again. */
async function markUnprintable(drafts: Draft[]): Promise<Draft[]> {
  const textOf = ({ supplier, customer, lines }: Draft) =>
    JSON.stringify([supplier, customer, lines]);
  const missing = await findMissingCharacters(drafts.map(textOf).join(""));
  for (const draft of missing.length > 0 ? drafts : []) {
    const text = textOf(draft);
    const own = missing.filter(({ character }) => text.includes(character));
    draft.unprintable = own.map(({ label }) => label).join(", ");
    if (own.length > 0) draft.problem ??= "NO_FONT";
  }
  return drafts;
}

const billedFacts = ({
  id,
  name,
  legalName,
  country,
  addressLine,
  city,
  state,
  postalCode,
  gstNo,
  panNo,
  email,
  taxStatus,
}: DueCompany) => ({
  id,
  name,
  legalName,
  country,
  addressLine,
  city,
  state,
  postalCode,
  gstNo,
  panNo,
  email,
  taxStatus,
});

/**
 * Drafts the company's next invoices: of periods that are over, and of the current one. At most
 * this many.
 */
export async function draftNext(
  db: Db,
  companyId: number,
  now: Date,
  most = 12,
): Promise<{ draft: Draft; isOver: boolean; dueOn: string }[]> {
  const billing = await findBilling(db);
  const company = billing && (await findBilledCompany(db, companyId));
  if (!company) return [];
  const today = dateIn(billing.zone, now);
  const previews: { draft: Draft; isOver: boolean; dueOn: string }[] = [];
  const draftedPlays = new Map<string, number>();
  for (let period = nextPeriod(company); previews.length < most && period.periodFrom <= today; ) {
    const issuedOn = period.periodTo < today ? today : addDays(period.periodTo, 1);
    const [draft] = await draftAll(db, billing, [{ company, issuedOn, ...period }], (plays) =>
      withoutTaken(plays, draftedPlays),
    );
    if (draft) {
      previews.push({
        draft,
        isOver: period.periodTo < today,
        dueOn: addDays(issuedOn, billing.settings?.paymentDays ?? 0),
      });
    }
    period = periodAfter(period.periodTo, company.startsOn, company.periodMonths);
  }
  return previews;
}

/** Leaves out unbilled plays that an earlier draft has, and notes the rest in `draftedPlays`. */
function withoutTaken(
  plays: readonly UnbilledPlays[],
  draftedPlays: Map<string, number>,
): UnbilledPlays[] {
  return plays.flatMap((row) => {
    const key = [row.campaignId, row.storeId, row.month, row.prime, row.seconds].join();
    const before = draftedPlays.get(key) ?? 0;
    draftedPlays.set(key, Math.max(before, row.plays));
    return row.plays > before ? [{ ...row, plays: row.plays - before }] : [];
  });
}
