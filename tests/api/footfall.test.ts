import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sum } from "#contract/base/sum";
import * as table from "#platform/db/schema/index";
import { forgetOldFootfall } from "#platform/modules/ads/index";
import { makeCompany, makeUser } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { type DeliveryWorld, openDeliveryWorld } from "../support/delivery.ts";
import { readPdf } from "../support/pdf.ts";
import { fileOf } from "../support/uploads.ts";

describe("footfall and impressions [ADS-6]", () => {
  let platform: DeliveryWorld["platform"];
  let openCampaign: DeliveryWorld["openCampaign"];
  beforeAll(async () => {
    ({ platform, openCampaign } = await openDeliveryWorld(anyEngine));
  });
  afterAll(() => platform?.close());

  const codesOf = async (companyId: number) => {
    const { rows } = await platform.database.db.execute<{ id: number; code: string }>(
      sql`select id::int as id, code from store where company_id = ${companyId} order by id`,
    );
    return new Map(rows.map(({ id, code }) => [id, code]));
  };
  const storedOf = (companyId: number) =>
    platform.database.db
      .select({
        storeId: table.footfall.storeId,
        day: table.footfall.day,
        hour: table.footfall.hour,
        visitors: table.footfall.visitors,
      })
      .from(table.footfall)
      .where(eq(table.footfall.companyId, companyId))
      .orderBy(table.footfall.storeId, table.footfall.day, table.footfall.hour);

  it("give a campaign the same estimate on delivery, proof, PDF and CSV [ADS-6]", async () => {
    const its = await openCampaign();
    const { company, campaignId } = its;
    const [one = 0, two = 0] = its.storeIds;
    const codes = await codesOf(company.companyId);
    const admin = platform.as(company.users.admin);
    for (const date of ["2026-05-12", "2026-05-13"]) {
      its.at(date, "06:00");
      await its.keep();
      its.at(date, "22:00");
      await its.report(one, date, () => "plays");
      await its.report(two, date, () => "cuts off");
    }
    // two plays each from 10:00 and 11:00, on two days, in one store
    const unknown = { estimated: null, hours: 4, hoursWithFootfall: 0 };
    expect((await its.delivery()).impressions).toEqual(unknown);
    const row = (store: number, date: string, hour: number, visitors: number) => ({
      storeCode: codes.get(store),
      date,
      hour,
      visitors,
    });
    await admin.saveFootfall({
      body: {
        rows: [
          row(one, "2026-05-12", 10, 40),
          row(one, "2026-05-12", 11, 1),
          row(one, "2026-05-13", 10, 1207),
          row(one, "2026-05-13", 12, 99), // no play in this hour
          row(two, "2026-05-12", 10, 1000), // no verified play in this store
        ],
      } as never,
    });
    await admin.saveFootfall({ body: { rows: [row(one, "2026-05-12", 11, 25)] } as never });
    const impressions = { estimated: 40 + 25 + 1207, hours: 4, hoursWithFootfall: 3 };
    expect((await its.delivery()).impressions).toEqual(impressions);
    expect((await admin.proofOfPlay({ query: { campaignId } })).impressions).toEqual(impressions);
    const { token } = await admin.addProofLink({ body: { campaignId } });
    const params = { token };
    const linked = await platform.as(undefined).linkedProof({ params });
    expect(linked.impressions).toEqual(impressions);

    const [heading = [], ...rows] = readCsv(
      await platform.nobody.exportLinkedProof({ params }).text,
    );
    const column = (name: string) => sum(rows.map((cells) => Number(cells[heading.indexOf(name)])));
    expect(
      ["Impressions (estimated)", "Hours with a play", "Of these with footfall"].map(column),
    ).toEqual([1272, 4, 3]);
    const { text } = await readPdf(await platform.nobody.linkedProofPdf({ params }).bytes);
    const words = text.replace(/\s+/g, " ");
    expect(words).toContain("1,272 impressions (estimated).");
    expect(words).toContain("3 of 4 hours with plays have footfall; the others count as zero.");
  });

  it("are saved whole or not at all, only for own stores, and audited", async () => {
    const { company, storeIds, at } = await openCampaign();
    at("2026-05-13");
    const codes = await codesOf(company.companyId);
    const [storeId = 0] = storeIds;
    const row = { storeCode: codes.get(storeId), date: "2026-05-12", hour: 10, visitors: 5 };
    const admin = platform.as(company.users.admin);
    const rows = [row, { ...row, storeCode: "nowhere" }, { ...row, visitors: 6 }];
    expect(await admin.saveFootfall({ body: { rows } as never }).errors).toEqual({
      "rows.1.storeCode": expect.any(String),
      "rows.2.hour": "An earlier row has the same store, date and hour.",
    });
    expect(await storedOf(company.companyId)).toEqual([]);
    const body = { rows: [row] } as never;
    const stranger = platform.as((await makeCompany(platform.database)).users.admin);
    const elsewhere = [...codes].find(([id]) => id !== storeId)?.[1];
    const narrow = await makeUser(platform.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "store",
      units: [{ storeId }],
    });
    const as = platform.as(narrow.username);
    expect(
      Object.keys(
        (await as.saveFootfall({ body: { rows: [{ ...row, storeCode: elsewhere }] } as never })
          .errors) ?? {},
      ),
    ).toEqual(["rows.0.storeCode"]);
    expect(await as.saveFootfall({ body })).toEqual({ saved: 1 });
    expect(await as.footfallOverview({})).toEqual({
      stores: 1,
      storesWithFootfall: 1,
      hours: 1,
      firstDay: "2026-05-12",
      lastDay: "2026-05-12",
    });
    expect((await stranger.footfallOverview({})).hours).toBe(0);
    const isSaved = and(
      eq(table.auditLog.companyId, company.companyId),
      eq(table.auditLog.action, "footfall saved"),
    );
    const audited = await platform.database.db.select().from(table.auditLog).where(isSaved);
    expect(audited.map(({ after }) => after)).toEqual([
      { rows: 1, from: "2026-05-12", until: "2026-05-12" },
    ]);
  });

  it("come from a file as spreadsheets write it, row by row, and are forgotten with the plays", async () => {
    const { company, storeIds, at } = await openCampaign();
    at("2026-05-13");
    const { companyId } = company;
    const codes = await codesOf(companyId);
    const [one = 0] = storeIds;
    const code = codes.get(one);
    const admin = platform.as(company.users.admin);
    const save = (hour: number, visitors: number) =>
      admin.saveFootfall({
        body: { rows: [{ storeCode: code, date: "2026-05-12", hour, visitors }] } as never,
      });
    await save(9, 7);
    await save(10, 8);
    const lines = [
      "Store code,Date,Hour,Visitors",
      `${code},12-05-2026,9 AM,7`,
      `${code},12/05/2026,10:00,"1,234"`,
      `${code},12-May-26,11,15`,
      `${code},2026-05-12,24,15`,
      `${code},2026-05-12,12:30,15`,
      `nowhere,2026-05-12,12,15`,
      `${code},2026-05-12,13,-1`,
      `${code},2026-05-12,14,`,
    ];
    const check = () =>
      admin.checkFootfallCsv({ files: [fileOf(lines.join("\r\n"), "footfall.csv")] });
    const run = await check();
    expect(run).toMatchObject({ toAdd: 1, toChange: 1, same: 1, refused: 5 });
    const { data: rows } = await admin.listFootfallCsvRows({
      params: { importId: run.id },
      query: { outcome: "refused" },
    }).answer;
    expect(rows.map(({ line, notes }) => [line, notes[0]?.split(":")[0]])).toEqual([
      [5, "Hour"],
      [6, "Hour"],
      [7, "Store code"],
      [8, "Visitors"],
      [9, "Visitors"],
    ]);
    await admin.applyFootfallCsv({ params: { importId: run.id } });
    expect(await storedOf(companyId)).toEqual([
      { storeId: one, day: "2026-05-12", hour: 9, visitors: 7 },
      { storeId: one, day: "2026-05-12", hour: 10, visitors: 1234 },
      { storeId: one, day: "2026-05-12", hour: 11, visitors: 15 },
    ]);
    // a file that was checked before others changed its hours is not applied
    lines.splice(1, lines.length, `${code},2026-05-12,11,16`);
    const late = await check();
    await save(11, 17);
    expect(await admin.applyFootfallCsv({ params: { importId: late.id } }).status).toBe(422);
    const { db } = platform.database;
    await forgetOldFootfall(db, new Date("2027-06-17T00:00:00Z"));
    expect(await storedOf(companyId)).toEqual([]);
  });

  it("are of hours with plays: up to now at the store, from where the play log begins", async () => {
    const { company, storeIds, at } = await openCampaign();
    const codes = await codesOf(company.companyId);
    const [here = 0, abroad = 0] = storeIds;
    const { db } = platform.database;
    await db.execute(sql`update store set time_zone = 'America/New_York' where id = ${abroad}`);
    at("2026-05-13", "06:00"); // the evening of 12 May in New York
    const admin = platform.as(company.users.admin);
    const row = (store: number, date: string, hour = 6) => ({
      storeCode: codes.get(store),
      date,
      hour,
      visitors: 5,
    });
    const refused = [
      row(here, "2026-05-14"),
      row(here, "2025-04-07"),
      row(here, "2199-12-31"),
      row(abroad, "2026-05-13"),
      row(here, "2026-05-13", 7),
    ];
    const accepted = [row(here, "2026-05-13"), row(here, "2025-04-08"), row(abroad, "2026-05-12")];
    const words = (today: string) => `Enter a date from 08/04/25 to ${today}, today at the store.`;
    expect(await admin.saveFootfall({ body: { rows: refused } as never }).errors).toEqual({
      "rows.0.date": words("13/05/26"),
      "rows.1.date": words("13/05/26"),
      "rows.2.date": words("13/05/26"),
      "rows.3.date": words("12/05/26"),
      "rows.4.hour": "This hour has not begun at the store.",
    });
    const lines = [...refused, ...accepted].map(
      ({ storeCode, date, hour, visitors }) => `${storeCode},${date},${hour},${visitors}`,
    );
    const file = fileOf(["Store code,Date,Hour,Visitors", ...lines].join("\r\n"), "footfall.csv");
    const run = await admin.checkFootfallCsv({ files: [file] });
    expect(run).toMatchObject({ toAdd: 3, refused: 5 });
    const { data: rows } = await admin.listFootfallCsvRows({
      params: { importId: run.id },
      query: { outcome: "refused" },
    }).answer;
    expect(rows.map(({ line, notes }) => [line, notes])).toEqual([
      [2, [`Date: ${words("13/05/26")}`]],
      [3, [`Date: ${words("13/05/26")}`]],
      [4, [`Date: ${words("13/05/26")}`]],
      [5, [`Date: ${words("12/05/26")}`]],
      [6, ["Hour: This hour has not begun at the store."]],
    ]);
    expect(await admin.saveFootfall({ body: { rows: accepted } as never })).toEqual({ saved: 3 });
    // the daily job deletes none of what was accepted, and the oldest on the next day
    await forgetOldFootfall(db, new Date(platform.clock.now));
    expect(await storedOf(company.companyId)).toHaveLength(3);
    await forgetOldFootfall(db, new Date(platform.clock.now + 86_400_000));
    expect(await storedOf(company.companyId)).toHaveLength(2);
  });
});
