import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn } from "#contract/base/dates";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";
import {
  appSecret,
  leadsTo,
  type MailingWeb,
  openMailingWeb,
  type Visitor,
} from "../support/web.ts";

const ids = identifiers(appSecret);
const day = addDays(dateIn("Asia/Kolkata", new Date()), -2);

describe("Brands and footfall, without script [ADS-6]", () => {
  let web: MailingWeb;
  let company: TestCompany;
  let admin: Visitor;
  let brandPath: string;
  let campaignPath: string;
  beforeAll(async () => {
    web = await openMailingWeb(anyEngine);
    const { database } = web.at;
    await makeProvider(database);
    company = await makeCompany(database);
    await addCampaignsAndTurns(database.db, company.companyId, "Fizz", [day]);
    const { rows } = await database.db.execute<{ id: number; brand: number }>(
      sql`select id::int as id, brand_id::int as brand from campaign
        where company_id = ${company.companyId} and brand_id is not null`,
    );
    brandPath = `/admin/ads/brands/${ids.encrypt("item", rows[0]?.brand ?? 0)}`;
    campaignPath = `/admin/ads/${ids.encrypt("campaign", rows[0]?.id ?? 0)}`;
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const asha = { "contacts[0].name": "Asha Rao", "contacts[0].email": "asha@fizz.example" };

  test("contacts are added on a brand's page, and what was typed stays if it is wrong [ADS-6]", async () => {
    const list = (await admin.open("/admin/ads/brands")).html;
    expect(list).toContain(`href="${brandPath}"`);
    const wrong = await admin.post(brandPath, {
      ...asha,
      "contacts[1].name": "Ravi",
      "contacts[1].email": "ASHA@fizz.example",
    });
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page).toContain("Another contact has this email.");
    expect(page).toContain('href="#form-contacts-1-email"');
    expect(page).toContain('value="ASHA@fizz.example"');
    expect(await leadsTo(await admin.post(brandPath, asha))).toBe(brandPath);
    const saved = (await admin.open(brandPath)).html;
    expect(saved).toContain('value="asha@fizz.example"');
    expect(saved).toContain('name="version" value="1"');
    const late = await admin.post(brandPath, {
      ...asha,
      "contacts[0].role": "Buyer",
      version: "1",
    });
    expect(await leadsTo(late)).toBe(brandPath);
    const overtaken = await admin.post(brandPath, { ...asha, version: "1" });
    expect(await overtaken.text()).toContain("in the meantime. Save again to keep your entry.");
  });

  test("contacts may have any name, and admins of a zone only read them [CTX-3]", async () => {
    const names = ["O'Brien", "Anne-Marie D’Souza"];
    const contacts = names.map((name, n) => [
      [`contacts[${n + 1}].name`, name],
      [`contacts[${n + 1}].email`, `name${n}@fizz.example`],
    ]);
    const filled = Object.assign({}, asha, Object.fromEntries(contacts.flat()));
    expect(await leadsTo(await admin.post(brandPath, filled))).toBe(brandPath);
    const zonal = await web.signedIn(company.users.zonal);
    const { html } = await zonal.open(brandPath);
    expect(html).toContain("Anne-Marie D’Souza");
    expect(html).not.toContain("Save contacts");
    expect(html).toContain("Only admins of the whole company can change them.");
    const back = (await leadsTo(await zonal.post(brandPath, asha))) ?? "";
    expect((await zonal.open(back)).html).toContain("Only admins of the whole company can change");
    expect((await admin.open(brandPath)).html).toContain('value="O&#x27;Brien"');
  });

  test("a brand that a merge left with too many contacts shows all, and some are removed", async () => {
    const { db } = web.at.database;
    const many = Array.from({ length: 12 }, (_, n) => ({
      name: `Person ${n}`,
      email: `person${n}@fizz.example`,
    }));
    const { rows: before } = await db.execute<{ contacts: object[] }>(
      sql`select contacts from brand_account where company_id = ${company.companyId}`,
    );
    const store = (contacts: object[] | undefined) =>
      db.execute(sql`update brand_account set contacts = ${JSON.stringify(contacts)}::jsonb, version = version + 1
        where company_id = ${company.companyId}`);
    await store(many);
    expect((await admin.open(brandPath)).html).toContain('value="person11@fizz.example"');
    const lines = (contacts: typeof many) =>
      Object.fromEntries(
        contacts.flatMap(({ name, email }, n) => [
          [`contacts[${n}].name`, name],
          [`contacts[${n}].email`, email],
        ]),
      );
    const refused = await admin.post(brandPath, lines(many));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("At most 10 contacts are allowed.");
    const fewer = many.map((one, n) => (n < 2 ? { name: "", email: "" } : one));
    expect(await leadsTo(await admin.post(brandPath, lines(fewer)))).toBe(brandPath);
    const { html } = await admin.open(brandPath);
    expect([html.includes("person1@fizz"), html.includes("person11@fizz")]).toEqual([false, true]);
    await store(before[0]?.contacts);
  });

  test("the proof's page emails a link to the contacts that are ticked, and shows its state [ADS-6]", async () => {
    const proof = `${campaignPath}/proof`;
    expect((await admin.open(proof)).html).toContain("Asha Rao, asha@fizz.example");
    const nobody = await admin.post(proof, { _do: "email", days: "7" });
    expect(nobody.status).toBe(422);
    expect(await nobody.text()).toContain("Choose at least one contact.");
    const posted = await admin.post(proof, {
      _do: "email",
      _form: "email",
      days: "7",
      to: "asha@fizz.example",
    });
    expect(await leadsTo(posted)).toBe(proof);
    const { html } = await admin.open(proof);
    expect(html).toContain("Proof of play: 1 emailed");
    expect(html).toMatch(/for asha@fizz\.example/);
    const letter = await web.smtp.letterTo("asha@fizz.example");
    const link = /\/proof\/[\w-]{43}/.exec(letter.text ?? "")?.[0] ?? "";
    expect((await web.visitor().open(link)).html).toContain("=Fizz campaign");
  });

  test("footfall is imported from a file and estimates impressions on both pages [ADS-6]", async () => {
    const start = (await admin.open("/admin/ads/footfall")).html;
    expect(start).toContain("No footfall yet");
    expect((await admin.open(`${campaignPath}/delivery`)).html).toContain("Add footfall");
    const { rows } = await web.at.database.db.execute<{ code: string; id: number }>(
      sql`select code, id::int as id from store where company_id = ${company.companyId} order by id limit 1`,
    );
    const [store] = rows;
    await ensurePartitions(web.at.database.db, new Date());
    const due = `${day}T10:05:00+05:30`;
    await web.at.database.db.execute(sql`
      insert into play_log (company_id, store_id, event_id, started_at, day, kind, spot_id, seconds, due_at, campaign_id)
      select ${company.companyId}, ${store?.id}, gen_random_uuid(), ${due}::timestamptz, ${day}::date, 'AD', spot_id, 20, ${due}::timestamptz, id
      from campaign join campaign_spot on campaign_spot.company_id = campaign.company_id and campaign_id = id
      where campaign.company_id = ${company.companyId} and brand_id is not null`);
    const form = new FormData();
    form.append("_csrf", admin.jar.get("XSRF-TOKEN") ?? "");
    const content = `Store code,Date,Hour,Visitors\n${store?.code},${day},10,1250\nnowhere,${day},10,1\n`;
    form.append("file", new File([content], "footfall.csv", { type: "text/csv" }));
    const here =
      (await leadsTo(
        await admin.send("/admin/ads/footfall/import", { method: "POST", body: form }),
      )) ?? "";
    const review = (await admin.open(here)).html;
    expect(review).toContain("Apply 1 row");
    expect(review).toContain("Store code:");
    await admin.post(`${here}/apply`, {});
    expect((await admin.open("/admin/ads/footfall")).html).toMatch(/1<\/dd>|>1 of /);
    for (const path of [`${campaignPath}/delivery`, `${campaignPath}/proof`]) {
      const { html } = await admin.open(path);
      expect(html, path).toContain("1,250 impressions (estimated)");
      expect(html, path).toContain("1 of 1 hour with plays has footfall;");
    }
    expect((await admin.open(`${campaignPath}/delivery`)).html).toContain("Change footfall");
  });
});
