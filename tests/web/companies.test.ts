import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { company as companyTable } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { fileOf, picture } from "../support/uploads.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const form = {
  companyName: "Corner Shops",
  commEmail: "music@corner.example",
  phone: "9876543210",
  phoneCountryCode: "91",
  addressLine: "1 Road",
  country: "IN",
  state: "Maharashtra",
  city: "Pune",
  postalCode: "411001",
  timeZone: "Asia/Kolkata",
  optimumVolume: "60",
  thresholdVolume: "20",
};
const valueIn = (html: string, name: string) =>
  new RegExp(
    `<input[^>]*name="${name}"[^>]*value="([^"]*)"|<input[^>]*value="([^"]*)"[^>]*name="${name}"`,
  )
    .exec(html)
    ?.slice(1)
    .find(Boolean);

describe("The companies' pages, without script", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let staff: Visitor;
  let own: TestCompany;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    own = await makeCompany(web.at.database);
    staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
  });
  afterAll(() => web?.close());

  /** The company's page by its link in the list. */
  const pageOf = async (name: string) => {
    const { html } = await staff.open(`/admin/companies?search=${encodeURIComponent(name)}`);
    const path = new RegExp(`href="(/admin/companies/[\\w-]{30,})">${name}<`).exec(html)?.[1];
    if (!path) throw new Error(`no link to ${name}`);
    return path;
  };
  const stored = async (companyId: number) => {
    const [row] = await web.at.database.db
      .select()
      .from(companyTable)
      .where(eq(companyTable.id, companyId));
    return row;
  };
  const upload = (person: Visitor, path: string, id: string, files: File[]) => {
    const body = new FormData();
    body.append("_csrf", person.jar.get("XSRF-TOKEN") ?? "");
    body.append("_form", id);
    for (const file of files) body.append(id, file, file.name);
    return person.send(path, { method: "POST", body });
  };

  test("admins of the provider see the companies without choosing one; nobody else gets there [COM-1] [CTX-2] [NAV-8]", async () => {
    const { status, html } = await staff.open("/admin/companies?sort=-name");
    expect(status).toBe(200);
    expect(html).toContain(own.name);
    expect(html).toContain("Recent companies");
    for (const username of [own.users.admin, own.users.limited, provider.staff.Fever_Music_Admin]) {
      const other = await web.signedIn(username);
      for (const path of [
        "/admin/companies",
        "/admin/companies/add",
        "/admin/companies/download",
        "/admin/companies/x/deactivate",
      ])
        expect(await leadsTo(await other.get(path)), `${username} ${path}`).toBe("/login");
    }
    const csv = await staff.get(`/admin/companies/download?search=${encodeURIComponent(own.name)}`);
    expect(csv.headers.get("Content-Type")).toContain("text/csv");
    expect(await csv.text()).toContain(own.name);
    expect((await staff.get("/admin/companies/made-up-id")).status).toBe(404);
  });

  test("a company is added by its form: refused fields keep what was typed, then its page opens [COM-1] [VAL-3] [UI-10]", async () => {
    const add = {
      ...form,
      companyName: "Added by form",
      companyId: "BAD CODE",
      companyAdminUserId: "form.admin",
      email: "office@added.example",
    };
    const refused = await staff.post("/admin/companies/add", {
      ...add,
      billingRate: "1.234",
      state: "Bavaria",
    });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain("Only alphabets, numbers and special character (),-,. are allowed.");
    expect(html).toContain("Invalid Billing rate. It should be upto 2 decimal only.");
    expect(valueIn(html, "companyId")).toBe("BAD CODE");
    const short = await (await staff.post("/admin/companies/add", { ...add, gstNo: "123" })).text();
    const beside = /<p id="form-gstNo-error"[^>]*>([^<]*)</.exec(short)?.[1];
    expect(beside, "said once, not by each rule").toBe("GSTIN number is invalid");
    const wrongState = await staff.post("/admin/companies/add", {
      ...add,
      companyId: "ADDED",
      state: "Bavaria",
    });
    expect(await wrongState.text()).toContain("This state is not in the chosen country.");
    const response = await staff.post("/admin/companies/add", {
      ...add,
      companyId: "ADDED",
      billingRate: "1450",
      billingStartsOn: "2026-01-31",
    });
    const path = (await leadsTo(response)) ?? "";
    const page = await staff.open(path);
    expect(page.status).toBe(200);
    for (const words of [
      "Added by form",
      "ADDED",
      "₹1,450 per store per month",
      "form.admin",
      "Invited",
      "Invitation emailed to",
    ])
      expect(page.html).toContain(words);
    const again = await staff.post("/admin/companies/add", {
      ...add,
      companyId: "added",
      companyName: "Twice",
    });
    const refusal = await again.text();
    for (const words of [
      "This company code is taken.",
      "This username is taken.",
      "Another company has this email.",
    ])
      expect(refusal).toContain(words);
    const answer = await staff.get("/admin/companies/unique?field=companyId&value=Added");
    expect(await answer.json()).toEqual({ value: "Added", unique: false });
  });

  test("two people edit one company: the second is told what is now and by whom, keeps what they typed, and saves by the second press [COM-1] [UI-10]", async () => {
    const shared = await makeCompany(web.at.database);
    const path = `${await pageOf(shared.name)}/edit`;
    const first = await staff.open(path);
    const version = valueIn(first.html, "version") ?? "";
    expect(version).toBe("1");
    const colleague = await web.signedIn(shared.users.admin);
    expect(
      (
        await colleague.post("/admin/company/edit", {
          ...form,
          companyName: "By the client",
          version,
        })
      ).status,
    ).toBe(302);
    const late = await staff.post(path, {
      ...form,
      companyId: shared.name.replace(" ", "-"),
      companyName: "By the provider",
      section: "whole",
      version,
    });
    const html = await late.text();
    expect(late.status).toBe(422);
    expect(html).toContain(
      `${shared.users.admin} has changed this to “By the client” in the meantime. Save again to keep your entry.`,
    );
    expect(valueIn(html, "companyName")).toBe("By the provider");
    const second = await staff.post(path, {
      ...form,
      companyName: valueIn(html, "companyName") ?? "",
      section: "whole",
      version: valueIn(html, "version") ?? "",
    });
    expect(second.status).toBe(302);
    expect((await stored(shared.companyId))?.name).toBe("By the provider");
  });

  test("a section is saved by itself; client staff see no code, rate or feature to change [COM-2] [VOC-1]", async () => {
    const path = `${await pageOf(own.name)}/edit`;
    const { html } = await staff.open(`${path}?section=features`);
    expect(html).toContain("One session per user at a time");
    expect(
      (await staff.post(`${path}?section=features`, { section: "features", oneSession: "on" }))
        .status,
    ).toBe(302);
    expect(await stored(own.companyId)).toMatchObject({ oneSession: true, name: own.name });
    expect((await staff.post(`${path}?section=features`, { section: "features" })).status).toBe(
      302,
    );
    const client = await web.signedIn(own.users.admin);
    for (const address of [
      "/admin/company/edit",
      "/admin/company/edit?section=billing",
      "/admin/company/edit?section=features",
    ]) {
      const page = await client.open(address);
      for (const name of [
        "companyId",
        "billingRate",
        "billingPeriodMonths",
        "billingStartsOn",
        "oneSession",
      ])
        expect(page.html, `${address} ${name}`).not.toContain(`name="${name}"`);
    }
    const defaults = {
      section: "defaults",
      timeZone: "Asia/Kolkata",
      optimumVolume: "66",
      thresholdVolume: "30",
    };
    const saved = await client.post("/admin/company/edit?section=defaults", defaults);
    expect(await leadsTo(saved), "to the section they are at").toBe(
      "/admin/company/edit?section=defaults",
    );
    expect(await stored(own.companyId)).toMatchObject({ optimumVolume: 66, name: own.name });
  });

  test("a new admin's whole form leads on to the first store; a section alone does not [COM-2] [NAV-9]", async () => {
    const { companyId } = await makeCompany(web.at.database);
    const { username } = await makeUser(web.at.database, companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
      onboardedStep: 2,
    });
    const newcomer = await web.signedIn(username);
    const { html } = await newcomer.open("/admin/company/edit?section=address");
    expect(html).toContain("Save and continue");
    expect(html).toContain('name="commEmail"');
    expect(
      await leadsTo(await newcomer.post("/admin/company/edit", { ...form, section: "whole" })),
    ).toBe("/admin/store/add");
  });

  test("status is asked first and then set; the company's people are signed out with the reason [COM-1] [SES-6]", async () => {
    const doomed = await makeCompany(web.at.database);
    const path = await pageOf(doomed.name);
    const ref = path.split("/").at(-1) ?? "";
    const person = await web.signedIn(doomed.users.admin);
    const question = await staff.open(`/admin/companies/${ref}/deactivate?back=/admin/companies`);
    expect(question.html).toContain(`Deactivate ${doomed.name}?`);
    expect((await stored(doomed.companyId))?.status).toBe("active");
    expect(
      await leadsTo(
        await staff.post(`/admin/companies/${ref}/deactivate?back=/admin/companies`, {}),
      ),
    ).toBe("/admin/companies");
    // pages asked within the two seconds for which who is asking is remembered: several calls of one
    // page learn of it at a time
    const out = await person.open("/admin/stores");
    expect(out.path).toBe("/login");
    expect(out.html).toContain("Your company has been deactivated.");
    expect(out.html).not.toContain("Session expired");
  });

  test("icon and contracts are uploaded, shown, downloaded and removed once that is confirmed [COM-1] [VAL-5] [UI-8] [UI-10]", async () => {
    const path = await pageOf(own.name);
    const wrong = await upload(staff, path, "icon", [fileOf("no picture", "icon.png")]);
    expect([wrong.status, (await wrong.text()).includes("Invalid file type.")]).toEqual([
      422,
      true,
    ]);
    expect(
      (await upload(staff, path, "icon", [fileOf(await picture("png"), "icon.png")])).status,
    ).toBe(302);
    const pdf = fileOf("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n", "terms.pdf");
    expect((await upload(staff, path, "contracts", [pdf])).status).toBe(302);
    const { html } = await staff.open(path);
    const src = /<img[^>]*src="(\/images\/[^"]+)"/.exec(html)?.[1] ?? "";
    expect((await staff.get(src)).headers.get("Content-Type")).toBe("image/png");
    expect(html).toContain("terms.pdf");
    const document = /href="(\/admin\/company\/document\/[^"]+)"/.exec(html)?.[1] ?? "";
    const saved = await staff.get(document);
    expect(saved.headers.get("Content-Disposition")).toContain("terms.pdf");
    const stranger = await web.signedIn((await makeCompany(web.at.database)).users.admin);
    expect((await stranger.get(document)).status).toBe(404);
    const remove = new RegExp(`href="(${path}/files/(?!icon)[^"]+/remove)"`).exec(html)?.[1] ?? "";
    expect((await staff.open(remove)).html).toContain("Delete terms.pdf?");
    expect(await leadsTo(await staff.post(remove, {}))).toBe(path);
    expect((await staff.get(remove)).status).toBe(404);
    const client = await web.signedIn(own.users.admin);
    expect((await client.open("/admin/company/files/icon/remove")).html).toContain(
      "Remove the icon?",
    );
    expect(await leadsTo(await client.post("/admin/company/files/icon/remove", {}))).toBe(
      "/admin/company/edit",
    );
    expect((await stored(own.companyId))?.iconFileId).toBeNull();
  });

  test("a licence is added and changed on its page [COM-1] [UI-10]", async () => {
    const path = await pageOf(own.name);
    const licence = { name: "PPL", validFrom: "2026-04-01", validTo: "2026-03-01", stores: "10" };
    const refused = await staff.post(`${path}/licence`, licence);
    expect(await refused.text()).toContain(
      "The licence ends before it begins. Choose a later last day.",
    );
    expect(
      await leadsTo(await staff.post(`${path}/licence`, { ...licence, validTo: "2027-03-31" })),
    ).toBe(path);
    const link =
      /href="([^"]*\/licence\?licence=[^"]+)"/.exec((await staff.open(path)).html)?.[1] ?? "";
    expect(valueIn((await staff.open(link)).html, "stores")).toBe("10");
    expect(
      (await staff.post(link, { ...licence, validTo: "2027-03-31", stores: "12" })).status,
    ).toBe(302);
    const { html } = await staff.open(link);
    expect([valueIn(html, "stores"), valueIn(html, "version")]).toEqual(["12", "2"]);
    const late = await staff.post(link, {
      ...licence,
      validTo: "2027-03-31",
      stores: "11",
      version: "1",
    });
    const lateHtml = await late.text();
    expect([late.status, valueIn(lateHtml, "stores"), valueIn(lateHtml, "version")]).toEqual([
      422,
      "11",
      "2",
    ]);
    expect(lateHtml).toContain(
      "has changed this to “12” in the meantime. Save again to keep your entry.",
    );
  });

  test("an address's lists follow the country and the state [UI-10]", async () => {
    const places = async (query: string) =>
      (await (await staff.get(`/admin/places?${query}`)).json()) as {
        states: string[];
        cities: string[];
      };
    expect((await places("country=IN&state=karnataka")).cities).toContain("Udupi");
    expect((await places("country=DE")).states).toContain("Bavaria");
    expect(await places("country=nowhere")).toEqual({ states: [], cities: [] });
    const { html } = await staff.open(`${await pageOf(own.name)}/edit?section=address`);
    expect(html).toContain('<option value="Maharashtra">');
  });
});
