import { sql } from "drizzle-orm";
import { footfall, store } from "../platform/db/schema/index.ts";
import type { Db } from "../platform/db/types.ts";
import { companies } from "./companies.ts";

/** Days before today for which stores have counted their visitors, and the most such stores. */
const days = 7;
const mostStores = 200;

/**
 * Gives Northwind's stores their visitors by hour, most in the early evening. One store in six
 * counts none, as in real chains.
 */
export async function seedFootfall(db: Db, now: Date): Promise<void> {
  const noise = sql`('x' || substr(md5(concat_ws('/', ${store.id}, day::date, hour)), 1, 4))::bit(16)::int`;
  await db.execute(sql`insert into ${footfall} (company_id, store_id, day, hour, visitors)
    select ${store.companyId}, ${store.id}, day::date, hour, 15 + (60 - 8 * abs(hour - 18)) + ${noise} % 25
    from (select * from ${store} where ${store.companyId} = ${companies.northwind.id} order by ${store.id} limit ${mostStores}) as store,
      generate_series(1, ${days}) as back, generate_series(11, 21) as hour,
      lateral (select (${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date - back as day) as past
    where ${store.id} % 6 <> 5`);
}
