import { sql } from "drizzle-orm";
import type { StatusReport } from "#contract/reports/store-status";
import { store, storeState } from "../../db/schema/index.ts";
import { inCondition, openingAt, path, storeFacts } from "../stores/index.ts";
import { type ReportSource, sourceOf } from "./report-source.ts";
import { reportedStores, storeUnits } from "./report-units.queries.ts";

/**
 * A row is a store with its present status, which the store list and the dashboard compute in the
 * same way.
 */
export const storeStatuses = <K extends string>(
  report: StatusReport & { key: K },
): ReportSource<K> => ({
  ...sourceOf<StatusReport, { storeId: "integer" }>(report, {
    key: { storeId: "integer" },
    isAggregate: false,
    select: (scope, { now, ...filters }) => ({
      columns: {
        ...storeUnits.columns,
        storeId: store.id,
        status: storeFacts(now).condition,
        since: sql<Date | null>`case ${storeFacts(now).condition} when 'inactive' then ${store.statusSince}
          when 'offline' then coalesce(${storeState.lastSeenAt}, ${storeState.lastPlayedAt}) when 'silent' then ${storeFacts(now).silentSince()} end`,
        lastSeen: storeState.lastSeenAt,
        volume: storeState.volume,
        contact: sql<string | null>`nullif(concat_ws(', ', ${store.contactName}, ${store.email},
          '+' || ${store.phoneCountryCode} || ' ' || ${store.phone}), '')`,
      },
      from: sql`from ${store} ${storeUnits.join} left join ${storeState} on ${path.state} cross join ${openingAt(now)}
        where ${reportedStores(scope, filters)} and ${report.condition ? inCondition(report.condition, now) : sql`true`}`,
    }),
  }),
  report,
});
