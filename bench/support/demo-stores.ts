import { sql } from "drizzle-orm";
import { companies, storeIdOf, unitIdOf } from "../../demo/companies.ts";
import type { Database } from "../../platform/db/database.ts";

export const companyId = companies.northwind.id;
export const firstGroup = unitIdOf(companyId, 0) + 1_000_000;
export const firstStore = storeIdOf(companyId, 500_000);
export const zone = "Asia/Kolkata";

/**
 * Adds groups of this many stores each to a zone of the demo's company, by its rules; every tenth
 * store opens later and closes earlier than the others.
 */
export async function addStores(
  database: Database,
  { groups, storesAGroup }: { groups: number; storesAGroup: number },
): Promise<void> {
  const stores = groups * storesAGroup;
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into store_group (company_id, id, region_id, zone_id, name)
      select company_id, ${firstGroup}::bigint + n, region_id, id, 'Bench ' || n
      from (select * from zone where company_id = ${companyId} order by id limit 1) z, generate_series(0, ${groups - 1}::int) n`);
    await tx.execute(sql`insert into store (company_id, id, code, name, region_id, zone_id, group_id, status, time_zone, country, city)
      select g.company_id, ${firstStore}::bigint + n, 'B-' || n, 'Bench shop ' || n, g.region_id, g.zone_id, g.id, 'active', ${zone}, 'IN', 'Mumbai'
      from generate_series(0, ${stores - 1}::int) n join store_group g on g.company_id = ${companyId} and g.id = ${firstGroup}::bigint + n / ${storesAGroup}::int`);
    await tx.execute(sql`insert into store_hours (company_id, store_id, weekday, opens, closes)
      select ${companyId}::bigint, ${firstStore}::bigint + n, weekday, case when n % 10 = 7 then 600 else 480 end, case when n % 10 = 7 then 1320 else 1440 end
      from generate_series(0, ${stores - 1}::int) n, generate_series(0, 6) weekday`);
  });
  await database.db.execute(sql`analyze`);
}
