import { sql } from "drizzle-orm";
import { storeDistribution } from "#contract/reports/store-distribution";
import type { Condition } from "#contract/stores/endpoints";
import { region, store, storeGroup, storeState, zone } from "../../db/schema/index.ts";
import { openingAt, path, storeFacts } from "../stores/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedStores, storeUnits } from "./report-units.queries.ts";

/** Of a place its key and its name; a zone and a group have those above in theirs, for names repeat. */
const places = {
  region: [sql`${store.regionId}::text`, sql`${region.name}`],
  zone: [sql`${store.zoneId}::text`, sql`${region.name} || ' › ' || ${zone.name}`],
  group: [sql`${store.groupId}::text`, sql`${region.name} || ' › ' || ${zone.name} || ' › ' || ${storeGroup.name}`],
  state: [sql`${store.state}`, sql`${store.state}`],
  city: [sql`${store.city}`, sql`${store.city}`],
} as const;

const inState = (condition: Condition) => sql<number>`count(*) filter (where condition = ${condition})::int`;

/** A row is a place. Stores without one share a row. */
export const storeDistributions = sourceOf(storeDistribution, {
  key: { place: "text" },
  isAggregate: true,
  select: (scope, { now, by, ...filters }) => {
    const [key, name] = places[by];
    return {
      with: {
        placed: sql`select coalesce(${key}, '') as place, coalesce(${name}, 'Not set') as name, ${storeFacts(now).condition} as condition
          from ${store} ${storeUnits.join} left join ${storeState} on ${path.state} cross join ${openingAt(now)}
          where ${reportedStores(scope, filters)}`,
      },
      columns: {
        ...{ place: sql<string>`place`, name: sql<string>`min(name)`, stores: sql<number>`count(*)::int` },
        ...{ online: inState("online"), silent: inState("silent"), quiet: inState("low-volume"), offline: inState("offline") },
        ...{ closed: inState("closed"), neverSeen: inState("never-seen"), inactive: inState("inactive") },
      },
      from: sql`from placed group by place`,
    };
  },
});
