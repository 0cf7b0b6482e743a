import { sql } from "drizzle-orm";
import { alertReport } from "#contract/reports/alerts";
import { alert, store } from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedStores, storeUnits } from "./report-units.queries.ts";

/** A row is an alert that was raised. */
export const alertRows = sourceOf(alertReport, {
  key: { alertId: "integer", storeId: "integer" },
  isAggregate: false,
  select: (scope, { from, to, timeZone, now, ...filters }) => ({
    columns: {
      ...storeUnits.columns,
      alertId: alert.id,
      storeId: store.id,
      kind: alert.kind,
      began: alert.beganAt,
      ended: alert.endedAt,
      told: alert.toldAt,
      duration: sql<number>`extract(epoch from coalesce(${alert.endedAt}, ${now.toISOString()}::timestamptz) - ${alert.beganAt})::bigint`,
      acknowledgedBy: alert.acknowledgedBy,
      note: alert.note,
    },
    from: sql`from ${alert} join ${store} on ${store.companyId} = ${alert.companyId} and ${store.id} = ${alert.storeId} ${storeUnits.join}
      where ${alert.companyId} = ${scope.companyId} and ${reportedStores(scope, filters)} and ${alert.raisedAt} is not null
        and ${alert.beganAt} >= ${from}::date::timestamp at time zone ${timeZone}
        and ${alert.beganAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  }),
});
