import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { creditNotePdf } from "#contract/billing/entries";
import { invoicePdf } from "#contract/billing/invoices";
import { folderStore } from "#platform/files/file-store";
import { fileClearingService, forgetUnusedAudio } from "#platform/modules/files/index";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf, heavyPicture, ownSpools, picture } from "../support/uploads.ts";

describe("The signature on invoices", () => {
  let at: TestPlatform;
  let folder: string;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let staff: string;
  ownSpools();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fever-files-"));
    at = await openTestPlatform(anyEngine, {
      now: midnight("2026-05-01"),
      files: folderStore(folder),
    });
    provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
  });
  afterAll(async () => {
    await at?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const issue = async () => {
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
    });
    const { invoices } = await at.as(staff).generateInvoices({ body: { companyId } });
    return { companyId, id: invoices[0]?.id ?? 0 };
  };
  const upload = async (width: number, height: number) =>
    at.as(staff).setSignature({
      files: [fileOf(await picture("png", width, height), "signature.png")],
    });
  /** The sides of the pictures in a PDF. */
  const picturesIn = async (pdf: typeof invoicePdf | typeof creditNotePdf, id: number) => {
    const text = (await at.as(staff).call(pdf, { params: { id } }).bytes).toString("latin1");
    expect(text.slice(0, 5)).toBe("%PDF-");
    const images = text.matchAll(/\/Subtype \/Image.*?>>/gs);
    return [...images].map(([image]) =>
      ["Width", "Height"].map((side) => Number(new RegExp(`/${side} (\\d+)`).exec(image)?.[1])),
    );
  };
  const statusFor = (id: string, as: string) => at.as(as).readFile({ params: { id } }).status;

  test("waits for the settings, and is a picture of the right sides and size [VAL-5] [LIM-1]", async () => {
    expect(
      await at.as(staff).setSignature({ files: [fileOf(await picture("png"), "a.png")] }).errors,
    ).toEqual({ file: "Save the billing settings first." });
    await at.as(staff).deleteSignature();
    await makeBillingSettings(at.database, provider.companyId);
    for (const [content, message] of [
      [(await picture("jpeg")).slice(0, 90), messages.fileType],
      [await picture("gif"), messages.fileType],
      ["%PDF-1.7\n%%EOF", messages.fileType],
      [await picture("png", 300, 40), messages.fileDimensions],
      [await heavyPicture(6), messages.fileTooLarge],
    ] as const)
      expect(
        await at.as(staff).setSignature({ files: [fileOf(content, "a.png")] }).errors,
        message,
      ).toEqual({ file: message });
    expect(await at.as(staff).findBillingSettings()).toMatchObject({ signatureFileId: null });
    expect(await readdir(join(folder, "documents")).catch(() => [])).toEqual([]);
  });

  test("stays on what was issued with it when it is replaced, removed and cleared [GST-1]", async () => {
    const first = await upload(300, 100);
    const signed = await issue();
    const second = await upload(200, 80);
    const later = await issue();
    // saving the form again leaves the picture
    const { state: _, signatureFileId, ...form } = await at.as(staff).findBillingSettings();
    expect(signatureFileId).toBe(second.id);
    await at.as(staff).changeBillingSettings({ body: form });
    const unused = await upload(90, 90);
    await at.as(staff).deleteSignature();
    const unsigned = await issue();
    const long = new Date(at.clock.now - 60 * 86_400_000);
    for (const name of await readdir(join(folder, "documents")))
      await utimes(join(folder, "documents", name), long, long);
    const now = new Date(at.clock.now + 30 * 86_400_000);
    await forgetUnusedAudio(at.database.db, now);
    const { clearOrphans } = fileClearingService({ files: folderStore(folder) });
    await clearOrphans({ db: at.database.db, now });
    // only now are the PDFs made
    expect(await picturesIn(invoicePdf, signed.id)).toContainEqual([300, 100]);
    expect(await picturesIn(invoicePdf, later.id)).toContainEqual([200, 80]);
    expect(await picturesIn(invoicePdf, unsigned.id)).toEqual([]);
    const note = await at
      .as(staff)
      .addCreditNote({ body: { invoiceId: signed.id, reason: "All of it" } });
    const debit = await at.as(staff).addDebitNote({
      body: { invoiceId: later.id, reason: "More", lines: [{ line: 1, amount: "1" }] },
    });
    expect(await picturesIn(creditNotePdf, note.id)).toContainEqual([300, 100]);
    expect(await picturesIn(creditNotePdf, debit.id)).toContainEqual([200, 80]);
    expect(
      await Promise.all([first, second, unused].map(({ id }) => statusFor(id, staff))),
    ).toEqual([200, 200, 404]);
    const fileNames = await readdir(join(folder, "documents"));
    expect(fileNames).toContain(first.id);
    expect(fileNames).not.toContain(unused.id);
  });

  test("is seen by those who bill and by national admins whose invoices have it [CTX-4]", async () => {
    const { id } = await upload(120, 80);
    const own = await issue();
    const stranger = await makeBilledCompany(at.database);
    const client = async (companyId: number, level: "national" | "regional") =>
      (await makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level })).username;
    expect(
      await Promise.all([
        statusFor(id, staff),
        statusFor(id, await client(own.companyId, "national")),
        statusFor(id, await client(own.companyId, "regional")),
        statusFor(id, await client(stranger.companyId, "national")),
        statusFor(id, provider.staff.Fever_Music_Admin),
      ]),
    ).toEqual([200, 200, 404, 404, 404]);
    const admin = await client(own.companyId, "national");
    expect(await at.as(admin).deleteSignature().status).toBe(403);
  });
});
