import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { recording, wav } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { bookSpot } from "../support/music.ts";
import { fileOf } from "../support/uploads.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const spots = "/admin/ads/spots";
const add = `${spots}/add`;
const plain = (html: string) =>
  html
    .replaceAll("&amp;", "&")
    .replaceAll("<!-- -->", "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
const typedIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/ value="([^"]*)"/)?.[1];

describe("The pages of ad spots, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const open = async (path: string, who = admin) => {
    const page = await who.open(path);
    return { ...page, html: plain(page.html) };
  };
  /** Sends a form with a file, as a browser does. */
  const upload = async (path: string, file: File | undefined, form: string, who = admin) => {
    const body = new FormData();
    body.append("_csrf", who.jar.get("XSRF-TOKEN") ?? "");
    body.append("_form", form);
    if (file) body.append("file", file, file.name);
    return who.send(path, { method: "POST", body });
  };
  /** Adds a spot through both steps; gives its page's address. */
  const added = async (file: File, fields: Record<string, string | string[]>, who = admin) => {
    const second = (await leadsTo(await upload(add, file, "audio", who))) ?? "";
    expect(second).toMatch(/^\/admin\/ads\/spots\/add\?file=/);
    const to = await leadsTo(await who.post(second, { kind: "AD", ...fields, _form: "spot" }));
    expect(to).toMatch(/^\/admin\/ads\/spots\/[\w-]+$/);
    return to ?? "";
  };

  test("the empty list says what to do; a spot is added in two steps, and refusals keep what was typed [VAL-3] [UI-3]", async () => {
    const empty = await open(spots);
    expect(empty.html).toContain("Upload the first ad, promo or top-of-the-hour item.");
    expect(empty.html).toContain(`href="${add}"`);
    expect((await open("/admin/ads")).html).toContain(`href="${spots}"`);

    const wrong = await upload(add, fileOf("no sound", "spot.mp3"), "audio");
    expect([wrong.status, plain(await wrong.text()).includes("Invalid file type.")]).toEqual([
      422,
      true,
    ]);
    expect(plain(await (await upload(add, wav(0.2), "audio")).text())).toContain(
      "A spot is 1 second to 10 minutes long",
    );
    expect((await upload(add, undefined, "audio")).status).toBe(422);

    const second =
      (await leadsTo(await upload(add, wav(12, { name: "Monsoon_sale.wav" }), "audio"))) ?? "";
    const { html } = await open(second);
    expect(typedIn(html, "name")).toBe("Monsoon sale");
    expect(html).toMatch(/0:12 · Monsoon_sale.wav · \d+ KB · -[\d.]+ LUFS/);
    expect(html).toMatch(/<svg[^>]*aria-label="Waveform of Monsoon_sale.wav"/);

    const fields = {
      kind: "JINGLE",
      name: "Monsoon",
      brand: "Drizzle",
      validFrom: "2030-02-01",
      validTo: "2030-01-01",
    };
    const refused = await admin.post(second, { ...fields, _form: "spot" });
    const refusedHtml = plain(await refused.text());
    expect([refused.status, typedIn(refusedHtml, "name"), typedIn(refusedHtml, "brand")]).toEqual([
      422,
      "Monsoon",
      "Drizzle",
    ]);
    expect(refusedHtml).toContain("Choose the first day or a later one.");
    const right = {
      ...fields,
      validTo: "2030-03-01",
      territories: ["IN", "NP"],
      category: "Clothing",
    };
    const to = (await leadsTo(await admin.post(second, { ...right, _form: "spot" }))) ?? "";
    const page = (await open(to)).html;
    for (const text of [
      "Monsoon added",
      "Promo",
      "Drizzle",
      "Clothing",
      "01/02/30 – 01/03/30",
      "India, Nepal",
      "Starts later",
      "0:12",
    ])
      expect(page, text).toContain(text);
    // the file was taken: the address of the second step leads back to the first
    expect(await leadsTo(await admin.get(second))).toBe(add);
  });

  test("list, filters, sound, edit, replacement, withdrawal with undo, and deletion work without script [UI-4]", async () => {
    const path = await added(await recording("tagged.mp3"), { name: "Autumn", brand: "Kettle" });
    await added(wav(4), { name: "Zeta", kind: "TOH" });
    const list = (await open(`${spots}?search=kettle`)).html;
    expect(list).toContain(">Autumn</a>");
    expect(list).not.toContain(">Zeta</a>");
    const sound = new RegExp(`href="(${path}/audio\\?v=1)"`).exec(list)?.[1] ?? "";
    const audio = await admin.get(sound);
    expect([audio.status, audio.headers.get("Content-Type")]).toEqual([200, "audio/mpeg"]);
    expect((await open(`${spots}?kind=TOH`)).html).not.toContain(">Autumn</a>");
    expect((await open(`${spots}?state=ended`)).html).toContain(
      "No spot matches your search and these filters.",
    );

    const edit = (await open(`${path}/edit`)).html;
    expect([typedIn(edit, "name"), typedIn(edit, "brand"), typedIn(edit, "version")]).toEqual([
      "Autumn",
      "Kettle",
      "1",
    ]);
    const form = { name: "Autumn sale", kind: "AD", brand: "Kettle", version: "1", _form: "spot" };
    const duplicateReply = await admin.post(`${path}/edit`, { ...form, name: "zeta", kind: "TOH" });
    expect(plain(await duplicateReply.text())).toContain(
      "There is already an active spot called “zeta” (Top of the Hour). Choose another name.",
    );
    expect(await leadsTo(await admin.post(`${path}/edit`, form))).toBe(path);

    expect((await open(`${path}/replace`)).html).toContain("Current audio: tagged.mp3, 0:07.");
    expect(
      await leadsTo(await upload(`${path}/replace`, wav(9, { name: "new.wav" }), "form")),
    ).toBe(path);
    const page = (await open(path)).html;
    for (const text of [
      "Audio of Autumn sale replaced",
      "new.wav",
      "0:09",
      "Spot audio replaced by",
      `${path}/audio?v=3`,
    ])
      expect(page, text).toContain(text);

    expect((await open(`${path}/withdraw`)).html).toContain("Withdraw Autumn sale?");
    expect(await leadsTo(await admin.post(`${path}/withdraw`, {}))).toBe(path);
    const withdrawn = (await open(path)).html;
    expect(withdrawn).toContain("Spot withdrawn");
    expect(withdrawn).toContain("Bring back");
    const undoOf = typedIn(withdrawn, "undoOf") ?? "";
    expect(
      await leadsTo(await admin.post("/admin/undo/bring-back-spot", { undoOf, back: path })),
    ).toBe(path);
    expect((await open(path)).html).toContain("Spot brought back");

    const [row] = await web.at.database.db
      .select()
      .from(table.spot)
      .where(eq(table.spot.name, "Autumn sale"));
    await bookSpot(web.at.database, company.companyId, row?.id ?? 0);
    const removalPage = (await open(`${path}/remove`)).html;
    expect(removalPage).toContain("Autumn sale cannot be deleted");
    expect((await open(path)).html).toContain("01/05/26 – 31/05/26");
    expect((await open(`${path}/withdraw`)).html).toContain(
      "1 campaign uses it. Published days stop playing it within minutes",
    );
    await web.at.database.db.delete(table.campaignSpot);
    expect(await leadsTo(await admin.post(`${path}/remove`, {}))).toBe(spots);
    expect((await admin.get(path)).status).toBe(404);
  });

  test("limited admins have the pages of spots and no other of ads; those of a region read; others are led to sign-in [ROL-1] [ROL-4]", async () => {
    const limited = await web.signedIn(company.users.limited);
    const home = (await open("/admin", limited)).html;
    expect(home).toContain(`href="${spots}"`);
    expect(home).not.toContain('href="/admin/ads"');
    expect(await leadsTo(await limited.get("/admin/ads"))).toBe("/login");
    const path = await added(wav(3), { name: "By a limited admin" }, limited);
    expect((await open(path, limited)).html).toContain(`href="${path}/edit"`);

    const regional = await web.signedIn(company.users.regional);
    const read = (await open(path, regional)).html;
    expect(read).toContain("By a limited admin");
    expect(read).not.toContain(`${path}/edit`);
    const list = (await open(spots, regional)).html;
    expect(list).toContain("Only admins of the whole company can change spots.");
    expect(list).not.toContain(add);
    for (const page of [add, `${path}/edit`, `${path}/replace`, `${path}/withdraw`])
      expect([page, (await regional.get(page)).status]).toEqual([page, 403]);

    const manager = await web.signedIn(company.users.manager);
    const ops = await web.signedIn(provider.staff.Fever_Admin_Ops);
    for (const who of [manager, ops]) expect(await leadsTo(await who.get(spots))).toBe("/login");
    const music = await web.signedIn(provider.staff.Fever_Music_Admin);
    expect(await leadsTo(await music.get(spots))).toMatch(/choose\?returnTo=/);
  });
});
