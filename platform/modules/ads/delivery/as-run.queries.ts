import { type SQL, sql } from "drizzle-orm";
import type { AsRunFilters } from "#contract/ads/delivery";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import {
  dateCell,
  type ExportColumn,
  numberCell,
  textCell,
  wordCell,
} from "../../../db/export-cells.ts";
import { idKey, type KeyPart, keyset } from "../../../db/keyset.ts";
import { campaignLine, store } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { storeNamed } from "./delivery.queries.ts";

/** The plays of one store and date that a campaign has booked, by hour. */
export type BookedDay = {
  storeId: number;
  storeName: string;
  storeCode: string;
  timeZone: string;
  status: "active" | "inactive";
  statusSince: Date;
  day: string;
  plays: number[];
};
type BookedPlaysFilter = Pick<AsRunFilters, "campaignId" | "from" | "to" | "storeId" | "search">;

const bookedDays = (
  scope: Scope,
  { campaignId, from, to, storeId, search }: BookedPlaysFilter,
) => sql`${campaignLine} line
  join ${store} on ${store.companyId} = line.company_id and ${store.id} = line.store_id
  where ${storesWithin(scope)} and line.company_id = ${scope.companyId} and line.campaign_id = ${campaignId}
    ${from === undefined ? sql`` : sql`and line.day >= ${from}`} ${to === undefined ? sql`` : sql`and line.day <= ${to}`}
    ${storeId === undefined ? sql`` : sql`and line.store_id = ${storeId}`} and ${storeNamed(search)}`;
const dayColumns = sql`line.store_id::int as "storeId", ${store.name} as "storeName", ${store.code} as "storeCode", ${store.timeZone} as "timeZone",
  ${store.status} as status, ${store.statusSince} as "statusSince", line.day::text as day, line.plays`;

/**
 * A page of booked plays by store, day and hour; `place` counts those of an hour from 0. Throws 422
 * for a cursor that is not ours.
 */
export async function findBookedPage(
  scope: Scope,
  db: Db,
  { limit, cursor, ...which }: BookedPlaysFilter & { limit: number; cursor?: string | undefined },
) {
  const day: KeyPart = { value: sql`to_char(line.day, 'YYYY-MM-DD') collate "C"`, type: "text" };
  const order = keyset(
    [idKey(sql`line.store_id`), day, idKey(sql`of_day.hour`), idKey(sql`of_hour.place`)],
    { descending: false, cursor },
  );
  const { rows } = await db.execute<
    BookedDay & { hour: number; place: number; rowKey: string[] }
  >(sql`
    select ${dayColumns}, (of_day.hour - 1)::int as hour, of_hour.place, ${order.select} as "rowKey"
    from (select line.* from ${bookedDays(scope, which)}) line
      join ${store} on ${store.companyId} = line.company_id and ${store.id} = line.store_id
      cross join lateral unnest(line.plays) with ordinality as of_day (plays, hour)
      cross join lateral generate_series(0, of_day.plays - 1) as of_hour (place)
    where ${order.where ?? sql`true`} order by ${order.orderBy} limit ${limit + 1}`);
  return order.page(rows, limit);
}

export async function countBookedPlays(
  scope: Scope,
  db: Db,
  which: BookedPlaysFilter,
): Promise<number> {
  const { rows } = await db.execute<{ plays: number }>(
    sql`select coalesce(sum(line.plays_in_all), 0)::int as plays from ${bookedDays(scope, which)}`,
  );
  return rows[0]?.plays ?? 0;
}

/** A store and date to begin at, it included. */
type Place = { storeId: number; day: string };

/**
 * Reads the booked days of a campaign in the order of its lines' key, or backwards, this many at
 * a time.
 */
export async function* bookedDaysInTurn(
  scope: Scope,
  db: Db,
  which: BookedPlaysFilter,
  { atATime, from, back = false }: { atATime: number; from?: Place | undefined; back?: boolean },
): AsyncGenerator<BookedDay[]> {
  const [way, beyond] = back ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const than = ({ storeId, day }: Place) => sql`(${storeId}::bigint, ${day}::date)`;
  for (let after: BookedDay | undefined; ; ) {
    const key = sql`(line.store_id, line.day)`;
    const rest = after
      ? sql`and ${key} ${beyond} ${than(after)}`
      : from
        ? sql`and ${key} ${beyond}= ${than(from)}`
        : sql``;
    const { rows } = await db.execute<BookedDay>(
      sql`select ${dayColumns} from ${bookedDays(scope, which)} ${rest} order by line.store_id ${way}, line.day ${way} limit ${atATime}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < atATime) return;
    after = rows.at(-1);
  }
}

/** A play as a row of the file; times are in the store's local time. */
export type AsRunFileRow = Record<"storeCode" | "store" | "day" | "hour" | "outcome", string> &
  Record<"due" | "started" | "spot" | "reason", string | null> & { seconds: number | null };

export const asRunColumns: ExportColumn[] = [
  ["Store code", textCell(sql`play."storeCode"`)],
  ["Store", textCell(sql`play.store`)],
  ["Date", dateCell(sql`play.day`)],
  ["Hour", wordCell(sql`play.hour`)],
  ["Due at", wordCell(sql`play.due`)],
  ["Started at", wordCell(sql`play.started`)],
  ["Seconds", numberCell(sql`play.seconds`)],
  ["Spot", textCell(sql`play.spot`)],
  ["Outcome", wordCell(sql`play.outcome`)],
  ["Reason", wordCell(sql`play.reason`)],
];

/** The rows handed over as a select, for a file whose rows are made in JavaScript. */
export const selectAsRun = (cells: SQL, rows: readonly AsRunFileRow[]): SQL => sql`select ${cells}
  from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as ("storeCode" text, store text, day date, hour text, due text, started text,
    seconds int, spot text, outcome text, reason text)) with ordinality as play order by ordinality`;
