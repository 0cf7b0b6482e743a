import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateIn, showDate } from "#contract/base/dates";
import { monthAfter } from "#contract/billing/words";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const here = "/admin/billing";
const today = dateIn("Asia/Kolkata", new Date());
const ids = identifiers(appSecret);

describe("The pages of receipts, without script", () => {
  let web: TestWeb;
  let staff: Visitor;
  let username: string;
  let company: Awaited<ReturnType<typeof makeBilledCompany>>;
  let ref: string;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    username = provider.staff.Fever_Admin_Ops;
    staff = await web.signedIn(username);
    await makeBillingSettings(web.at.database, provider.companyId);
    company = await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
      billingStartsOn: monthAfter(today, -2),
      name: "Acme Stores Private Limited",
    });
    ref = ids.encrypt("company", company.companyId);
    await web.at.as(username).generateInvoices({ body: { companyId: company.companyId } }).reply;
  });
  afterAll(() => web?.close());

  /** The hidden fields that name a form's invoices, by the name of the field. */
  const targetsIn = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="(allocations\[\d+\]\.\w+Id)" value="([^"]+)"/g)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );

  test("one receipt settles two invoices with tax, what is wrong stands beside its field [GST-2] [VAL-3]", async () => {
    const path = `${here}/receipts/add?companyId=${ref}`;
    const targets = targetsIn((await staff.open(path)).html);
    expect(Object.keys(targets)).toHaveLength(2);
    const post = (change: Record<string, string>) =>
      staff.post(path, {
        ...targets,
        amount: "2500",
        receivedOn: today,
        method: "UPI",
        reference: "UTR 9",
        tdsSection: "393-1-6-I",
        "allocations[0].amount": "1160",
        "allocations[0].tds": "20",
        "allocations[1].amount": "1180",
        ...change,
      });
    const refused = await post({ "allocations[1].amount": "1180.01" });
    const html = await refused.text();
    expect([refused.status, html.includes("Only ₹1,180 is outstanding.")]).toEqual([422, true]);
    expect(html).toMatch(/name="allocations\[1\]\.amount"[^>]*value="1180.01"/);
    const receipt = (await leadsTo(await post({}))) ?? "";
    const page = (await staff.open(receipt)).html;
    for (const words of [
      "₹2,500",
      "393(1) Sl. 6(i), contractors",
      "Certificate pending",
      "₹160 is on account.",
    ])
      expect(page).toContain(words);
    expect(
      await leadsTo(await staff.post(receipt, { act: "certificate", tdsCertificate: "Q1" })),
    ).toBe(receipt);
    const list = (await staff.open(`${here}/receipts?state=tds-received`)).html;
    for (const words of ["UTR 9", "Q1", "On account"]) expect(list).toContain(words);
    expect((await staff.open(`${here}/invoices`)).html).toMatch(/TDS (?:<!-- -->)?₹20/);
  });

  test("reminders are turned on, previewed, stopped with a reason and resumed [GST-2] [VAL-3]", async () => {
    const settings = `${here}/reminders`;
    const refused = await staff.post(settings, { isOn: "on", days: "1, 400" });
    const html = await refused.text();
    expect([refused.status, html.includes("Enter days from 1 to 365.")]).toEqual([422, true]);
    expect(html).toContain('value="1, 400"');
    expect(await leadsTo(await staff.post(settings, { isOn: "on", days: "15, 7" }))).toBe(settings);
    expect((await staff.open(settings)).html).toContain('value="7, 15"');
    const [invoice] = (await web.at.as(username).listInvoices({
      query: { companyId: company.companyId },
    })) as {
      id: number;
    }[];
    const page = `${here}/invoices/${ids.encrypt("invoice", invoice?.id ?? 0)}`;
    expect((await staff.open(page)).html).toContain(`href="${page}/reminders"`);
    const preview = (await staff.open(`${page}/reminders?days=15`)).html;
    for (const words of ["15 days overdue", "This is our last reminder", "7 days"])
      expect(preview).toContain(words);
    const empty = await staff.post(`${page}/reminders`, { act: "stop", reason: "" });
    expect([empty.status, (await empty.text()).includes("is required")]).toEqual([422, true]);
    const stop = { act: "stop", reason: "Disputed", isWholeCompany: "on" };
    expect(await leadsTo(await staff.post(`${page}/reminders`, stop))).toBe(`${page}/reminders`);
    expect((await staff.open(page)).html).toContain("Reminders of all invoices of this company");
    await staff.post(`${page}/reminders`, { act: "resume" });
    expect((await staff.open(`${page}/reminders`)).html).toContain("Stop reminders");
  });

  test("an opening balance is added, ages, and is removed after its question [GST-2]", async () => {
    const path = `${here}/companies/${ref}/opening`;
    const fields = { kind: "owed", number: "OLD/5", amount: "900", issuedOn: "2026-01-05" };
    expect(await leadsTo(await staff.post(path, fields))).toBe(path);
    const ageing = (await staff.open(`${here}/ageing`)).html;
    for (const words of ["Acme Stores", "₹900", "₹160", "₹740"]) expect(ageing).toContain(words);
    const csv = await staff.get(`${here}/ageing/download`);
    expect(
      readCsv(await csv.text())
        .slice(1)
        .map((row) => row.slice(1)),
    ).toEqual([
      ["Acme Stores Private Limited", "0.00", "0.00", "0.00", "0.00", "900.00", "160.00", "740.00"],
      ["Total", "0.00", "0.00", "0.00", "0.00", "900.00", "160.00", "740.00"],
    ]);
    const remove = /href="([^"]*\/opening\/[^"]*\/remove)"/.exec(
      (await staff.open(path)).html,
    )?.[1];
    expect(await leadsTo(await staff.post(remove ?? "", {}))).toBe(path);
    expect((await staff.open(path)).html).not.toContain("OLD/5");
    expect(await leadsTo(await staff.post(path, fields))).toBe(path);
  });

  test("a bank statement is uploaded, and its line confirmed by a person [GST-2]", async () => {
    const body = new FormData();
    const text = `Date,Narration,Credit\n${showDate(today)},NEFT ACME OLD 5,900\n31/03/26,Earlier,5\n`;
    body.append("_csrf", staff.jar.get("XSRF-TOKEN") ?? "");
    body.append("file", new File([text], "bank.csv", { type: "text/csv" }));
    const upload = await staff.send(`${here}/bank?index`, { method: "POST", body });
    expect(await leadsTo(upload)).toBe(`${here}/bank`);
    const { html } = await staff.open(`${here}/bank`);
    for (const words of ["NEFT ACME OLD 5", "Invoice number in the narration", "OLD/5 ₹900"])
      expect(html).toContain(words);
    const match = /href="([^"]*receipts\/add\?[^"]*match=0[^"]*)"/
      .exec(html)?.[1]
      ?.replaceAll("&amp;", "&");
    const page = (await staff.open(match ?? "")).html;
    const early = [...html.matchAll(/href="([^"]*receipts\/add\?line=[\w-]+)"/g)].at(-1)?.[1];
    const sections = (await staff.open(`${early}&companyId=${ref}`)).html;
    expect([page, sections].map((one) => [one.includes("194C"), one.includes("393(1)")])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(page).toMatch(/name="allocations\[0\]\.amount"[^>]*value="900.00"/);
    const post = () =>
      staff.post(match ?? "", {
        ...targetsIn(page),
        amount: "900.00",
        receivedOn: today,
        method: "BANK_TRANSFER",
        "allocations[0].amount": "900.00",
      });
    expect(await leadsTo(await post())).toBe(`${here}/bank`);
    const late = await post();
    expect([late.status, (await late.text()).includes("has already matched this line")]).toEqual([
      422,
      true,
    ]);
    expect((await staff.open(`${here}/bank?state=matched`)).html).toContain("Acme Stores");
  });

  test("a payment takes the section of either Act by the date that is entered [GST-2] [VAL-3]", async () => {
    const { companyId } = await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
      billingStartsOn: "2026-01-01",
      name: "Two Acts",
    });
    const { invoices } = await web.at.as(username).generateInvoices({ body: { companyId } });
    const invoiceId = invoices[0]?.id ?? 0;
    const page = `${here}/invoices/${ids.encrypt("invoice", invoiceId)}`;
    const both = `${here}/receipts/add?companyId=${ids.encrypt("company", companyId)}`;
    for (const { html } of [await staff.open(`${page}/pay`), await staff.open(both)])
      for (const words of ["Section 393 from 1 April 2026", "393(1) Sl. 6(i)", "194C, contractors"])
        expect(html).toContain(words);
    const pay = (receivedOn: string, tdsSection: string) =>
      staff.post(`${page}/pay`, {
        receivedOn,
        method: "UPI",
        amount: "98",
        tds: "2",
        tdsSection,
      });
    const refused = await pay("2026-03-31", "393-1-6-I");
    const html = await refused.text();
    expect([refused.status, html.includes("Section 393 holds from 1 April 2026.")]).toEqual([
      422,
      true,
    ]);
    expect(html).toMatch(/<option value="393-1-6-I" selected/);
    for (const section of ["194C", "393-1-6-I"])
      expect(await leadsTo(await pay(today, section)), section).toBe(page);
  });
});
