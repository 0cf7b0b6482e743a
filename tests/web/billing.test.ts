import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateIn, monthName } from "#contract/base/dates";
import { financialYearOf, monthAfter } from "#contract/billing/words";
import {
  billingSetting,
  companyRate,
  creditNote,
  invoice,
  receipt,
} from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeBilledCompany, midnight } from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const here = "/admin/billing";
const today = dateIn("Asia/Kolkata", new Date());
const month = (ahead: number) => monthAfter(today, ahead);
const typedIn = (html: string, name: string) => {
  const escaped = name.replace(/[[\]]/g, "\\$&");
  return new RegExp(`name="${escaped}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${escaped}"`)
    .exec(html)
    ?.slice(1)
    .find(Boolean);
};

describe("The pages of billing, without script", () => {
  let web: TestWeb;
  let staff: Visitor;
  let staffName: string;
  let company: Awaited<ReturnType<typeof makeBilledCompany>>;
  let other: Awaited<ReturnType<typeof makeBilledCompany>>;
  const ids = identifiers(appSecret);
  const companyRef = () => ids.encrypt("company", company.companyId);

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    staffName = provider.staff.Fever_Admin_Ops;
    staff = await web.signedIn(staffName);
    const stores = [midnight("2025-01-01"), midnight("2025-01-01")];
    const legalName = "Billed Retail Private Limited";
    const facts = { stores, legalName, billingStartsOn: month(-2) };
    company = await makeBilledCompany(web.at.database, facts);
    other = await makeBilledCompany(web.at.database, {
      stores,
      billingStartsOn: month(-1),
      commEmail: null,
    });
  });
  afterAll(() => web?.close());

  const rows = (table: typeof invoice | typeof receipt | typeof creditNote) =>
    web.at.database.db.$count(table);
  const invoicePages = async (person = staff) => [
    ...new Set(
      (await person.open(`${here}/invoices?sort=issued`)).html.match(
        /\/admin\/billing\/invoices\/[\w-]{20,}(?=")/g,
      ),
    ),
  ];
  const client = async (
    role: "ROLE_Client_Admin" | "ROLE_Client_Admin_Limited",
    level: "national" | "regional",
    of = company.companyId,
  ) => web.signedIn((await makeUser(web.at.database, of, { role, level })).username);

  test("settings come first: what is wrong stands beside its field, what was typed stays, and then they are saved [BIL-1] [VAL-3]", async () => {
    const { html } = await staff.open(here);
    expect(html).toContain("no legal name, address and GSTIN of your own yet");
    expect(html).toContain(`href="${here}/settings"`);
    const preview = (await staff.open(`${here}/companies/${companyRef()}`)).html;
    expect(preview).toMatch(/of your own yet\..{0,200}Open billing settings/s);
    expect(preview).toContain("Follows from the billing settings");
    expect(preview).not.toMatch(/GST 0%/);
    const typed = {
      legalName: "Fever & Sons",
      addressLine: "1 Marine Drive",
      city: "Mumbai",
      postalCode: "400002",
      gstRate: "18",
      paymentDays: "15",
      sacMusic: "998432",
      sacAds: "998369",
      signatoryName: "Meera Joshi",
    };
    const post = async (change: object) =>
      staff.post(`${here}/settings`, {
        ...typed,
        gstNo: "27AAPFU0939F1ZV",
        panNo: "AAPFU0939F",
        ...change,
      });
    for (const [change, words] of [
      [{ gstNo: "27AAPFU0939F1ZX" }, "GSTIN number is invalid"],
      [{ panNo: "AAPFU0939G" }, "The PAN in this GSTIN is AAPFU0939F."],
      [{ gstRate: "180" }, "Enter a percentage from 0 to 100"],
      [{ paymentDays: "91" }, "90"],
      [{ legalName: "" }, "This field is required"],
      [{ sacMusic: "1234" }, "Enter a SAC of 4 to 6 digits"],
      [{ exportTerms: "LUT", lutNo: "AD270326000001A" }, "This field is required"],
      [{ annualReturnYear: "2025" }, "Enter a financial year, for example 2025-26."],
    ] as const) {
      const refused = await post(change);
      const page = await refused.text();
      expect([refused.status, page.includes(words)], words).toEqual([422, true]);
      expect(typedIn(page, "city")).toBe("Mumbai");
    }
    expect(await leadsTo(await post({}))).toBe(`${here}/settings`);
    expect((await staff.open(`${here}/settings`)).html).toContain("Fever &amp; Sons");
    const late = await post({ city: "Pune", version: "0" });
    expect([late.status, await web.at.database.db.$count(billingSetting)]).toEqual([422, 1]);
  });

  test("a preview is issued by hand after its question, once for a double submit, and its PDF can be saved [BIL-1]", async () => {
    const page = `${here}/companies/${companyRef()}`;
    const { html } = await staff.open(page);
    for (const words of [
      monthName(month(-2)),
      monthName(month(-1)),
      "CGST 9%",
      "₹2,360",
      "Nothing is saved until you issue them",
    ])
      expect(html).toContain(words);
    expect(await rows(invoice)).toBe(0);
    const question = (await staff.open(`${page}/issue`)).html;
    expect(question).toContain(
      "2 invoices, ₹4,720 in total. An issued invoice cannot be changed, only credited. We email the PDFs to accounts",
    );
    const _key = typedIn(question, "_key") ?? "";
    for (let twice = 0; twice < 2; twice++)
      expect(await leadsTo(await staff.post(`${page}/issue`, { _key }))).toBe(page);
    expect((await staff.open(page)).html).toContain("2 invoices issued");
    expect(await rows(invoice)).toBe(2);
    const [first = ""] = await invoicePages();
    const pdf = await staff.get(`${first}/pdf`);
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(pdf.headers.get("Content-Disposition")).toMatch(
      /attachment; filename="INV-\d\d-\d\d-000001\.pdf"/,
    );
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const all = await staff.open(`${here}/companies/all/issue`);
    expect(all.html).toContain("Each period of 1 company");
    expect(all.html).toContain(`${other.name} has no communication email, so it won`);
    await staff.post(`${here}/companies/all/issue`, {});
    expect(await rows(invoice)).toBe(3);
    const ofOther = (await invoicePages()).at(-1) ?? "";
    const contacts = `href="/admin/companies/${ids.encrypt("company", other.companyId)}/edit?section=contacts"`;
    expect((await staff.open(ofOther)).html).toMatch(
      /Not emailed: the company had no communication email.{0,80}href="[^"]*section=contacts"/s,
    );
    expect([
      (await staff.open(ofOther)).html.includes(contacts),
      (await staff.open(first)).html.includes("section=contacts"),
    ]).toEqual([true, false]);
  });

  test("a payment is recorded once, refused on its field, and reversed after its question [BIL-1] [VAL-3]", async () => {
    const [page = ""] = await invoicePages();
    const form = (await staff.open(`${page}/pay`)).html;
    expect([typedIn(form, "amount"), typedIn(form, "receivedOn")]).toEqual(["2360.00", today]);
    const _key = typedIn(form, "_key") ?? "";
    const post = (change: object) =>
      staff.post(`${page}/pay`, {
        amount: "1000.50",
        receivedOn: today,
        method: "UPI",
        reference: "UTR 7",
        ...change,
      });
    for (const [change, words] of [
      [{ amount: "2360.01" }, "Only ₹2,360 is outstanding."],
      [{ amount: "1e3" }, "Enter an amount in rupees"],
      [{ amount: "0" }, "Enter an amount above zero."],
      [{ receivedOn: month(13) }, "This date is in the future."],
      [{ receivedOn: "2020-01-01" }, " was issued on "],
    ] as const) {
      const refused = await post(change);
      const html = await refused.text();
      expect([refused.status, html.includes(words)], words).toEqual([422, true]);
      expect(typedIn(html, "reference")).toBe("UTR 7");
    }
    for (let twice = 0; twice < 2; twice++) expect(await leadsTo(await post({ _key }))).toBe(page);
    expect(await rows(receipt)).toBe(1);
    const paid = (await staff.open(page)).html;
    for (const words of ["₹1,000.50", "₹1,359.50", "UTR 7", staffName])
      expect(paid).toContain(words);
    const reverse = /href="([^"]*\/reverse)"/.exec(paid)?.[1] ?? "";
    expect((await staff.open(reverse)).html).toContain("Reverse the payment of ₹1,000.50?");
    for (let twice = 0; twice < 2; twice++)
      expect(await leadsTo(await staff.post(reverse, {}))).toBe(page);
    const after = (await staff.open(page)).html;
    expect(after).toContain("Payment reversed");
    expect(after).not.toContain("/reverse");
    expect(await rows(receipt)).toBe(2);
  });

  test("a credit note takes amounts of several lines or all that is left, never more, and its PDF can be saved [BIL-1] [VAL-3]", async () => {
    const [, page = ""] = await invoicePages();
    const post = (fields: Record<string, string>) =>
      staff.post(`${page}/credit`, { reason: "Closed for a week", what: "lines", ...fields });
    for (const [fields, words] of [
      [{ reason: "", line1: "10" }, "This field is required"],
      [{ what: "", line1: "10" }, "This field is required"],
      [{ what: "all", line1: "100" }, "Choose “Amounts by line”, or clear the amounts below."],
      [{}, "Enter an amount on at least one line."],
      [{ line1: "-1" }, "Enter an amount in rupees"],
      [{ line1: "2000.01" }, "At most ₹2,000 is left of line 1."],
    ] as [Record<string, string>, string][]) {
      const refused = await post(fields);
      const html = await refused.text();
      expect([refused.status, html.includes(words)], words).toEqual([422, true]);
      if (fields.line1) expect(typedIn(html, "line1")).toBe(fields.line1);
    }
    const _key = typedIn((await staff.open(`${page}/credit`)).html, "_key") ?? "";
    for (let twice = 0; twice < 2; twice++)
      expect(await leadsTo(await post({ _key, line1: "500" }))).toBe(page);
    const { html } = await staff.open(page);
    for (const words of ["₹590", "₹1,770", "Closed for a week"]) expect(html).toContain(words);
    const pdf = await staff.get(
      /href="(\/admin\/billing\/credit-notes\/[^"]*)"/.exec(html)?.[1] ?? "",
    );
    expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect((await staff.open(`${page}/credit`)).html).toContain(
      "Full remaining amount (₹1,500 before tax)",
    );
    expect(await leadsTo(await post({ what: "all" }))).toBe(page);
    expect((await staff.open(page)).html).toContain("Credited");
    // what was typed before another credited the line is refused on its field, which the page has no
    // more
    const late = await post({ line1: "1" });
    const lateHtml = await late.text();
    expect([
      late.status,
      lateHtml.includes("Nothing is left of line 1."),
      typedIn(lateHtml, "line1"),
    ]).toEqual([422, true, "1"]);
    expect([await rows(creditNote), (await staff.get(`${page}/credit`)).status]).toEqual([2, 200]);
  });

  test("a rate holds from a month that is not billed, and its versions stand below each other [BIL-1] [VAL-3]", async () => {
    const page = `${here}/companies/${companyRef()}`;
    const early = await staff.post(page, { from: month(-1), rate: "1500" });
    const html = await early.text();
    expect([
      early.status,
      html.includes(`${monthName(month(-1))} is billed.`),
      typedIn(html, "rate"),
    ]).toEqual([422, true, "1500"]);
    expect((await staff.post(page, { from: month(1), rate: "15.005" })).status).toBe(422);
    expect(await leadsTo(await staff.post(page, { from: month(1), rate: "1500.50" }))).toBe(page);
    expect((await staff.open(page)).html).toContain("₹1,500.50");
    expect(await web.at.database.db.$count(companyRate)).toBe(1);
  });

  test("the list is filtered by company, status, financial year and period, sorted and paged by its address [BIL-1]", async () => {
    const countInvoices = async (query: string) =>
      new Set((await staff.open(`${here}/invoices?${query}`)).html.match(/>INV\/[\d-]+\/\d{6}</g))
        .size; // wide and narrow alike
    expect(await countInvoices("")).toBe(3);
    expect(await countInvoices(`companyId=${companyRef()}`)).toBe(2);
    expect(await countInvoices("status=credited")).toBe(1);
    expect([
      await countInvoices(`financialYear=${financialYearOf(today)}`),
      await countInvoices("financialYear=2019-20"),
    ]).toEqual([3, 0]);
    expect([
      await countInvoices(`within=${month(-2)}`),
      await countInvoices(`within=${month(-1)}`),
    ]).toEqual([1, 2]);
    expect(await countInvoices(`search=${other.name.replace(" ", "+")}`)).toBe(1);
    const { html } = await staff.open(`${here}/invoices?limit=2&sort=number`);
    expect(html).toContain('aria-sort="ascending"');
    const next = /href="([^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await staff.open(next)).html).toContain("000003");
  });

  test("a national admin has the own invoices, PDF and statement in the menu, other clients nothing of it [BIL-1] [ROL-1] [CTX-4]", async () => {
    const national = await client("ROLE_Client_Admin", "national");
    const own = await invoicePages(national);
    expect(own).toHaveLength(2);
    const menu = (await national.open("/admin")).html;
    expect(menu).toContain(`href="${here}/invoices"`);
    const page = (await national.open(own[0] ?? "")).html;
    for (const words of ["Record payment", '/credit"', "Email invoice", "/reverse"])
      expect(page).not.toContain(words);
    expect((await national.get(`${own[0]}/pdf`)).status).toBe(200);
    const statement = (await national.open(`${here}/statement`)).html;
    for (const words of ["Opening balance", "₹4,720", "Credit note", "Payment reversed"])
      expect(statement).toContain(words);
    const foreign = (await invoicePages()).find((one) => !own.includes(one)) ?? "";
    for (const path of [foreign, `${foreign}/pdf`])
      expect((await national.get(path)).status, path).toBe(404);
    for (const path of [
      here,
      `${here}/settings`,
      `${here}/companies/${companyRef()}`,
      `${own[0]}/pay`,
      `${own[0]}/credit`,
    ])
      expect(await leadsTo(await national.get(path)), path).toBe("/login");
    expect(
      await leadsTo(await national.post(`${own[0]}/pay`, { amount: "1", receivedOn: today })),
    ).toBe("/login");
    for (const person of [
      await client("ROLE_Client_Admin", "regional"),
      await client("ROLE_Client_Admin_Limited", "national"),
    ]) {
      expect((await person.open("/admin")).html).not.toContain(`href="${here}`);
      for (const path of [`${here}/invoices`, own[0] ?? "", `${here}/statement`])
        expect(await leadsTo(await person.get(path))).toBe("/login");
    }
  });

  test("who bills sees any company's statement, refused where its dates are too far apart [BIL-1]", async () => {
    const { html } = await staff.open(`${here}/statement?companyId=${companyRef()}`);
    for (const name of [company.name, "Billed Retail Private Limited"])
      expect(html).toContain(name);
    expect((await staff.open(`${here}/statement`)).html).toContain(
      "Choose a company to see its statement.",
    );
    const far = await staff.open(
      `${here}/statement?companyId=${companyRef()}&from=2020-01-01&to=${today}`,
    );
    expect(far.html).toContain("Choose at most 1096 days.");
  });

  test("a statement downloads as CSV with its opening and closing balance, to the company itself and those who bill [BIL-1] [CTX-4]", async () => {
    const page = (await staff.open(`${here}/statement?companyId=${companyRef()}`)).html;
    const download =
      /href="(\/admin\/billing\/statement\/download[^"]*)"/
        .exec(page)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const csv = async (person: Visitor, path: string) => {
      const file = await person.get(path);
      expect(file.headers.get("Content-Disposition")).toMatch(
        /^attachment; filename="Statement-BILLED[\w-]*-\d{4}-\d{2}-\d{2}\.csv"$/,
      );
      return readCsv(await file.text());
    };
    const rows = await csv(staff, download);
    expect(rows[0]).toEqual([
      "Date",
      "Entry",
      "Number or reference",
      "Invoice",
      "Amount",
      "Balance",
    ]);
    const entries = rows
      .slice(1)
      .map(([, entry, reference, , amount, balance]) => [entry, reference, amount, balance]);
    const invoiceNumber = (serial: number) =>
      expect.stringMatching(new RegExp(`^INV/[\\d-]+/00000${serial}$`));
    const note = expect.stringMatching(/^CRN\//);
    expect(entries).toEqual([
      ["Opening balance", "", "", "0.00"],
      ["Invoice", invoiceNumber(1), "2360.00", "2360.00"],
      ["Invoice", invoiceNumber(2), "2360.00", "4720.00"],
      ["Credit note", note, "-590.00", "4130.00"],
      ["Credit note", note, "-1770.00", "2360.00"],
      ["Payment", "UTR 7", "-1000.50", "1359.50"],
      ["Payment reversed", "UTR 7", "1000.50", "2360.00"],
      ["Closing balance", "", "", "2360.00"],
    ]);
    const national = await client("ROLE_Client_Admin", "national");
    expect(await csv(national, `${here}/statement/download`)).toEqual(rows);
    const later = await csv(national, `${here}/statement/download?from=${month(1)}&to=${month(2)}`);
    expect(later.slice(1).map(([, ...cells]) => cells.join())).toEqual([
      "Opening balance,,,,2360.00",
      "Closing balance,,,,2360.00",
    ]);
    const far = `${here}/statement/download?companyId=${companyRef()}&from=2020-01-01&to=${today}`;
    expect(await leadsTo(await staff.get(far))).toBe(far.replace("/download", ""));
    expect(
      await leadsTo(
        await (await client("ROLE_Client_Admin", "regional")).get(`${here}/statement/download`),
      ),
    ).toBe("/login");
  });

  test("the dashboard shows what is due, revenue by month and a forecast, and who cannot be billed and why [BIL-1]", async () => {
    await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
      billingRate: null,
      billingStartsOn: month(-1),
    });
    const never = await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
      billingStartsOn: null,
    });
    const { html } = await staff.open(here);
    for (const words of [
      "The company has no billing rate.",
      never.name,
      "no first billing day",
      "Revenue by month",
      "Forecast",
    ])
      expect(html).toContain(words);
    expect(html).toContain(monthName(month(2)));
    const last = monthName(month(-1)).replace(/^(\w{3})\w*/, "$1");
    expect(html).toMatch(new RegExp(`<h1[^>]*>₹[\\d,]+ earned in ${last}(, |<)`));
    expect(html).toMatch(/aria-current="page"[^>]*>Billing</);
    expect(html).toContain("₹4,720"); // two invoices of ₹2,360 are due, the third is credited
    const refusal = await staff.open(
      /href="(\/admin\/billing\/companies\/[\w-]+)"[^>]*>Set rate/
        .exec(html)?.[1]
        ?.concat("/issue") ?? "",
    );
    expect(refusal.html).toContain("cannot be billed");
    const reply = await web.at.as(staffName).generateInvoices({ body: {} }).reply;
    expect(reply.body.message).toBe("No invoices issued. 1 company could not be billed");
  });

  test("InvoiceUploadCustomer and InvoiceUploadRevenue show and give as CSV the company and its lines, to those who bill alone [BIL-1] [REP-1]", async () => {
    await staff.post("/admin/company/choose", { company: companyRef(), returnTo: "/admin" });
    const csv = async (path: string) => {
      const file = await staff.get(path);
      expect(file.headers.get("Content-Disposition")).toContain(
        `attachment; filename="${/InvoiceUpload\w+/.exec(path)?.[0]}-`,
      );
      return readCsv(await file.text());
    };
    expect((await staff.open("/admin/reports")).html).toContain(
      "/admin/reports/InvoiceUploadRevenue",
    );
    const [headings, customer] = await csv(
      "/admin/reports/InvoiceUploadCustomer/download?show=yes",
    );
    expect(headings).toEqual(
      expect.arrayContaining(["Customer", "GSTIN", "PAN", "Address", "State", "Email", "Phone"]),
    );
    expect(customer).toContain(company.name);
    const dates = `from=${today}&to=${today}`;
    expect((await staff.open(`/admin/reports/InvoiceUploadRevenue?${dates}`)).html).toContain(
      "₹4,720",
    );
    const lines = await csv(`/admin/reports/InvoiceUploadRevenue/download?${dates}`);
    expect(lines).toHaveLength(3);
    expect(lines[1]?.slice(-4)).toEqual(["1000.00", "2000.00", "360.00", "2360.00"]);
    const national = await client("ROLE_Client_Admin", "national");
    expect((await national.open("/admin/reports")).html).not.toContain("InvoiceUpload");
    expect(await leadsTo(await national.get("/admin/reports/InvoiceUploadRevenue"))).toBe("/login");
  });

  test("each line of an invoice has its own field, and what is wrong with one stands there [BIL-1] [VAL-3]", async () => {
    const several = await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
      billingStartsOn: month(-3),
      billingPeriodMonths: 3,
    });
    await web.at.as(staffName).generateInvoices({ body: { companyId: several.companyId } }).reply;
    const [page = ""] = await invoicePages(
      await client("ROLE_Client_Admin", "national", several.companyId),
    );
    const post = (fields: Record<string, string>) =>
      staff.post(`${page}/credit`, { reason: "Two of three months", what: "lines", ...fields });
    const refused = await post({ line1: "250.25", line3: "1000.01" });
    const html = await refused.text();
    expect(html).toContain("At most ₹1,000 is left of line 3.");
    expect(/<input[^>]*name="line3"[^>]*>/.exec(html)?.[0]).toContain('aria-invalid="true"');
    expect(/<input[^>]*name="line1"[^>]*>/.exec(html)?.[0]).not.toContain("aria-invalid");
    expect(["line1", "line2", "line3"].map((name) => typedIn(html, name))).toEqual([
      "250.25",
      undefined,
      "1000.01",
    ]);
    expect(await leadsTo(await post({ line1: "250.25", line3: "1000" }))).toBe(page);
    const after = (await staff.open(`${page}/credit`)).html;
    for (const words of [
      "₹749.75 left to credit",
      "₹1,000 left to credit",
      "Full remaining amount (₹1,749.75 before tax)",
    ])
      expect(after).toContain(words);
    // a debit note may still raise the third line
    expect(after).toContain("₹0 left to credit");
  });

  test("a company that was never billed sees an empty list and an empty statement [BIL-1]", async () => {
    const { companyId } = await makeBilledCompany(web.at.database, { billingStartsOn: null });
    const person = await client("ROLE_Client_Admin", "national", companyId);
    expect((await person.open(`${here}/invoices`)).html).toContain("No invoices yet");
    expect((await person.open(`${here}/statement`)).html).toContain(
      "Nothing was invoiced, credited or paid on these days.",
    );
  });
});
