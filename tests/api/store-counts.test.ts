import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine, fillTable } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf } from "../support/uploads.ts";

describe("The counts of a company too large to be counted for each page", () => {
  let at: TestPlatform;
  let company: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    company = await makeCompany(at.database);
    const [store] = company.stores;
    await fillTable(
      at.database,
      sql`insert into store (company_id, code, name, time_zone, region_id, zone_id, group_id)
      select ${company.companyId}, 'MANY-' || n, 'One of many', 'UTC', ${store?.regionId}, ${store?.zoneId}, ${store?.groupId}
      from generate_series(1, 10001) n`,
    );
  });
  afterAll(() => at.close());

  const total = async (username: string) => (await at.as(username).storeCounts()).total;

  test("hold what the person moved, imported or put under another unit, at once [STO-1] [HIE-1]", async () => {
    const { admin, regional } = company.users;
    const alone = company.stores.find(({ groupId }) => groupId === null)?.id;
    const before = [await total(admin), await total(regional)] as const;
    await at.as(admin).moveStores({ body: { groupId: company.north.groupIds[1], ids: [alone] } });
    expect([await total(admin), await total(regional)]).toEqual([before[0], before[1] + 1]);
    const files = [fileOf("Code,Name,City\nNEW-1,New,Pune", "stores.csv")];
    const checked = await at.as(admin).checkStoreCsv({ files });
    await at.as(admin).applyStoreCsv({ params: { importId: checked.id } });
    expect(await total(admin)).toBe(before[0] + 1);
    const zone = {
      id: company.north.zoneIds[1],
      zoneName: "North zone 2",
      regionId: company.south.regionId,
    };
    await at.as(admin).changeZone({ body: zone } as never);
    expect(await total(regional)).toBe(before[1] - 2);
  });
});
