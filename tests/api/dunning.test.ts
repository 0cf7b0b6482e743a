import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#platform/db/schema/index";
import { queueReminders } from "#platform/modules/billing/index";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { type MailingPlatform, openMailingPlatform } from "../support/platform.ts";

describe("Payment reminders", () => {
  let at: MailingPlatform;
  let staff: string;

  beforeAll(async () => {
    at = await openMailingPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, provider.companyId);
  });
  afterAll(() => at?.close());

  /** An invoice of 1 May, due on 16 May. */
  const issue = async (change: object = {}) => {
    at.clock.now = midnight("2026-05-01").getTime();
    const commEmail = `due${Math.random().toString(36).slice(2)}@billed.example`;
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      commEmail,
      ...change,
    });
    const { invoices } = await at.as(staff).generateInvoices({ body: { companyId } });
    return { companyId, commEmail, id: invoices[0]?.id ?? 0, number: invoices[0]?.number ?? "" };
  };
  const queue = (day: string) => {
    at.clock.now = midnight(day).getTime();
    return queueReminders({ database: at.database, now: midnight(day) });
  };
  const run = async (day: string) => {
    await queue(day);
    await at.deliverEmails();
  };
  const save = (body: object) => at.as(staff).changeDunningSettings({ body });
  const emailsTo = (address: string) =>
    at.smtp.inbox.filter(({ to }) => to?.some((one) => one.address === address));
  const show = (id: number) => at.as(staff).showInvoiceDunning({ params: { id } });
  const statesOf = async (id: number) =>
    (await show(id)).reminders.map(({ days, email }) => [days, email?.state ?? null]);
  const pay = ({ id: invoiceId, companyId }: { id: number; companyId: number }, amount: string) =>
    at.as(staff).addReceipt({
      query: { companyId },
      body: { amount, receivedOn: "2026-05-01", allocations: [{ invoiceId, amount }] },
    });
  const stop = (id: number, body: object) => at.as(staff).stopDunning({ params: { id }, body });
  const resume = (id: number) => at.as(staff).resumeDunning({ params: { id } });
  const auditOf = (action: string) =>
    at.database.db.select().from(auditLog).where(eq(auditLog.action, action));

  test("nothing goes out until it is on, and the steps are checked [GST-2]", async () => {
    const { commEmail, id } = await issue();
    await run("2026-06-30");
    expect([emailsTo(commEmail), await statesOf(id)]).toEqual([[], []]);
    for (const days of ["", "seven", "0", "366", "1,2,3,4,5,6,7"])
      expect(await save({ isOn: true, days }).status, days).toBe(422);
    expect(await save({ isOn: true, days: "30, 7,15, 7" })).toMatchObject({
      isOn: true,
      days: [7, 15, 30],
      version: 1,
    });
    expect(await save({ isOn: true, days: "5", version: 1 }).status).toBe(200);
    expect(Object.values(await save({ isOn: true, days: "9", version: 1 }).errors)).toEqual([
      expect.stringContaining("has changed this to “5” in the meantime."),
    ]);
    expect(await save({ isOn: true, days: "7,15,30", version: 2 }).status).toBe(200);
    expect(await auditOf("reminder settings changed")).toHaveLength(3);
  });

  test("each step goes out once on its day, to who owes, as it was previewed [GST-2]", async () => {
    const legalName = "Reminded Private Limited";
    const { id, companyId, commEmail, number } = await issue({ legalName });
    const settled = await issue();
    expect(await pay(settled, "1180").status).toBe(201);
    expect(await pay({ id, companyId }, "180").status).toBe(201);
    await run("2026-05-22");
    expect(emailsTo(commEmail)).toEqual([]);
    const preview = await at.as(staff).previewReminder({ params: { id }, query: { days: 7 } });
    expect((await show(id)).next).toEqual({ days: 7, on: "2026-05-23" });
    for (const day of ["2026-05-23", "2026-05-23", "2026-05-24"]) await run(day);
    await Promise.all([queue("2026-05-31"), queue("2026-05-31")]);
    await at.deliverEmails();
    const emails = emailsTo(commEmail);
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Reminder: invoice ${number} from Fever Private Limited is 7 days overdue`,
      `Reminder: invoice ${number} from Fever Private Limited is 15 days overdue`,
    ]);
    expect(emails[0]?.subject).toBe(preview.subject);
    expect(emails[0]?.text?.trim()).toBe(preview.text.trim());
    expect(preview.text).toContain("Outstanding: ₹1,000");
    expect(preview.text).toContain(`Invoice ${number} of 01/05/26 to ${legalName} was due on`);
    await run("2026-06-15");
    expect(emailsTo(commEmail).at(-1)?.subject).toMatch(/^Last reminder/);
    expect(await statesOf(id)).toEqual([
      [7, "sent"],
      [15, "sent"],
      [30, "sent"],
    ]);
    expect([emailsTo(settled.commEmail), (await show(id)).next]).toEqual([[], null]);
  });

  test("an invoice that is long overdue gets its latest step alone [GST-2]", async () => {
    const { id, commEmail } = await issue();
    for (const day of ["2026-09-01", "2026-09-02"]) await run(day);
    expect([emailsTo(commEmail).length, await statesOf(id)]).toEqual([1, [[30, "sent"]]]);
  });

  test("one that is paid before its email goes out is not reminded [GST-2]", async () => {
    const invoice = await issue();
    await queue("2026-05-23");
    expect(await pay(invoice, "1180").status).toBe(201);
    await at.deliverEmails();
    expect([emailsTo(invoice.commEmail), await statesOf(invoice.id)]).toEqual([[], [[7, null]]]);
  });

  test("credit on account settles the oldest debts: what is covered is not reminded [GST-2]", async () => {
    const { companyId, commEmail, id } = await issue();
    at.clock.now = midnight("2026-06-01").getTime();
    const { invoices } = await at.as(staff).generateInvoices({ body: { companyId } });
    const second = invoices[0]?.id ?? 0;
    const body = { receivedOn: "2026-06-01", amount: "1580", allocations: [] };
    expect(await at.as(staff).addReceipt({ query: { companyId }, body }).status).toBe(201);
    await run("2026-06-20");
    const due = await at.as(staff).listDueReminders();
    expect(due.filter((one) => one.companyId === companyId)).toEqual([]);
    await run("2026-06-23");
    expect([await statesOf(id), (await show(id)).next]).toEqual([[], null]);
    expect(await statesOf(second)).toEqual([[7, "sent"]]);
    const [email] = emailsTo(commEmail);
    expect(email?.text).toContain("Outstanding: ₹1,180");
    expect(email?.text).toContain("Covered by your credit on account: ₹400");
    expect(email?.text).toContain("To pay after credit: ₹780");
  });

  test("a refusal stands at the invoice, and is told to those who bill [GST-2] [MAIL-1]", async () => {
    const { id, commEmail } = await issue();
    at.smtp.refused.add(commEmail);
    await run("2026-05-23");
    expect((await show(id)).reminders).toMatchObject([
      { days: 7, email: { state: "refused", answer: expect.stringContaining("no such mailbox") } },
    ]);
    const notices = await at.as(staff).listNotifications({});
    expect(notices.map(({ title }) => title)).toContain(
      `Payment reminder to ${commEmail} was refused`,
    );
  });

  test("an invoice or its company is left out with a reason, until it is resumed [GST-2]", async () => {
    const { id, commEmail, companyId } = await issue();
    expect(await stop(id, { reason: "" }).status).toBe(422);
    expect(await stop(id, { reason: "Disputed" }).status).toBe(200);
    expect(await stop(id, { reason: "Disputed" }).status).toBe(422);
    expect(await stop(id, { reason: "In court", isWholeCompany: true }).status).toBe(200);
    await run("2026-05-23");
    expect(emailsTo(commEmail)).toEqual([]);
    const due = await at.as(staff).listDueReminders();
    expect(due.find((one) => one.invoiceId === id)?.stop).toMatchObject({
      isWholeCompany: false,
      reason: "Disputed",
      stoppedBy: staff,
    });
    expect([await resume(id).status, await resume(id).status]).toEqual([200, 422]);
    expect([
      (await auditOf("reminders stopped")).length,
      (await auditOf("reminders resumed")).length,
    ]).toEqual([2, 1]);
    await run("2026-05-23");
    expect(emailsTo(commEmail)).toHaveLength(1);
    const reader = await makeUser(at.database, companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    expect(await at.as(reader.username).showInvoiceDunning({ params: { id } }).status).toBe(403);
  });
});
