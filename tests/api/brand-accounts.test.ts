import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "#contract/library/catalogue";
import {
  adSchedulePreview,
  campaignReport,
  storeCampaignReport,
} from "#contract/reports/campaigns";
import { reportEndpoints } from "#contract/reports/endpoints";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine, somebodyWaits } from "../support/database.ts";
import { type MailingPlatform, openMailingPlatform } from "../support/platform.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";

describe("brands as accounts [ADS-6]", () => {
  let at: MailingPlatform;
  let providerId: number;
  let musician: string;
  let company: TestCompany;
  let brandId: number;
  let campaignId: number;
  beforeAll(async () => {
    at = await openMailingPlatform(anyEngine, { mailStepMs: 3_000 });
    const provider = await makeProvider(at.database);
    providerId = provider.companyId;
    musician = provider.staff.Fever_Music_Limited;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    at.smtp.rules.clear();
    company = await makeCompany(at.database);
    const { companyId } = company;
    await addCampaignsAndTurns(at.database.db, companyId, "Fizz", ["2026-05-12"]);
    const { rows } = await at.database.db.execute<{ brandId: number; campaignId: number }>(
      sql`select brand_id::int as "brandId", id::int as "campaignId" from campaign
        where company_id = ${companyId} and brand_id is not null`,
    );
    ({ brandId = 0, campaignId = 0 } = rows[0] ?? {});
  });

  const admin = () => at.as(company.users.admin);
  const brandOf = async (companyId: number, name: string) => {
    const { rows } = await at.database.db.execute<{ id: number }>(
      sql`insert into catalogue_item (company_id, kind, name) values (${companyId}, 'brand', ${name}) returning id::int`,
    );
    return rows[0]?.id ?? 0;
  };
  const mailbox = (name: string) => `${name}.${company.companyId}@fizz.example`;
  const person = (name: string) => ({ name, email: mailbox(name.toLowerCase()) });
  const save = (contacts: object[], more: object = {}) =>
    admin().changeBrandContacts({ body: { id: brandId, contacts, ...more } });
  const account = () => admin().findBrandAccount({ query: { id: brandId } });
  const links = () => admin().listProofLinks({ query: { campaignId } });
  const lettersTo = (address: string) =>
    at.smtp.inbox.filter(({ to }) => to?.some((one) => one.address === address));
  const tokenOf = (text = "") => /\/proof\/([\w-]{43})/.exec(text)?.[1] ?? "";
  const visit = (token: string) => at.as(undefined).linkedProof({ params: { token } }).status;

  it("keep contacts that only their company sees, each change audited [ADS-6]", async () => {
    const asha = { ...person("Asha"), role: "Media buyer", phone: "919876543210" };
    expect(await save([asha, person("Ravi")])).toMatchObject({ version: 1 });
    expect((await account()).contacts).toEqual([asha, person("Ravi")]);
    expect(await admin().listBrands({})).toContainEqual({
      id: brandId,
      name: "=Fizz brand",
      contacts: 2,
    });
    const [entry] = await at.database.db
      .select()
      .from(table.auditLog)
      .where(eq(table.auditLog.companyId, company.companyId));
    expect(entry).toMatchObject({
      action: "brand contacts changed",
      itemName: "=Fizz brand",
      after: { contacts: [asha, person("Ravi")] },
    });

    const cola = await brandOf(providerId, `Cola ${company.companyId}`);
    await admin().changeBrandContacts({ body: { id: cola, contacts: [person("Mina")] } });
    const other = at.as((await makeCompany(at.database)).users.admin);
    expect((await other.findBrandAccount({ query: { id: cola } })).contacts).toEqual([]);
    expect(await other.findBrandAccount({ query: { id: brandId } }).status).toBe(404);
    const body = { id: brandId, contacts: [] };
    expect(await other.changeBrandContacts({ body }).status).toBe(404);
    expect((await admin().listBrands({})).map(({ id }) => id)).toContain(cola);
    expect((await other.listBrands({})).map(({ id }) => id)).not.toContain(cola);
    await at.database.db.execute(sql`delete from catalogue_item where id = ${cola}`);
    expect(
      await at.database.db.$count(table.brandAccount, eq(table.brandAccount.brandId, cola)),
    ).toBe(0);
  });

  it("are changed only by those of the whole company, as its spots are [CTX-3]", async () => {
    const asha = person("Asha");
    await save([asha]);
    expect(await account()).toMatchObject({ mayChange: true });
    for (const name of ["zonal", "regional", "group"] as const) {
      const as = at.as(company.users[name]);
      const body = { id: brandId, contacts: [], version: 1 };
      const { status, body: refusal } = await as.changeBrandContacts({ body }).reply;
      expect([name, status, refusal.message]).toEqual([
        name,
        403,
        "Only admins of the whole company can change its brands' contacts.",
      ]);
      expect(await as.findBrandAccount({ query: { id: brandId } })).toMatchObject({
        contacts: [asha],
        mayChange: false,
      });
    }
    expect(await account()).toMatchObject({ contacts: [asha], version: 1 });
  });

  it("take any name that people have", async () => {
    const names = ["O'Brien", "Anne-Marie", "D’Souza", "J. R. R. Tolkien", "ऋषि कपूर", "Smith, Jr."];
    const contacts = names.map((name, n) => ({ name, email: mailbox(`person${n}`) }));
    expect((await save(contacts)).contacts).toEqual(contacts);
    expect((await save([{ ...person("Asha"), name: " " }]).wrongFields)[0]).toBe("contacts.0.name");
  });

  it("refuse wrong and repeated contacts by field, and a save that overtakes another's", async () => {
    expect(
      await save([person("Asha"), { ...person("Ravi"), email: person("Asha").email.toUpperCase() }])
        .errors,
    ).toEqual({ "contacts.1.email": "Another contact has this email." });
    expect(
      Object.keys((await save([{ name: "Asha", email: "asha", phone: "x" }]).errors) ?? {}),
    ).toEqual(["contacts.0.email", "contacts.0.phone"]);
    await save([person("Asha")], { version: 0 });
    // loaded before there were any
    expect((await save([person("Mina")], { version: 0 }).errors)?.contacts).toContain("Asha (");
    await save([person("Ravi")], { version: 1 });
    const { errors = {} } = { errors: await save([person("Mina")], { version: 1 }).errors };
    expect(errors.contacts).toContain(`Ravi (${mailbox("ravi")})`);
    expect(await save([person("Mina")], { version: 2 })).toMatchObject({ version: 3 });
  });

  it("get the proof by email, each their own link, with what became of it [ADS-6]", async () => {
    await save([person("Asha"), person("Ravi")]);
    expect(await admin().listProofContacts({ query: { campaignId } })).toEqual([
      { brand: "=Fizz brand", role: null, ...person("Asha") },
      { brand: "=Fizz brand", role: null, ...person("Ravi") },
    ]);
    at.smtp.rules.set(mailbox("ravi"), { at: "recipient", code: 550, words: "no such mailbox" });
    const to = [mailbox("asha"), mailbox("ravi")];
    const answer = await admin().emailProofLink({ body: { campaignId, days: 7, to } }).answer;
    expect(answer.message).toBe("Proof of play: 1 emailed, 1 refused");
    expect(
      (await links()).map(({ sentTo, email }) => [sentTo, email?.state, email?.answer]).reverse(),
    ).toEqual([
      [mailbox("asha"), "sent", null],
      [mailbox("ravi"), "refused", "550 no such mailbox"],
    ]);
    const [letter] = lettersTo(mailbox("asha"));
    expect(letter?.subject).toBe("Proof of play: =Fizz campaign");
    const { firstName, lastName } = await admin().findOwnProfile({});
    expect(letter?.text).toContain(`Sent by: ${[firstName, lastName].filter(Boolean).join(" ")}`);
    const token = tokenOf(letter?.text);
    expect(await visit(token)).toBe(200);
    const stored = await at.database.db.execute(sql`select * from email, proof_link, audit_log`);
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    const id = (await links()).find(({ sentTo }) => sentTo === mailbox("asha"))?.id ?? 0;
    await admin().withdrawProofLink({ query: { id } });
    expect(await visit(token)).toBe(404);
  });

  it("get a new link with each try; an email that may have arrived keeps its own", async () => {
    await save([person("Asha"), person("Ravi")]);
    at.smtp.rules.set(mailbox("asha"), { at: "recipient", code: 451, words: "try later" });
    at.smtp.rules.set(mailbox("ravi"), { at: "data", does: "drops after taking it" });
    const to = [mailbox("asha"), mailbox("ravi")];
    const { message } = await admin().emailProofLink({ body: { campaignId, days: 7, to } }).answer;
    expect(message).toBe("Proof of play: 2 on their way");
    at.smtp.rules.clear();
    at.clock.now += 3_600_000;
    await at.deliverEmails();
    expect(lettersTo(mailbox("asha"))).toHaveLength(1);
    const tokens = lettersTo(mailbox("ravi")).map(({ text }) => tokenOf(text));
    expect(new Set(tokens).size).toBe(2);
    expect(await Promise.all(tokens.map(visit))).toEqual([200, 200]);
    expect((await links()).map(({ email, sentTo }) => [sentTo, email?.state]).sort()).toEqual(
      [
        [mailbox("asha"), "sent"],
        [mailbox("ravi"), "sent"],
        [mailbox("ravi"), undefined],
      ].sort(),
    );
  });

  it("are sent nothing after their link was withdrawn", async () => {
    await save([person("Asha")]);
    at.smtp.rules.set(mailbox("asha"), { at: "recipient", code: 451, words: "try later" });
    await admin().emailProofLink({ body: { campaignId, days: 7, to: [mailbox("asha")] } });
    const [link] = await links();
    await admin().withdrawProofLink({ query: { id: link?.id ?? 0 } });
    at.smtp.rules.clear();
    at.clock.now += 3_600_000;
    await at.deliverEmails();
    expect(lettersTo(mailbox("asha"))).toEqual([]);
  });

  it("narrow reports of campaigns to theirs; another company's brand is a 404 [ADS-6] [CTX-4]", async () => {
    const { companyId } = company;
    const other = await makeCompany(at.database);
    const foreign = await brandOf(other.companyId, "Cola");
    const unused = await brandOf(companyId, "Unused");
    const days = { from: "2026-05-12", to: "2026-05-12" };
    for (const report of [campaignReport, storeCampaignReport, adSchedulePreview]) {
      const ask = (filters: object) =>
        admin().call(reportEndpoints(report).table, {
          query: { ...days, ...filters, whole: "true", limit: 100 } as never,
        });
      const names = async (filters: object) => [
        ...new Set((await ask(filters)).map(({ campaign }) => campaign)),
      ];
      expect((await names({})).sort(), report.key).toEqual(["=Fizz campaign", "@Fizz campaign"]);
      expect(await names({ brandId }), report.key).toEqual(["=Fizz campaign"]);
      expect(await names({ brandId: unused }), report.key).toEqual([]);
      expect(await ask({ brandId: foreign }).status, report.key).toBe(404);
      const [all, narrowed] = [await ask({}).answer, await ask({ brandId }).answer];
      expect(narrowed.page?.total, report.key).toBeLessThan(all.page?.total ?? 0);
      expect(narrowed.page?.total, report.key).toBe(narrowed.data.length);
      expect(
        readCsv(
          await at
            .as(company.users.admin)
            .call(reportEndpoints(report).export, { query: { ...days, brandId } }).text,
        ),
        report.key,
      ).toHaveLength(narrowed.data.length + 1);
    }
    expect(await admin().campaignBrands({})).toEqual([{ id: brandId, name: "=Fizz brand" }]);
    expect(await at.as(other.users.admin).campaignBrands({})).toEqual([]);
  });

  it("are those of a campaign's spots where it has none, in its list as in reports [ADS-6]", async () => {
    const { companyId } = company;
    const { db } = at.database;
    await db.execute(sql`update spot set brand_id = ${brandId} where company_id = ${companyId} and id in
      (select spot_id from campaign_spot where company_id = ${companyId} and campaign_id = ${campaignId})`);
    await db.execute(sql`update campaign set brand_id = null where company_id = ${companyId}`);
    const days = { from: "2026-05-12", to: "2026-05-12" };
    const [row] = await admin().call(reportEndpoints(campaignReport).table, {
      query: { ...days, brandId, limit: 100 } as never,
    });
    const [listed, ...more] = await admin().listCampaigns({ query: { brandId } });
    expect(more).toEqual([]);
    expect(listed).toMatchObject({ id: campaignId, name: row?.campaign, brandName: row?.brand });
    expect(row?.brand).toBe("=Fizz brand");
    expect(
      readCsv(await at.as(company.users.admin).exportCampaigns().text).map((cells) => cells[1]),
    ).toContain("'=Fizz brand");
  });

  it("stay with a report's schedule; another company's brand is a 404 [ADS-6] [REP-3]", async () => {
    const weekly = { name: "Fizz", frequency: "weekly", weekday: 1, format: "csv" };
    const add = (more: object) =>
      admin().addSchedule({
        body: { ...weekly, period: "last-7-days", report: campaignReport.key, ...more } as never,
      });
    const { id } = await add({ brandId });
    expect(await admin().findSchedule({ params: { id } })).toMatchObject({
      filters: { brandId },
      choices: {},
      brand: "=Fizz brand",
    });
    const foreign = await brandOf((await makeCompany(at.database)).companyId, "Cola");
    expect(await add({ brandId: foreign }).status).toBe(404);
    expect(await add({ brandId, report: "SongPlayOutReport" }).status).toBe(422);
  });

  it("end the links of those who are removed, but of nobody else, each change audited", async () => {
    const [asha, ravi] = [person("Asha"), person("Ravi")];
    await save([asha, ravi]);
    const to = [asha.email, ravi.email];
    const body = { campaignId, days: 7, to };
    await admin().emailProofLink({ body });
    const { token: shown } = await admin().addProofLink({ body: { campaignId, days: 7 } });
    const [ofAsha = "", ofRavi = ""] = to.map((address) => tokenOf(lettersTo(address)[0]?.text));
    const statuses = async () => [await visit(ofAsha), await visit(ofRavi), await visit(shown)];
    await save([asha, { ...ravi, email: ravi.email.toUpperCase() }], { version: 1 });
    expect(await statuses()).toEqual([200, 200, 200]);
    const { message } = await save([asha], { version: 2 }).answer;
    expect(message).toBe(
      "Contacts of =Fizz brand saved. 1 proof of play link of removed people ended",
    );
    expect(await statuses()).toEqual([200, 404, 200]);
    expect((await links()).map(({ sentTo, state }) => [sentTo, state])).toEqual([
      [null, "active"],
      [ravi.email, "withdrawn"],
      [asha.email, "active"],
    ]);
    const audited = await at.database.db
      .select()
      .from(table.auditLog)
      .where(eq(table.auditLog.companyId, company.companyId));
    expect(audited.filter(({ action }) => action === "proof of play link withdrawn")).toMatchObject(
      [{ itemKind: "campaign", before: { to: ravi.email }, actorName: company.users.admin }],
    );
  });

  it("are emailed only by who may share links, and only those of the campaign's brands", async () => {
    await save([person("Asha")]);
    const [storeId = 0] = company.stores.map(({ id }) => id);
    const narrow = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "store",
      units: [{ storeId }],
    });
    const body = { campaignId, days: 7, to: [mailbox("asha")] };
    const as = at.as(narrow.username);
    expect(await as.emailProofLink({ body }).status).toBe(403);
    expect(await as.listProofContacts({ query: { campaignId } }).status).toBe(403);
    const stranger = at.as((await makeCompany(at.database)).users.admin);
    expect(await stranger.emailProofLink({ body }).status).toBe(404);
    const to = ["someone@else.example"];
    expect(await admin().emailProofLink({ body: { ...body, to } }).errors).toEqual({
      to: "someone@else.example is not a contact of this campaign’s brands.",
    });
    expect(at.smtp.inbox.filter(({ subject }) => subject?.includes("Fizz"))).not.toContainEqual(
      expect.objectContaining({ to: [{ address: mailbox("asha"), name: "" }] }),
    );
    expect(await links()).toEqual([]);
  });

  it("are emailed ten times in fifteen minutes for one campaign, then not until they are over", async () => {
    await save([person("Asha")]);
    const body = { campaignId, days: 7, to: [mailbox("asha")] };
    for (let count = 0; count < 10; count++)
      expect(await admin().emailProofLink({ body }).status).toBe(201);
    expect(await admin().emailProofLink({ body }).status).toBe(429);
    expect(lettersTo(mailbox("asha"))).toHaveLength(10);
    at.clock.now += 15 * 60_000 + 1;
    expect(await admin().emailProofLink({ body }).status).toBe(201);
  });

  it("can be emailed although others, who may not, have tried to", async () => {
    await save([person("Asha")]);
    const { username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "store",
      units: [{ storeId: company.stores[0]?.id ?? 0 }],
    });
    const body = { campaignId, days: 7, to: [mailbox("asha")] };
    for (let tries = 0; tries < 10; tries++)
      expect(await at.as(username).emailProofLink({ body }).status).toBe(403);
    expect(await admin().emailProofLink({ body }).status).toBe(201);
  });

  it.skipIf(anyEngine === "embedded")(
    "keep no link of an earlier try if it is withdrawn during the next one",
    async () => {
      await save([person("Ravi")]);
      at.smtp.rules.set(mailbox("ravi"), { at: "data", does: "drops after taking it" });
      await admin().emailProofLink({ body: { campaignId, days: 7, to: [mailbox("ravi")] } });
      at.smtp.rules.clear();
      at.clock.now += 3_600_000;
      await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query("update proof_link set withdrawn_at = now() where campaign_id = $1", [
          campaignId,
        ]);
        const delivering = at.deliverEmails();
        await somebodyWaits(client);
        await client.query("commit");
        await delivering;
      });
      expect((await links()).map(({ state }) => state)).toEqual(["withdrawn"]);
      expect(lettersTo(mailbox("ravi"))).toHaveLength(1);
    },
  );

  it.skipIf(anyEngine === "embedded")(
    "are sent no link if they are removed while it is emailed",
    async () => {
      await save([person("Asha")]);
      const body = { campaignId, days: 7, to: [mailbox("asha")] };
      await at.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query("update brand_account set contacts = '[]' where brand_id = $1", [
          brandId,
        ]);
        const { errors } = admin().emailProofLink({ body });
        await somebodyWaits(client);
        await client.query("commit");
        expect(await errors).toEqual({
          to: `${mailbox("asha")} is not a contact of this campaign’s brands.`,
        });
      });
      expect(await links()).toEqual([]);
      expect(lettersTo(mailbox("asha"))).toEqual([]);
    },
  );

  it("of a merged brand keep their links, and lose them as they are removed there", async () => {
    const asha = person("Asha");
    brandId = await brandOf(providerId, `Fizz ${company.companyId}`);
    await at.database.db.execute(
      sql`update campaign set brand_id = ${brandId} where id = ${campaignId}`,
    );
    await save([asha]);
    await admin().emailProofLink({ body: { campaignId, days: 7, to: [asha.email] } });
    const token = tokenOf(lettersTo(asha.email)[0]?.text);
    const into = await brandOf(providerId, `Cola ${company.companyId}`);
    const brands = catalogue.find(({ list }) => list.kind === "brand");
    if (!brands) throw new Error("there is no list of brands");
    const { merge } = brands.endpoints;
    await at.as(musician).call(merge, { body: { ids: [brandId], intoId: into } }).answer;
    expect(await visit(token)).toBe(200);
    await admin().changeBrandContacts({ body: { id: into, contacts: [] } });
    expect(await visit(token)).toBe(404);
  });
});
