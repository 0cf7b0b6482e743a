import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn } from "#contract/base/dates";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { pageRoutesOf, sampleAddress } from "../support/page-routes.ts";
import { readPdf } from "../support/pdf.ts";
import { password } from "../support/platform.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";
import {
  appSecret,
  leadsTo,
  openTestWeb,
  pagesBuild,
  type TestWeb,
  type Visitor,
} from "../support/web.ts";
import { allEndpoints, nameOf } from "../sweeps/all-endpoints.ts";
import { sampleInput } from "../sweeps/sample-input.ts";

const ids = identifiers(appSecret);
const today = dateIn("Asia/Kolkata", new Date());
const days = [addDays(today, -2), addDays(today, -1)] as const;
const textOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const build = await pagesBuild();

describe("The proof of play behind a link, without script [ADS-6]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let other: TestCompany;
  let admin: Visitor;
  const campaigns = new Map<string, number>();
  const findCampaigns = async (company: TestCompany) => {
    const { rows } = await web.at.database.db.execute<{ id: number; name: string }>(
      sql`select id::int as id, name from campaign where company_id = ${company.companyId}`,
    );
    for (const { id, name } of rows) campaigns.set(name, id);
  };
  const pathOf = (name: string) =>
    `/admin/ads/${ids.encrypt("campaign", campaigns.get(name) ?? 0)}/proof`;
  /** The link that the page gives once, as its path. */
  const makeLink = async (name: string, to = admin, fields = { days: "7" }) => {
    const html = await (await to.post(pathOf(name), fields)).text();
    return /http:\/\/shop\.example(\/proof\/[\w-]{43})</.exec(html)?.[1] ?? "";
  };
  const tokenOf = (link: string) => link.slice("/proof/".length);

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    await makeProvider(database);
    client = await makeCompany(database);
    other = await makeCompany(database);
    await addCampaignsAndTurns(database.db, client.companyId, "Ours", days);
    await addCampaignsAndTurns(database.db, other.companyId, "Theirs", days);
    await findCampaigns(client);
    await findCampaigns(other);
    admin = await web.signedIn(client.users.admin);
  });
  afterAll(() => web?.close());

  test("is made on the campaign's page, and shows the same figures as it, as PDF and as CSV [ADS-6]", async () => {
    expect((await admin.open(pathOf("=Ours campaign"))).html).toContain("No links yet");
    const refusal = await admin.post(pathOf("=Ours campaign"), { days: "9999" });
    expect(await refusal.text()).toContain("Enter a number from 1 to 400.");
    const link = await makeLink("=Ours campaign");
    const page = textOf((await admin.open(pathOf("=Ours campaign"))).html);
    const visitor = web.visitor();
    const { html, status } = await visitor.open(link);
    expect(status).toBe(200);
    expect(html).not.toContain("<script");
    const sheet = textOf(html);
    expect(sheet).toContain("=Ours brand · Ad");
    const tiles = (text: string) => /\d[\d,]* Booked .*? Owed/.exec(text)?.[0];
    expect(tiles(sheet)).toBeDefined();
    expect(tiles(sheet)).toBe(tiles(page));
    const playCount = /was heard ([\d,]+) times/.exec(sheet)?.[1]?.replaceAll(",", "");
    const [heading = [], ...rows] = readCsv(await (await visitor.get(`${link}/csv`)).text());
    const verified = rows.reduce((sum, row) => sum + Number(row[heading.indexOf("Verified")]), 0);
    expect(String(verified)).toBe(playCount);
    const pdf = await visitor.get(`${link}/pdf`);
    const { text } = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text.replace(/[,\s]+/g, " ")).toContain(` ${playCount} `);
    expect((await visitor.get(`${link}/xlsx`)).status).toBe(200);
  });

  test("is indexed by nobody, kept by no cache, and leaves no cookie [ADS-6]", async () => {
    const link = await makeLink("=Ours campaign");
    const visitor = web.visitor();
    for (const [path, status] of [
      [link, 200],
      [`${link}.data`, 200],
      [`${link}/pdf`, 200],
      [`${link}/csv`, 200],
      ["/proof/made-up", 404],
    ] as const) {
      const response = await visitor.get(path);
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("X-Robots-Tag"), path).toContain("noindex");
      expect(response.headers.get("Cache-Control"), path).toContain("no-store");
      expect(response.headers.get("Referrer-Policy"), path).toBe("same-origin");
      expect(response.headers.getSetCookie(), path).toEqual([]);
      await response.body?.cancel();
    }
    expect((await visitor.open(link)).html).toMatch(/<meta name="robots" content="noindex"/);
  });

  test("ends when it is withdrawn, with its files, after a question [ADS-6]", async () => {
    const link = await makeLink("@Ours campaign");
    const page = (await admin.open(pathOf("@Ours campaign"))).html;
    const question = /href="([^"]+\/withdraw)[^"]*"/.exec(page)?.[1] ?? "";
    expect((await admin.open(question)).html).toContain("Withdraw the link of");
    expect(await leadsTo(await admin.post(question, {}))).toBe(pathOf("@Ours campaign"));
    for (const path of [link, `${link}/pdf`, `${link}/csv`, `${link}/logo`])
      expect((await web.visitor().get(path)).status, path).toBe(404);
    expect((await web.visitor().open(link)).html).toContain("This link no longer works");
    expect((await admin.open(pathOf("@Ours campaign"))).html).toContain("Withdrawn");
  });

  test("tried for everything else on the server, reaches its own proof alone [ADS-6]", async () => {
    const link = await makeLink("=Ours campaign");
    const token = tokenOf(link);
    const { at } = web;
    const own = {
      id: (name: string) => (name === "campaignId" ? (campaigns.get("=Ours campaign") ?? 1) : 1),
    };
    const reach: string[] = [];
    const disguises: Record<string, string>[] = [
      { Authorization: `Bearer ${token}` },
      { Cookie: `fever=${token}; __Host-fever=${token}` },
    ];
    for (const endpoint of allEndpoints.values()) {
      const input = sampleInput(endpoint, { ...own, values: { token } });
      for (const headers of disguises) {
        const response = await at.request(endpoint, {
          ...input,
          headers: { ...input.headers, ...headers },
        });
        await response.body?.cancel();
        if (endpoint.access === "public" ? response.ok && endpoint.params : response.status !== 401)
          reach.push(nameOf(endpoint));
      }
    }
    expect([...new Set(reach)].sort()).toEqual([
      "GET /proof-of-play/{token}",
      "GET /proof-of-play/{token}/export",
      "GET /proof-of-play/{token}/pdf",
    ]);

    // a visitor who came by the link is nobody on every other page
    const visitor = web.visitor();
    await visitor.get(link);
    for (const { path } of pageRoutesOf(build).filter(({ path }) => path.startsWith("/admin"))) {
      const response = await visitor.get(`${sampleAddress(path)}?token=${token}`, {
        Authorization: `Bearer ${token}`,
      });
      expect([path, await leadsTo(response)]).toEqual([path, "/login"]);
    }
    for (const path of [
      `${link}/${"../".repeat(3)}admin`,
      `${link}/audio`,
      `${link}/pdf?campaignId=${campaigns.get("@Ours campaign")}`,
      `${link}/csv?companyId=${other.companyId}`,
      `/demo/${token}`,
      `/setup/${token}`,
      `/images/${token}`,
    ]) {
      const text = await (await visitor.get(path)).text();
      expect(text, path).not.toMatch(/Theirs|@Ours/);
    }
    const wrong = await at.nobody.signIn({ body: { username: token, password } }).reply;
    expect(wrong.status).toBe(401);

    // a token that differs in a letter, or is cut, is none
    for (const other of [token.slice(1), `${token}A`, token.toLowerCase(), token.replace(/./, "-")])
      if (other !== token) expect((await visitor.get(`/proof/${other}`)).status, other).toBe(404);
    const { companyId } = other;
    const page = await visitor.get(`${link}?companyId=${companyId}&campaignId=1`);
    expect(await page.text()).not.toContain("Theirs");
    // nobody makes a link to another company's campaign
    const foreign = { campaignId: campaigns.get("=Theirs campaign") ?? 0, days: 7 };
    const reply = await at.as(client.users.admin).addProofLink({ body: foreign }).reply;
    expect(reply.status).toBe(404);
  });
});
