import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateIn } from "#contract/base/dates";
import { financialYearOf, monthAfter } from "#contract/billing/words";
import { identifiers } from "~/lib/api/identifiers.server";
import {
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
  ownGstNo,
} from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { portalAnswer, portalForm } from "../support/portal.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const here = "/admin/billing";
const today = dateIn("Asia/Kolkata", new Date());
const month = monthAfter(today, 0);
const ids = identifiers(appSecret);

describe("The pages of GST, without script", () => {
  let web: TestWeb;
  let staff: Visitor;
  let numbers: { id: number; number: string }[];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    const username = provider.staff.Fever_Admin_Ops;
    staff = await web.signedIn(username);
    await makeBillingSettings(web.at.database, provider.companyId);
    const { companyId } = await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
      billingStartsOn: monthAfter(today, -2),
      name: "Acme Stores Private Limited",
      gstNo: otherGstNo,
      state: "Karnataka",
      addressLine: "7 MG Road",
      city: "Bengaluru",
      postalCode: "560001",
    });
    const { body } = await web.at.as(username).generateInvoices({ body: { companyId } }).reply;
    numbers = (body.data as { invoices: typeof numbers }).invoices;
  });
  afterAll(() => web?.close());

  const answerFor = (number: string) => ({
    number,
    gstNo: ownGstNo,
    financialYear: financialYearOf(today),
  });
  /** The portal's time, which is India's. */
  const ackAt = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

  test("GSTR-1 shows sections and their sum; JSON and CSV hold the same documents [GST-2]", async () => {
    const { html } = await staff.open(`${here}/gstr1?month=${month}`);
    for (const words of ["₹2,360", "The sections add up to the ledger"])
      expect(html).toContain(words);
    const json = await staff.get(`${here}/gstr1/json?month=${month}&period=month`);
    expect(json.headers.get("Content-Disposition")).toMatch(/attachment; filename="[^"]+\.json"/);
    const { gstin, b2b } = (await json.json()) as {
      gstin: string;
      b2b: { ctin: string; inv: { inum: string }[] }[];
    };
    expect([gstin, b2b[0]?.ctin, b2b[0]?.inv.map(({ inum }) => inum)]).toEqual([
      ownGstNo,
      otherGstNo,
      numbers.map(({ number }) => number),
    ]);
    const csv = await staff.get(`${here}/gstr1/csv?month=${month}&section=b2b`);
    const cells = readCsv(await csv.text()).flat();
    for (const { number } of numbers) expect(cells).toContain(number);
    const empty = await staff.open(`${here}/gstr1?month=${monthAfter(today, -20)}`);
    expect(empty.html).toContain("Nothing was issued in this period.");
  });

  test("an IRN of another document is refused beside its field; the right one is shown with its QR, and cancelled [GST-2]", async () => {
    const [first, second] = numbers;
    const page = `${here}/invoices/${ids.encrypt("invoice", first?.id ?? 0)}/e-invoice`;
    const { html: form } = await staff.open(page);
    expect(form).toContain("What you store cannot be changed afterwards.");
    const inv01 = await staff.get(`${page}/json`);
    expect(await inv01.json()).toMatchObject([{ DocDtls: { No: first?.number } }]);
    const right = { ...portalForm(answerFor(first?.number ?? "")), ackAt };
    const wrong = portalForm(answerFor(second?.number ?? ""));
    const refused = await staff.post(page, { ...wrong, ackAt });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain(`This IRN does not belong to ${first?.number}.`);
    expect(html).toContain(`value="${wrong.irn}"`);
    expect(await leadsTo(await staff.post(page, right))).toBe(page);
    const saved = (await staff.open(page)).html;
    for (const words of [right.irn, right.ackNo, `Signed QR code of ${first?.number}`])
      expect(saved).toContain(words);
    expect(await leadsTo(await staff.post(page, { reason: "DATA_ENTRY", remark: "Twice" }))).toBe(
      page,
    );
    expect((await staff.open(page)).html).toContain("Data entry mistake, Twice");
  });

  test("the portal's file is stored on the page of e-invoices, which lists what it refuses [GST-2]", async () => {
    const path = `${here}/e-invoices?month=${month}`;
    const number = numbers[1]?.number ?? "";
    const answer = { ...portalAnswer(answerFor(number)), AckDt: ackAt };
    const upload = async (content: object) => {
      const body = new FormData();
      body.append("_csrf", staff.jar.get("XSRF-TOKEN") ?? "");
      body.append("file", new File([JSON.stringify(content)], "answers.json"));
      const reply = await staff.send(path, { method: "POST", body });
      return { status: reply.status, html: await reply.text() };
    };
    expect((await staff.open(path)).html).toContain("No IRN yet");
    const other = portalAnswer(answerFor("INV/26-27/999999"));
    const { html } = await upload([answer, { ...other, AckDt: ackAt }]);
    for (const words of ["INV/26-27/999999", "There is no such document."])
      expect(html).toContain(words);
    expect((await staff.open(path)).html).toContain(answer.Irn);
    const none = await upload([]);
    expect([none.status, none.html.includes("holds no answers of the invoice portal")]).toEqual([
      422,
      true,
    ]);
  });
});
