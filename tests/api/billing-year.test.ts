import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn } from "#contract/base/dates";
import { readAmount } from "#contract/base/money";
import { type BillingDashboard, billingDashboard } from "#contract/billing/dashboard";
import { addCreditNote, type Statement, showStatement } from "#contract/billing/entries";
import { generateInvoices } from "#contract/billing/generate";
import {
  findInvoice,
  type Invoice,
  type InvoiceRow,
  listInvoices,
} from "#contract/billing/invoices";
import { addReceipt } from "#contract/billing/receipts";
import { setRate } from "#contract/billing/settings";
import { taxStatusOf } from "#contract/billing/tax-rules";
import { monthAfter } from "#contract/billing/words";
import { type ReportSummary, reportEndpoints } from "#contract/reports/endpoints";
import { invoiceRevenue } from "#contract/reports/invoices";
import {
  addStore,
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
  setCompanyStatus,
  setStoreStatus,
} from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/**
 * April 2027 to March 2028, which has a 29 February. The months in which its invoices are issued go
 * on to April 2028.
 */
const year = Array.from({ length: 12 }, (_, place) => monthAfter("2027-04-01", place));
const begin = midnight(year[0] ?? "").getTime();
const hour = 3_600_000;

/** Draws the same numbers for the same seed (mulberry32). */
function drawer(state: number) {
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    happens: (share: number) => next() < share,
  };
}

type Kind = "CGST_SGST" | "IGST" | "EXPORT";
/** Half up to the paisa, by itself: 9 % twice, 18 % once, or nothing. */
const taxOf = (paise: number, kind: Kind) =>
  kind === "EXPORT"
    ? 0
    : kind === "IGST"
      ? Math.floor((paise * 36 + 100) / 200)
      : 2 * Math.floor((paise * 18 + 100) / 200);
const rupees = (paise: number) => (paise / 100).toFixed(2);
const sum = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);

/** When something was active: begins and ends in turn, in milliseconds. */
type Switches = number[];
const wasActive = (store: Switches, company: Switches, from: number, to: number) =>
  spans(store).some(([a, b]) =>
    spans(company).some(([c, d]) => Math.max(a, c, from) < Math.min(b, d, to)),
  );
const spans = (switches: Switches): [number, number][] =>
  switches.flatMap((at, place) =>
    place % 2 === 0 ? [[at, switches[place + 1] ?? Number.POSITIVE_INFINITY]] : [],
  );

type TestInvoice = {
  id: number;
  lines: { month: string; stores: number; rate: number; left: number }[];
  kind: Kind;
  taxable: number;
  credited: number;
  owed: number;
};
/**
 * Records what the simulator itself did to a company, and what the company should be billed for
 * that.
 */
type Account = {
  companyId: number;
  period: number;
  startsOn: string;
  kind: Kind;
  active: Switches;
  stores: Map<number, Switches>;
  rates: Map<string, number>;
  invoices: TestInvoice[];
  /** By date: what was invoiced, credited (both with and without tax) and paid. */
  moved: {
    date: string;
    invoiced?: number;
    credited?: number;
    paid?: number;
    taxable?: number;
    creditedTaxable?: number;
  }[];
};

