import { sql } from "drizzle-orm";
import type { CampaignState } from "#contract/ads/words";
import { showClock } from "#contract/base/dates";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin } from "../../../access/scope-conditions.ts";
import {
  dateCell,
  type ExportColumn,
  type ExportRows,
  numberCell,
  textCell,
} from "../../../db/export-cells.ts";
import {
  campaign,
  campaignLine,
  campaignPlays,
  campaignSpot,
  company,
  spot,
  store,
  storeDay,
  storedFile,
} from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { withParts } from "../../../db/with-parts.ts";
import { campaignBrand } from "../campaigns/campaign-brand.queries.ts";
import {
  countedPlays,
  deliveryByDay,
  dueAt,
  idsOf,
  placesOf,
} from "../delivery/delivery-parts.queries.ts";
import { dueWithin, impressionsByDay } from "../footfall/impressions.queries.ts";

type Head = {
  campaign: string;
  brand: string | null;
  kind: SpotKind;
  state: CampaignState;
  startsOn: string;
  endsOn: string;
  company: string;
  country: string;
  timeZone: string;
  /** The company's icon in the file store; null without one. */
  logoKey: string | null;
  logoType: string | null;
};

/** Finds the head of a campaign's proof of play; undefined if the company has no such campaign. */
export async function findProofHead(
  scope: Scope,
  db: Db,
  campaignId: number,
): Promise<Head | undefined> {
  const { rows } = await db.execute<Head>(sql`
    select ${campaign.name} as campaign, ${campaignBrand} as brand, ${campaign.kind} as kind, ${campaign.state} as state,
      ${campaign.startsOn}::text as "startsOn", ${campaign.endsOn}::text as "endsOn", ${company.name} as company,
      ${company.country} as country, ${company.timeZone} as "timeZone", ${storedFile.key} as "logoKey", ${storedFile.mediaType} as "logoType"
    from ${campaign} join ${company} on ${company.id} = ${campaign.companyId}
      left join ${storedFile} on ${storedFile.companyId} = ${company.id} and ${storedFile.id} = ${company.iconFileId}
    where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = ${campaignId}`);
  return rows[0];
}

const hourCounts = sql.join(
  Array.from(
    { length: 24 },
    (_, hour) =>
      sql`count(*) filter (where extract(hour from ${dueAt}) = ${sql.raw(String(hour))})::int`,
  ),
  sql`, `,
);

/** Finds the verified plays by the hour of the day in which they were due, if still on record. */
export async function findPlaysByHour(
  scope: Scope,
  db: Db,
  campaignId: number,
  now: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ hours: number[] }>(sql`
    with place as (${placesOf(scope, undefined, now)}) select array[${hourCounts}] as hours from ${countedPlays(scope, campaignId, now)}`);
  return rows[0]?.hours ?? [];
}

export type Reach = { stores: number; storesBooked: number; openMinutes: number };

/**
 * The stores that a campaign has plays in, those that have played it, and for how long they were open
 * on the dates of its plays up to now.
 */
export async function findReach(
  scope: Scope,
  db: Db,
  campaignId: number,
  now: Date,
): Promise<Reach> {
  const parts = {
    ...deliveryByDay(scope, { campaignIds: idsOf([campaignId]) }, now),
    reached: sql`select store_id, sum(verified) as verified, sum(in_all + booked + make_goods + ahead + verified) as plays from delivery group by 1`,
  };
  const { rows } = await db.execute<Reach>(sql`${withParts(parts)}
    select (select count(*) filter (where verified > 0) from reached)::int as stores, (select count(*) from reached where plays > 0)::int as "storesBooked",
      (select coalesce(sum(${storeDay.open}), 0) from delivery join ${storeDay} on ${storeDay.companyId} = ${scope.companyId}
        and ${storeDay.storeId} = delivery.store_id and ${storeDay.day} = delivery.day
        where delivery.booked + delivery.make_goods + delivery.verified > 0)::int as "openMinutes"`);
  return rows[0] ?? { stores: 0, storesBooked: 0, openMinutes: 0 };
}

