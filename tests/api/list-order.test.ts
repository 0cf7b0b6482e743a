import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "#contract/audit/endpoints";
import type { Endpoint } from "#contract/base/endpoint";
import { foldText } from "#contract/base/fold-text";
import { custom } from "#contract/charts/endpoints";
import { companySorts, listCompanies } from "#contract/companies/endpoints";
import { catalogue, itemSorts } from "#contract/library/catalogue";
import { listRequests } from "#contract/onboarding/endpoints";
import { listUsers, userSorts } from "#contract/users/endpoints";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { findCampaignSpots } from "#platform/modules/ads/campaigns/campaign-spots.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { bothEngines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeSpot } from "../support/play-outs.ts";

const numbered = ["Unit 1", "Unit 2", "Unit 10", "Unit 100"];
const genres = catalogue.find(({ list }) => list.kind === "genre")?.endpoints.list;
type Row = { id: number; [member: string]: unknown };

describe.each(bothEngines)("The order of lists on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    const { db } = at.database;
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    const { companyId } = company;
    const shuffled = [...numbered].sort();
    await db
      .insert(table.company)
      .values(shuffled.map((name, i) => ({ kind: "client" as const, code: `U-${i}`, name })));
    await db.insert(table.chart).values(shuffled.map((name) => ({ companyId, name })));
    await db
      .insert(table.catalogueItem)
      .values(
        shuffled.map((name) => ({ companyId: provider.companyId, kind: "genre" as const, name })),
      );
    await db.insert(table.appUser).values(
      shuffled.map((name) => ({
        companyId,
        username: name.replace(" ", "."),
        email: "a@example.com",
        firstName: name.replace(" ", "_"),
        role: "ROLE_Client_Admin" as const,
        level: "regional" as const,
      })),
    );
    await db.insert(table.publicRequest).values(
      shuffled.map((companyName) => ({
        companyId: provider.companyId,
        kind: "query" as const,
        state: "new" as const,
        companyName,
        personName: "Asha",
        email: "a@example.com",
        details: {},
      })),
    );
    for (const volume of [10, 20, 30])
      await at
        .as(company.users.admin)
        .changeStores({ body: { volume, ids: company.stores.map(({ id }) => id) } });
  });
  afterAll(() => at?.close());

  const lists: [
    string,
    Endpoint | undefined,
    () => string,
    readonly string[],
    string | undefined,
  ][] = [
    ["users", listUsers, () => company.users.admin, userSorts, "username"],
    [
      "companies",
      listCompanies,
      () => provider.staff.Fever_Super_Admin_Major,
      companySorts,
      "companyName",
    ],
    [
      "charts",
      custom.list,
      () => company.users.admin,
      ["name", "-name", "status", "songs", "-songs"],
      "chartName",
    ],
    ["catalogue items", genres, () => provider.staff.Fever_Music_Admin, itemSorts, "name"],
    [
      "requests",
      listRequests,
      () => provider.staff.Fever_Super_Admin_Major,
      ["received", "-received", "name", "-name"],
      "companyName",
    ],
    [
      "audit entries",
      listAudit,
      () => provider.staff.Fever_Super_Admin_Major,
      ["at", "-at"],
      undefined,
    ],
  ];

  test.each(lists)(
    "%s: each sort has every row on one page, and a minus turns it round",
    async (_, endpoint, who, sorts, name) => {
      const page = async (query: object) => {
        const ofCompany = endpoint === listAudit && { companyId: company.companyId };
        const { data, page } = await at
          .as(who())
          .call(endpoint as typeof listUsers, { query: { ...query, ...ofCompany } as never })
          .answer;
        return { rows: data as unknown as Row[], next: page?.next };
      };
      const whole = async (sort: string) => (await page({ sort, limit: 100 })).rows;
      for (const sort of sorts) {
        const rows = await whole(sort);
        const paged: number[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const { rows: some, next } = await page({ sort, limit: 4, ...(cursor && { cursor }) });
          paged.push(...some.map(({ id }) => id));
          cursor = next ?? null;
        }
        expect(paged, sort).toEqual(rows.map(({ id }) => id));
        if (sort.startsWith("-"))
          expect([...paged].reverse(), sort).toEqual(
            (await whole(sort.slice(1))).map(({ id }) => id),
          );
      }
      if (!name) return;
      const names = (await whole(name === "username" ? "username" : "name")).map((row) =>
        String(row[name]).replace(".", " "),
      );
      expect(names.filter((one) => one.startsWith("Unit"))).toEqual(numbered);
    },
  );

  test("É sorts beside E, and is found by E, in whatever case and form [FND-1]", async () => {
    const names = ["Eclair", "ÉCLAIR bis", "Éclair No. 10", "Eden", "Łódź", "Lorient", "हवा महल"];
    const ofName = names.map((name) => ({ companyId: company.companyId, name }));
    const { db } = at.database;
    await db.insert(table.chart).values([...ofName].reverse());
    await db.insert(table.region).values([...ofName].reverse());
    await db
      .insert(table.company)
      .values(names.map((name, i) => ({ kind: "client" as const, code: `ACC-${i}`, name })));
    const admin = at.as(company.users.admin);
    const staff = at.as(provider.staff.Fever_Super_Admin_Major);
    const searches = [
      async (query: { search?: string; limit: number }) =>
        (await admin.call(custom.list, { query })).map(({ chartName }) => chartName),
      async (query: { search?: string; limit: number }) =>
        (await staff.listCompanies({ query })).map(({ companyName }) => companyName),
    ];
    for (const namesBy of searches) {
      const listed = (await namesBy({ limit: 100 })).filter((name) => names.includes(name));
      expect(listed).toEqual([
        "Eclair",
        "ÉCLAIR bis",
        "Éclair No. 10",
        "Eden",
        "Łódź",
        "Lorient",
        "हवा महल",
      ]);
      for (const search of ["eclair", "Éclair", "E\u0301CLAIR"])
        expect(await namesBy({ search, limit: 100 })).toEqual([
          "Eclair",
          "ÉCLAIR bis",
          "Éclair No. 10",
        ]);
      expect(await namesBy({ search: "lodz", limit: 100 })).toEqual(["Łódź"]);
      expect(await namesBy({ search: "महल", limit: 100 })).toEqual(["हवा महल"]);
    }
    const hits = await admin.searchAll({ query: { q: "eclair b" } });
    expect(hits.charts.hits.map(({ chartName }) => chartName)).toEqual(["ÉCLAIR bis"]);
  });

  test("spots of a campaign and playlists of a song sort as names do elsewhere [FND-1]", async () => {
    const names = ["Éclair 2", "Eclair 10", "Eden"];
    const { companyId, north } = company;
    const { db } = at.database;
    const [campaign] = await db
      .insert(table.campaign)
      .values({
        companyId,
        name: "Sorted",
        kind: "AD",
        playTakes: 10,
        startsOn: "2100-01-01",
        endsOn: "2100-01-02",
        weekdays: [0],
        plays: Array.from({ length: 24 }, () => 1),
        createdBy: "somebody",
      })
      .returning({ id: table.campaign.id });
    const campaignId = campaign?.id ?? 0;
    for (const name of [...names].reverse()) {
      const spotId = await makeSpot(at.database, companyId, "AD", name);
      await db.insert(table.campaignSpot).values({ companyId, campaignId, spotId, weight: 1 });
    }
    const spots = await findCampaignSpots(wholeCompany(companyId), db, campaignId);
    expect(spots.map(({ name }) => name)).toEqual(names);

    const [songId = 0] = await makeSongs(at.database, provider.companyId, [{ title: "Sorted" }]);
    const place = { companyId, regionId: north.regionId, zoneId: north.zoneIds[0] ?? 0 };
    const groups = await db
      .insert(table.storeGroup)
      .values([...names].reverse().map((name) => ({ ...place, name })))
      .returning({ id: table.storeGroup.id });
    await db.insert(table.groupPlaylist).values(
      groups.map(({ id: groupId }) => ({
        companyId,
        groupId,
        day: "2100-01-01",
        version: 1,
        state: "published" as const,
        inputsDigest: "-",
        positions: [{ songId }],
        summary: {},
      })),
    );
    const staff = at.as(provider.staff.Fever_Music_Admin);
    const { playlists } = await staff.songPlaylists({ params: { id: songId } });
    expect(playlists.map(({ groupName }) => groupName)).toEqual(names);
  });

  test("the database folds a text as the code does", async () => {
    const texts = [
      "Éclair",
      "E\u0301",
      "ØRESUND",
      "Łódź",
      "İstanbul",
      "ıssız",
      "ÅÄÖ ß",
      "हवाई",
      "₹1%_\\",
    ];
    const { rows } = await at.database.db.execute<{ text: string }>(
      sql`select fold_text(text) as text from unnest(${sql.param(texts)}::text[]) with ordinality given(text, place) order by place`,
    );
    expect(rows.map(({ text }) => text)).toEqual(texts.map(foldText));
  });
});