describe("A simulated financial year", () => {
  let at: TestPlatform;
  let staff: string;
  const accounts: Account[] = [];
  const draw = drawer(20_280_229);

  const set = (time: number) => {
    at.clock.now = time;
  };
  const today = () => dateIn("Asia/Kolkata", new Date(at.clock.now));
  const ask = async <T>(...callArguments: Parameters<TestPlatform["call"]>): Promise<T> => {
    const { status, body } = await at.as(staff).call(callArguments[0], callArguments[1]).reply;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.data as T;
  };

  const changeRate = async (of: Account, from: string, paise: number) => {
    await ask(setRate, { query: { companyId: of.companyId }, body: { from, rate: rupees(paise) } });
    of.rates.set(from, paise);
  };
  const openStore = async (of: Account, time: number) =>
    of.stores.set(await addStore(at.database, of.companyId, new Date(time)), [time]);
  const switchStore = async (of: Account, storeId: number, time: number) => {
    const switches = of.stores.get(storeId) ?? [];
    await setStoreStatus(
      at.database,
      storeId,
      switches.length % 2 === 1 ? "inactive" : "active",
      new Date(time),
    );
    switches.push(time);
  };
  const switchCompany = async (of: Account, time: number) => {
    await setCompanyStatus(
      at.database,
      of.companyId,
      of.active.length % 2 === 1 ? "inactive" : "active",
      new Date(time),
    );
    of.active.push(time);
  };
  const move = async (of: Account, kind: Kind, gstNo: string | null, state: string) => {
    await at.database.db.execute(
      sql`update company set gst_no = ${gstNo}, state = ${state},
        tax_status = ${taxStatusOf({ country: "IN", gstNo })} where id = ${of.companyId}`,
    );
    of.kind = kind;
  };

  /**
   * Works out from the account alone what a period should be billed: a line for each month with a
   * store.
   */
  function expectedLines(of: Account, from: string) {
    return Array.from({ length: of.period }, (_, place) => monthAfter(from, place)).flatMap(
      (month) => {
        const since = Math.max(midnight(month).getTime(), midnight(of.startsOn).getTime());
        const until = midnight(monthAfter(month, 1)).getTime();
        const stores = [...of.stores.values()].filter((switches) =>
          wasActive(switches, of.active, since, until),
        ).length;
        const rate =
          [...of.rates]
            .filter(([first]) => first <= month)
            .sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1] ?? 0;
        return stores > 0 ? [{ month, stores, rate, left: stores * rate }] : [];
      },
    );
  }

  /** At a midnight: all periods that are over are billed, each invoice as the account has it. */
  async function billAll() {
    const { invoices, refused } = await ask<{
      invoices: { id: number; companyId: number }[];
      refused: object[];
    }>(generateInvoices, {
      body: {},
    });
    expect(refused).toEqual([]);
    for (const of of accounts) {
      const first = monthAfter(of.startsOn, 0);
      const over = year.filter(
        (month, place) => place % of.period === year.indexOf(first) % of.period && month >= first,
      );
      const from = over.find((month) => monthAfter(month, of.period) === today());
      const lines = from === undefined ? [] : expectedLines(of, from);
      const own = invoices.filter(({ companyId }) => companyId === of.companyId);
      expect(own, `${today()} ${of.period}`).toHaveLength(lines.length > 0 ? 1 : 0);
      for (const { id } of own) {
        const invoice = await ask<Invoice>(findInvoice, { params: { id } });
        const taxable = sum(lines.map(({ left }) => left));
        const total = taxable + taxOf(taxable, of.kind);
        expect(
          invoice.lines.map(({ month, quantity, rate, amount }) => [month, quantity, rate, amount]),
        ).toEqual(
          lines.map(({ month, stores, rate }) => [
            month,
            stores,
            rupees(rate),
            rupees(stores * rate),
          ]),
        );
        expect(invoice).toMatchObject({
          periodFrom: from,
          taxKind: of.kind,
          taxable: rupees(taxable),
          total: rupees(total),
          issuedOn: today(),
        });
        of.invoices.push({ id, lines, kind: of.kind, taxable, credited: 0, owed: total });
        of.moved.push({ date: today(), invoiced: total, taxable });
      }
    }
  }

  async function creditSome(of: Account, invoice: TestInvoice) {
    const open = invoice.lines.flatMap((line, place) =>
      line.left > 0 ? [{ line, number: place + 1 }] : [],
    );
    const isWhole = draw.happens(0.2);
    const chosen = isWhole ? open : open.filter(() => draw.happens(0.5));
    if (chosen.length === 0) return;
    const amounts = chosen.map(({ line, number }) => ({
      line,
      number,
      paise: isWhole ? line.left : 1 + draw.below(line.left),
    }));
    const lines = amounts.map(({ number, paise }) => ({ line: number, amount: rupees(paise) }));
    await ask(addCreditNote, {
      body: { invoiceId: invoice.id, reason: "Closed for days", ...(!isWhole && { lines }) },
    });
    for (const { line, paise } of amounts) line.left -= paise;
    const taxable = sum(amounts.map(({ paise }) => paise));
    const credited =
      taxable +
      taxOf(invoice.credited + taxable, invoice.kind) -
      taxOf(invoice.credited, invoice.kind);
    invoice.credited += taxable;
    invoice.owed -= credited;
    of.moved.push({ date: today(), credited, creditedTaxable: taxable });
  }

  async function paySome(of: Account, invoice: TestInvoice) {
    if (invoice.owed <= 0) return;
    const paid = draw.happens(0.5) ? invoice.owed : 1 + draw.below(invoice.owed);
    const amount = rupees(paid);
    const allocations = [{ invoiceId: invoice.id, amount }];
    await ask(addReceipt, {
      query: { companyId: of.companyId },
      body: { amount, receivedOn: today(), allocations },
    });
    invoice.owed -= paid;
    of.moved.push({ date: today(), paid });
  }

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight("2027-03-15") });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
    for (const [period, kind, change] of [
      [1, "CGST_SGST", {}],
      [3, "IGST", { gstNo: otherGstNo, state: "Karnataka" }],
      [6, "EXPORT", { country: "AE", state: "Dubai" }],
      [12, "IGST", { state: "Delhi" }],
      [1, "IGST", { state: "Kerala", billingStartsOn: "2027-06-15" }],
    ] as const) {
      const { companyId } = await makeBilledCompany(at.database, {
        billingStartsOn: year[0],
        ...change,
        billingPeriodMonths: period,
      });
      const startsOn = "billingStartsOn" in change ? change.billingStartsOn : (year[0] ?? "");
      const account: Account = {
        companyId,
        period,
        startsOn,
        kind,
        active: [0],
        stores: new Map(),
        rates: new Map(),
        invoices: [],
        moved: [],
      };
      accounts.push(account);
      for (let store = 0; store < 4; store++)
        await openStore(account, begin - draw.below(900) * hour);
      await changeRate(account, year[0] ?? "", 99_999 + draw.below(100_000));
    }
  });
  afterAll(() => at?.close());

  test("each invoice is what the stores, rates and states of its months make it [BIL-1] [TRU-1]", async () => {
    const [monthly, quarterly, , yearly, late] = accounts as [
      Account,
      Account,
      Account,
      Account,
      Account,
    ];
    let leapStore = 0;
    const openOnLeapDay = async () => {
      await openStore(yearly, midnight("2028-02-29").getTime());
      leapStore = [...yearly.stores.keys()].at(-1) ?? 0;
    };
    // what is easily one day or one month off
    const edges: [number, () => Promise<unknown>][] = [
      // closed at midnight of the 1st: not of May; open for the last millisecond of June
      [
        midnight("2027-05-01").getTime(),
        () =>
          switchStore(
            monthly,
            [...monthly.stores.keys()][0] ?? 0,
            midnight("2027-05-01").getTime(),
          ),
      ],
      [
        midnight("2027-07-01").getTime() - 1,
        () => openStore(monthly, midnight("2027-07-01").getTime() - 1),
      ],
      // gone before billing begins in mid-month
      [
        midnight("2027-06-15").getTime(),
        () => switchStore(late, [...late.stores.keys()][0] ?? 0, midnight("2027-06-15").getTime()),
      ],
      // to another state, and to the provider's own, in mid-period; a rate from each
      [midnight("2027-08-10").getTime(), () => move(quarterly, "CGST_SGST", null, "Maharashtra")],
      [midnight("2027-08-10").getTime(), () => changeRate(quarterly, "2027-09-01", 123_457)],
      [midnight("2027-12-20").getTime(), () => move(monthly, "IGST", otherGstNo, "Karnataka")],
      // open on the leap day alone; and in the last millisecond of the year
      [midnight("2028-02-29").getTime(), openOnLeapDay],
      [
        midnight("2028-03-01").getTime(),
        () => switchStore(yearly, leapStore, midnight("2028-03-01").getTime()),
      ],
      [
        midnight("2028-04-01").getTime() - 1,
        () => openStore(yearly, midnight("2028-04-01").getTime() - 1),
      ],
      // closed as a whole over a month
      [
        midnight("2027-10-01").getTime(),
        () => switchCompany(monthly, midnight("2027-10-01").getTime()),
      ],
      [
        midnight("2027-11-01").getTime(),
        () => switchCompany(monthly, midnight("2027-11-01").getTime()),
      ],
    ];
    for (const month of [...year, monthAfter("2027-04-01", 12)]) {
      const first = midnight(month).getTime();
      const next = midnight(monthAfter(month, 1)).getTime();
      set(first);
      await billAll();
      if (month > (year.at(-1) ?? "")) break;
      for (const of of accounts) {
        const stores = [...of.stores.keys()].slice(1, 4); // the edges have the others to themselves
        set(first + (24 * draw.below(27) + 9) * hour);
        for (const invoice of of.invoices) {
          if (draw.happens(0.3)) await creditSome(of, invoice);
          if (draw.happens(0.5)) await paySome(of, invoice);
        }
        if (draw.happens(0.2))
          await changeRate(of, monthAfter(month, 1), 50_000 + draw.below(150_000));
        for (const store of stores)
          if (draw.happens(0.4))
            await switchStore(
              of,
              store,
              first + (10 + draw.below((next - first) / hour - 20)) * hour,
            );
        if (draw.happens(0.3))
          await openStore(of, first + draw.below((next - first) / hour) * hour);
      }
      for (const [time, change] of edges)
        if (time >= first && time < next) {
          set(time);
          await change();
        }
    }
    expect(accounts.map(({ invoices }) => invoices.length)).toEqual([11, 4, 2, 1, 10]);
  });

  test("invoices, credits and payments add up to the account everywhere [BIL-1] [TRU-1]", async () => {
    set(midnight("2028-04-01").getTime() + 12 * hour);
    const last = monthAfter("2027-04-01", 12);
    const dashboard = await ask<BillingDashboard>(billingDashboard, {});
    for (const month of [...year, last]) {
      const from = month;
      const to = addDays(monthAfter(month, 1), -1);
      const within = (of: Account) => of.moved.filter(({ date }) => date >= from && date <= to);
      for (const of of accounts) {
        const add = (member: "invoiced" | "credited" | "paid") =>
          rupees(sum(within(of).map((entry) => entry[member] ?? 0)));
        const balance = (until: (date: string) => boolean) =>
          rupees(
            sum(
              of.moved.map(({ date, invoiced = 0, credited = 0, paid = 0 }) =>
                until(date) ? invoiced - credited - paid : 0,
              ),
            ),
          );
        expect(
          await ask<Statement>(showStatement, { query: { companyId: of.companyId, from, to } }),
          `${month} ${of.period}`,
        ).toMatchObject({
          opening: balance((date) => date < from),
          closing: balance((date) => date <= to),
          invoiced: add("invoiced"),
          credited: add("credited"),
          paid: add("paid"),
        });
      }
      const all = accounts.flatMap(within);
      const monthFigures = dashboard.months.find((one) => one.month === month);
      if (monthFigures)
        expect(monthFigures).toMatchObject({
          month,
          invoiced: rupees(sum(all.map(({ taxable = 0 }) => taxable))),
          credited: rupees(sum(all.map(({ creditedTaxable = 0 }) => creditedTaxable))),
          paid: rupees(sum(all.map(({ paid = 0 }) => paid))),
        });
    }
    expect(dashboard.months).toHaveLength(12);
    const owed = sum(accounts.flatMap(({ invoices }) => invoices.map((invoice) => invoice.owed)));
    const { due, grace, overdue } = dashboard;
    expect(sum([due, grace, overdue].map(({ amount }) => readAmount(amount))) + paidBack()).toBe(
      owed,
    );
    for (const of of accounts) {
      const query = { companyId: of.companyId, from: year[0], to: today() };
      const { totals } = await ask<ReportSummary>(reportEndpoints(invoiceRevenue).summary, {
        query,
      });
      const amount = sum(of.moved.map(({ taxable = 0 }) => taxable));
      const total = sum(of.moved.map(({ invoiced = 0 }) => invoiced));
      expect(totals).toMatchObject({ amount, total, tax: total - amount });
    }
  });

  /**
   * Below zero, what companies get back of invoices that were credited after they were paid:
   * nothing of these is due.
   */
  const paidBack = () =>
    sum(accounts.flatMap(({ invoices }) => invoices.map(({ owed }) => Math.min(0, owed))));

  test("numbers count on without a gap, and anew from midnight of 1 April in India [BIL-1]", async () => {
    const rows: InvoiceRow[] = [];
    for (const of of accounts)
      rows.push(
        ...(await ask<InvoiceRow[]>(listInvoices, {
          query: { companyId: of.companyId, limit: 100 },
        })),
      );
    for (const [name, isOf] of [
      ["27-28", (date: string) => date < "2028-04-01"],
      ["28-29", (date: string) => date >= "2028-04-01"],
    ] as const) {
      const numbers = rows.filter(({ issuedOn }) => isOf(issuedOn)).map(({ number }) => number);
      expect(numbers.sort()).toEqual(
        numbers.map((_, place) => `INV/${name}/${String(place + 1).padStart(6, "0")}`),
      );
    }
  });
});
