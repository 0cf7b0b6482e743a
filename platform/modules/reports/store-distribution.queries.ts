import { sql } from "drizzle-orm";
import { storeDistribution } from "#contract/reports/store-distribution";
import type { Condition } from "#contract/stores/conditions";
import { store, storeState } from "../../db/schema/index.ts";
import { openingAt, path, storeFacts } from "../stores/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedStores, storeUnits, unitPlaces } from "./report-units.queries.ts";

const places = {
  ...unitPlaces,
  state: { id: sql`0`, name: sql`${store.state}` },
  city: { id: sql`0`, name: sql`${store.city}` },
};

const inState = (condition: Condition) =>
  sql<number>`count(*) filter (where condition = ${condition})::int`;

/** A row is a place. Stores without one share a row. */
export const storeDistributions = sourceOf(storeDistribution, {
  key: { unitId: "integer", place: "text" },
  counts: sql`"unitId" > 0 or place > ''`,
  isAggregate: true,
  select: (scope, { now, by, ...filters }) => {
    const { id, name } = places[by];
    const key = by in unitPlaces ? sql`''` : sql`coalesce(${name}, '')`;
    return {
      with: {
        placed: sql`select coalesce(${id}, 0) as unit_id, ${key} as place, coalesce(${name}, ${`No ${by}`}::text) as name, ${storeFacts(now).condition} as condition
          from ${store} ${storeUnits.join} left join ${storeState} on ${path.state} cross join ${openingAt(now)}
          where ${reportedStores(scope, filters)}`,
      },
      columns: {
        unitId: sql<number>`unit_id`,
        place: sql<string>`place`,
        name: sql<string>`min(name)`,
        stores: sql<number>`count(*)::int`,
        online: inState("online"),
        silent: inState("silent"),
        quiet: inState("low-volume"),
        offline: inState("offline"),
        closed: inState("closed"),
        neverSeen: inState("never-seen"),
        inactive: inState("inactive"),
      },
      from: sql`from placed group by unit_id, place`,
    };
  },
});
