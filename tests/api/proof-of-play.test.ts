import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as contract from "#contract/ads/proof";
import { proofLimits } from "#contract/ads/words";
import { sum } from "#contract/base/sum";
import * as table from "#platform/db/schema/index";
import { forgetOldLinks } from "#platform/modules/ads/index";
import { makeCompany, makeUser } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { type DeliveryWorld, openDeliveryWorld } from "../support/delivery.ts";
import { readPdf } from "../support/pdf.ts";
import { fileOf, picture } from "../support/uploads.ts";

const day = 86_400_000;

describe("proof of play [ADS-6]", () => {
  let platform: DeliveryWorld["platform"];
  let openCampaign: DeliveryWorld["openCampaign"];
  beforeAll(async () => {
    ({ platform, openCampaign } = await openDeliveryWorld(anyEngine));
  });
  afterAll(() => platform?.close());

  type Campaign = Awaited<ReturnType<typeof openCampaign>>;
  const addLink = (its: Campaign, body: object = {}, as = its.company.users.admin) =>
    platform.as(as).addProofLink({ body: { campaignId: its.campaignId, ...body } });
  const visit = (token: string) => platform.as(undefined).linkedProof({ params: { token } });

  it("counts each play once by day, store, spot and hour, as page, PDF and CSV [ADS-6]", async () => {
    const its = await openCampaign();
    const [one = 0, two = 0] = its.storeIds;
    for (const date of ["2026-05-12", "2026-05-13", "2026-05-14"]) {
      its.at(date, "06:00");
      await its.keepGoods();
      await its.keep();
      its.at(date, "22:00");
      await its.report(one, date, () => "plays");
      await its.report(two, date, (place) => (place === 0 ? "plays" : "says nothing"));
    }
    // open for 12 hours a day, on a day without a play too
    for (const date of ["2026-05-11", "2026-05-12", "2026-05-13", "2026-05-14"])
      await platform.database.db.execute(sql`insert into store_day (company_id, day, store_id, open, online, playing, quiet)
        select company_id, ${date}::date, id, 720, 0, 0, 0 from store where company_id = ${its.company.companyId}`);
    const delivery = await its.delivery();
    expect(delivery.makeGoods).toBeGreaterThan(0);
    const { token } = await addLink(its);
    const proof = await visit(token);
    expect(proof.delivery).toEqual(
      Object.fromEntries(Object.keys(proof.delivery).map((key) => [key, delivery[key as never]])),
    );
    expect(proof).toMatchObject({ campaign: "Summer", reach: { stores: 2, storesBooked: 2 } });
    expect(proof.reach.openMinutes).toBe(2 * 3 * 12 * 60);
    const { verified, missed, booked, makeGoods } = delivery;
    expect([
      sum(proof.days.map((of) => of.verified)),
      sum(proof.stores.map((of) => of.verified)),
      sum(proof.spots.map((of) => of.verified)),
      sum(proof.hours),
    ]).toEqual([verified, verified, verified, verified]);
    expect(proof.withoutHour).toBe(0);

    const [heading = [], ...rows] = readCsv(
      await platform.nobody.exportLinkedProof({ params: { token } }).text,
    );
    const column = (name: string) =>
      sum(rows.map((row) => Number(row[heading.indexOf(name)] ?? Number.NaN)));
    expect(["Booked", "Make-goods", "Verified", "Missed"].map(column)).toEqual([
      booked,
      makeGoods,
      verified,
      missed,
    ]);
    expect([column("10:00"), column("11:00")]).toEqual(proof.hours.slice(10, 12));
    expect(column("10:00") + column("11:00")).toBe(verified);

    const pdf = await platform.nobody.linkedProofPdf({ params: { token } }).response;
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
    const { text } = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text).toContain("Summer");
    expect(text.replace(/\s+/g, " ")).toContain(
      `Plays so far ${booked} ${makeGoods} ${delivery.extra} ${verified} ${missed}`,
    );
  });

  it("has no hour for plays that are no longer on record, and still all plays", async () => {
    const its = await openCampaign();
    const [one = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    its.at("2026-05-12", "22:00");
    await its.report(one, "2026-05-12", () => "plays");
    await platform.database.db.execute(
      sql`delete from play_log where company_id = ${its.company.companyId} and due_at < '2026-05-12T11:00:00+05:30'`,
    );
    const { token } = await addLink(its);
    const proof = await visit(token);
    expect([proof.delivery.verified, sum(proof.hours), proof.withoutHour]).toEqual([4, 2, 2]);
    const [heading = [], row = []] = readCsv(
      await platform.nobody.exportLinkedProof({ params: { token } }).text,
    );
    expect([row[heading.indexOf("Verified")], row[heading.indexOf("11:00")]]).toEqual(["4", ""]);
  });

  it("has the company's icon on the page and in the PDF, once there is one", async () => {
    const its = await openCampaign();
    const { token } = await addLink(its);
    const params = { token };
    const logo = () => platform.nobody.linkedProofLogo({ params });
    const pdf = async () =>
      (await platform.nobody.linkedProofPdf({ params }).bytes).toString("latin1");
    expect([(await visit(token)).hasLogo, await logo().status]).toEqual([false, 404]);
    expect(await pdf()).not.toContain("/Subtype /Image");
    const icon = fileOf(await picture("png", 90, 70), "icon.png");
    await platform.as(its.company.users.admin).setIcon({ query: {}, files: [icon] });
    const image = await logo().response;
    expect([(await visit(token)).hasLogo, image.status]).toEqual([true, 200]);
    expect(image.headers.get("Content-Type")).toMatch(/^image\//);
    expect(image.headers.get("Cache-Control")).toContain("no-store");
    expect(await pdf()).toMatch(/\/Subtype \/Image.*?\/Width 90.*?\/Height 70/s);
  });

  it("gives thirty files by one link in fifteen minutes, and as many by another", async () => {
    const its = await openCampaign();
    const [one, other] = [await addLink(its), await addLink(its)];
    const file = (token: string) => platform.nobody.exportLinkedProof({ params: { token } }).status;
    for (let count = 0; count < 30; count++) expect(await file(one.token)).toBe(200);
    expect([await file(one.token), await file(other.token)]).toEqual([429, 200]);
    expect(await visit(one.token).status).toBe(200);
    platform.clock.now += 15 * 60_000 + 1;
    expect(await file(one.token)).toBe(200);
  });

  it("is asked for by one address 300 times in fifteen minutes, by whatever token", async () => {
    const its = await openCampaign();
    const { token } = await addLink(its);
    // each test has a date of its own, so that windows of others may begin later
    const forgetRequests = () => platform.database.db.delete(table.rateLimit);
    await forgetRequests();
    const guess = "x".repeat(43);
    for (let count = 0; count < 299; count++)
      expect(await visit(guess).status, String(count)).toBe(404);
    expect(await visit(token).status).toBe(200);
    const { linkedProof, exportLinkedProof, linkedProofPdf, linkedProofLogo } = contract;
    for (const endpoint of [linkedProof, exportLinkedProof, linkedProofPdf, linkedProofLogo]) {
      const refused = await platform.nobody.call(endpoint, { params: { token } }).response;
      expect([refused.status, refused.headers.get("Retry-After")], endpoint.path).toEqual([
        429,
        "900",
      ]);
    }
    platform.clock.now += 15 * 60_000 + 1;
    expect(await visit(token).status).toBe(200);
    await forgetRequests();
  });

  it("opens by a token stored nowhere, until it expires, is withdrawn or the company ends", async () => {
    const its = await openCampaign();
    const { db } = platform.database;
    const { companyId, users } = its.company;
    const link = await addLink(its, { days: 2 });
    expect((await visit(link.token)).expiresAt).toBe(link.expiresAt);
    const { rows } = await db.execute(sql`select * from proof_link where id = ${link.id}`);
    const audited = await db
      .select()
      .from(table.auditLog)
      .where(eq(table.auditLog.companyId, companyId));
    expect(JSON.stringify([rows, audited])).not.toContain(link.token);
    expect(audited.some(({ action }) => action === "proof of play link created")).toBe(true);

    const setStatus = (status: "active" | "inactive") =>
      db.update(table.company).set({ status }).where(eq(table.company.id, companyId));
    await setStatus("inactive");
    expect(await visit(link.token).status).toBe(404);
    await setStatus("active");
    expect(await visit(link.token).status).toBe(200);
    platform.clock.now += 2 * day;
    expect(await visit(link.token).status).toBe(404);

    const other = await addLink(its);
    await platform.as(users.admin).withdrawProofLink({ query: { id: other.id } });
    const { linkedProof, exportLinkedProof, linkedProofPdf, linkedProofLogo } = contract;
    for (const endpoint of [linkedProof, exportLinkedProof, linkedProofPdf, linkedProofLogo]) {
      const params = { token: other.token };
      expect(await platform.nobody.call(endpoint, { params }).status, endpoint.path).toBe(404);
    }
    const states = await platform
      .as(users.admin)
      .listProofLinks({ query: { campaignId: its.campaignId } });
    expect(states.map(({ state }) => state)).toEqual(["withdrawn", "expired"]);
    await forgetOldLinks(db, new Date(platform.clock.now + 91 * day));
    expect(await db.$count(table.proofLink, eq(table.proofLink.companyId, companyId))).toBe(0);
  });

  it("is shared only by who owns all locations of the campaign, and only so often", async () => {
    const its = await openCampaign();
    const { company, campaignId } = its;
    const [storeId = 0] = its.storeIds;
    const narrow = (
      await makeUser(platform.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "store",
        units: [{ storeId }],
      })
    ).username;
    expect(await addLink(its, {}, narrow).status).toBe(403);
    const as = platform.as(narrow);
    expect(await as.listProofLinks({ query: { campaignId } }).status).toBe(403);
    // what a person sees of it themselves is their own store's part
    expect((await as.proofOfPlay({ query: { campaignId } })).storesInAll).toBe(1);
    const link = await addLink(its);
    expect(await as.withdrawProofLink({ query: { id: link.id } }).status).toBe(403);
    const stranger = platform.as((await makeCompany(platform.database)).users.admin);
    expect(await stranger.withdrawProofLink({ query: { id: link.id } }).status).toBe(404);
    expect(await stranger.proofOfPlay({ query: { campaignId } }).status).toBe(404);
    expect(await visit(link.token).status).toBe(200);
    for (let count = 1; count < proofLimits.links; count++) await addLink(its);
    expect(await addLink(its).errors).toEqual({
      "": `This campaign already has ${proofLimits.links} active links. Withdraw one first.`,
    });
  });
});