/** The lengths of the spots that a campaign has or had. */
export async function findSpotSeconds(
  scope: Scope,
  db: Db,
  campaignId: number,
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ spotId: number; seconds: number }>(sql`
    select ${spot.id}::int as "spotId", ${spot.durationSeconds} as seconds from ${spot}
    where ${spot.companyId} = ${scope.companyId} and (${spot.id} in (select spot_id from ${campaignSpot}
        where ${campaignSpot.companyId} = ${scope.companyId} and ${campaignSpot.campaignId} = ${campaignId})
      or ${spot.id} in (select spot_id from ${campaignPlays} where ${campaignPlays.companyId} = ${scope.companyId} and ${campaignPlays.campaignId} = ${campaignId}))`);
  return new Map(rows.map(({ spotId, seconds }) => [spotId, seconds]));
}

const hourColumns = Array.from({ length: 24 }, (_, hour): ExportColumn => {
  const plays = sql`heard.hours[${sql.raw(String(hour + 1))}]`;
  // null for days whose plays are not all on record any longer: their hours are unknown
  const cell = sql`case when delivery.verified = coalesce(heard.plays, 0) then coalesce(${plays}, 0) end`;
  return [showClock(hour * 3600), numberCell(cell)];
});

export const proofColumns: ExportColumn[] = [
  ["Store code", textCell(store.code)],
  ["Store", textCell(store.name)],
  ["Date", dateCell(sql`delivery.day`)],
  ["Booked", numberCell(sql`delivery.booked`)],
  ["Make-goods", numberCell(sql`delivery.make_goods`)],
  ["Beyond booking", numberCell(sql`delivery.extra`)],
  ["Verified", numberCell(sql`delivery.verified`)],
  ["Missed", numberCell(sql`delivery.missed`)],
  // each hour's visitors once, however many plays it had; empty where footfall is not known
  ["Impressions (estimated)", numberCell(sql`visit.visitors`)],
  ["Hours with a play", numberCell(sql`visit.hours`)],
  ["Of these with footfall", numberCell(sql`visit.hours_with_footfall`)],
  ...hourColumns,
];

/** Dates that are read at once: the log has a campaign's plays by when they were due. */
const daysAtOnce = 7;

/** A row for each date and store with a play that was due or verified, by date. */
export const proofRows = (scope: Scope, db: Db, campaignId: number, now: Date): ExportRows => ({
  columns: proofColumns,
  async *slices(cells) {
    const of = (table: typeof campaignLine | typeof campaignPlays) =>
      sql`select day from ${table} where ${ofStoresWithin(table, scope)} and ${table.campaignId} = ${campaignId}`;
    const { rows } = await db.execute<{ day: string }>(
      sql`select day::text as day from (${of(campaignLine)} union ${of(campaignPlays)}) played where day <= ${now.toISOString()}::date + 1 order by 1`,
    );
    for (let first = 0; first < rows.length; first += daysAtOnce) {
      const { day: from = "" } = rows[first] ?? {};
      const { day: to = from } = rows[Math.min(first + daysAtOnce, rows.length) - 1] ?? {};
      const parts = {
        ...deliveryByDay(scope, { campaignIds: idsOf([campaignId]), days: { from, to } }, now),
        heard: sql`select store_id, ${dueAt}::date as day, count(*)::int as plays, array[${hourCounts}] as hours
          from ${countedPlays(scope, campaignId, now)} ${dueWithin(from, to)} group by 1, 2`,
        visit: impressionsByDay(scope, campaignId, now, dueWithin(from, to)),
      };
      yield sql`${withParts(parts)} select ${cells} from delivery join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = delivery.store_id
        left join heard on heard.store_id = delivery.store_id and heard.day = delivery.day
        left join visit on visit.store_id = delivery.store_id and visit.day = delivery.day
        where delivery.booked + delivery.make_goods + delivery.verified > 0 order by delivery.day, ${store.nameKey}, ${store.id}`;
    }
  },
});
