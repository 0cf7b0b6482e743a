import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { fileOf, picture } from "../support/uploads.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const settings = "/admin/billing/settings";

describe("The signature of invoices, without script", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let staff: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
  });
  afterAll(() => web?.close());

  const upload = (file: File) => {
    const body = new FormData();
    body.append("_csrf", staff.jar.get("XSRF-TOKEN") ?? "");
    body.append("_form", "signature");
    body.append("signature", file, file.name);
    return staff.send(settings, { method: "POST", body });
  };
  const pictureOn = (html: string) => /<img[^>]*src="(\/images\/[^"]+)"/.exec(html)?.[1];

  test("is uploaded after the settings are saved, refused by its field, shown and removed [VAL-5] [UI-10]", async () => {
    expect((await staff.open(settings)).html).not.toContain("Upload signature");
    await makeBillingSettings(web.at.database, provider.companyId);
    const refused = await upload(fileOf("no picture", "signature.png"));
    const page = await refused.text();
    expect(refused.status).toBe(422);
    expect(page).toMatch(/id="[^"]*signature[^"]*"[^>]*>[^<]*(<[^>]*>)*[^<]*Invalid file type\./);
    expect(page).toContain('value="Meera Joshi"');
    expect(await leadsTo(await upload(fileOf(await picture("png", 300, 90), "s.png")))).toBe(
      settings,
    );
    const { html } = await staff.open(settings);
    expect(html).toContain("Signature saved");
    const src = pictureOn(html) ?? "";
    expect((await staff.get(src)).headers.get("Content-Type")).toBe("image/png");

    const { companyId } = await makeBilledCompany(web.at.database, {
      stores: [midnight("2025-01-01")],
    });
    const { invoices } = await web.at
      .as(provider.staff.Fever_Admin_Ops)
      .generateInvoices({ body: { companyId } });
    expect(invoices.length).toBeGreaterThan(0);
    const question = await staff.open(`${settings}/remove-signature`);
    expect(question.html).toContain("Issued ones keep the picture.");
    expect(await leadsTo(await staff.post(`${settings}/remove-signature`, {}))).toBe(settings);
    expect(pictureOn((await staff.open(settings)).html)).toBeUndefined();
    const client = await web.signedIn(
      (await makeUser(web.at.database, companyId, { role: "ROLE_Client_Admin", level: "national" }))
        .username,
    );
    const list = (await client.open("/admin/billing/invoices")).html;
    const invoice = /\/admin\/billing\/invoices\/[\w-]{20,}(?=")/.exec(list)?.[0] ?? "";
    expect(pictureOn((await client.open(invoice)).html)).toBe(src);
    expect((await client.get(src)).status).toBe(200);
  });
});
