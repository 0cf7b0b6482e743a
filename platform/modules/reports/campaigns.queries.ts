import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type CampaignState, deliveredStates } from "#contract/ads/words";
import {
  adSchedulePreview,
  campaignReport,
  storeCampaignReport,
} from "#contract/reports/campaigns";
import type { BrandFilter, UnitFilters } from "#contract/reports/report";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../access/scope.ts";
import { ofStoresWithin } from "../../access/scope-conditions.ts";
import {
  campaign,
  campaignLine,
  campaignMakeGood,
  campaignSpot,
  campaignTime,
  spot,
  store,
} from "../../db/schema/index.ts";
import type { Parts } from "../../db/with-parts.ts";
import {
  campaignBrand,
  campaignsWithin,
  deliveryByDay,
  deliveryByStore,
  ofBrand,
} from "../ads/index.ts";
import { percentOf } from "./report-rows.queries.ts";
import { sourceOf } from "./report-source.ts";
import { filteredStores, reportedStores, storeUnits } from "./report-units.queries.ts";

type BrandPeriodFilter = BrandFilter & { from: string; to: string };
const deliveredWhere = (
  scope: Scope,
  where: SQL | undefined,
): SQL => sql`array(select ${campaign.id} from ${campaign}
  where ${and(campaignsWithin(scope), sql`${campaign.state} = any(${sql.param([...deliveredStates])}::text[])`, where)})`;
/** Selects as an array the ids of a brand's or all campaigns that have a day in these dates. */
export const deliveredIn = (scope: Scope, { from, to, brandId }: BrandPeriodFilter): SQL =>
  deliveredWhere(
    scope,
    and(sql`${campaign.startsOn} <= ${to} and ${campaign.endsOn} >= ${from}`, ofBrand(brandId)),
  );
const figure = (column: string) => sql<number>`by_campaign.${sql.identifier(column)}`;

/** A row is a campaign, counted as on its own page. */
export const campaignDeliveries = sourceOf(campaignReport, {
  key: { campaignId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => {
    const campaignIds = deliveredIn(scope, criteria);
    return {
      with: {
        ...deliveryByStore(scope, { campaignIds, stores: filteredStores(criteria) }, criteria.now),
        by_campaign: sql`select campaign_id, sum(in_all)::bigint as booked, sum(booked)::bigint as due, sum(verified)::bigint as verified,
          sum(missed)::bigint as missed, sum(make_goods + ahead)::bigint as make_goods, sum(extra)::bigint as extra,
          sum(in_all - booked + ahead)::bigint as to_come from by_store group by 1`,
      },
      columns: {
        campaignId: campaign.id,
        campaign: campaign.name,
        brand: campaignBrand,
        state: sql<CampaignState>`${campaign.state}`,
        startsOn: campaign.startsOn,
        endsOn: campaign.endsOn,
        booked: figure("booked"),
        due: figure("due"),
        verified: figure("verified"),
        missed: figure("missed"),
        delivery: percentOf(figure("verified"), figure("booked")),
        makeGoods: figure("make_goods"),
        extra: figure("extra"),
        toCome: figure("to_come"),
      },
      from: sql`from by_campaign join ${campaign} on ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = by_campaign.campaign_id`,
    };
  },
});

// make-goods are booked after the flight, and plays are heard in hours that were given back
const lastDay = sql`greatest(${campaign.endsOn}, (select max(day) from ${campaignMakeGood}
  where ${campaignMakeGood.companyId} = ${campaign.companyId} and ${campaignMakeGood.campaignId} = ${campaign.id}))`;
/** Parts that end in `delivery`, of the days asked for. */
const deliveredDays = (
  scope: Scope,
  criteria: UnitFilters & BrandPeriodFilter & { now: Date },
): Parts => {
  const campaignIds = deliveredWhere(
    scope,
    and(
      sql`${campaign.startsOn} <= ${criteria.to} and ${lastDay} + 2 >= ${criteria.from}`,
      ofBrand(criteria.brandId),
    ),
  );
  return deliveryByDay(
    scope,
    { campaignIds, stores: filteredStores(criteria), days: criteria },
    criteria.now,
  );
};
const isDelivered = sql`delivery.booked + delivery.make_goods + delivery.verified > 0`;
const delivered = sql<number>`count(*) filter (where ${isDelivered})`;

/** A row is a day of a campaign in a store. */
export const storeCampaignDays = sourceOf(storeCampaignReport, {
  key: { campaignId: "integer", storeId: "integer", day: "date" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: deliveredDays(scope, criteria),
    columns: {
      ...storeUnits.columns,
      campaignId: campaign.id,
      storeId: store.id,
      day: sql<string>`delivery.day`,
      campaign: campaign.name,
      brand: campaignBrand,
      booked: sql<number>`delivery.booked`,
      makeGoods: sql<number>`delivery.make_goods`,
      extra: sql<number>`delivery.extra`,
      verified: sql<number>`delivery.verified`,
      missed: sql<number>`delivery.missed`,
    },
    from: sql`from delivery join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = delivery.store_id ${storeUnits.join}
      join ${campaign} on ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = delivery.campaign_id where ${isDelivered}`,
  }),
  sums: (scope, criteria) => ({
    with: deliveredDays(scope, criteria),
    columns: {
      day: sql<string>`day`,
      rows: delivered,
      booked: sql<number>`sum(booked)`,
      makeGoods: sql<number>`sum(make_goods)`,
      extra: sql<number>`sum(extra)`,
      verified: sql<number>`sum(verified)`,
      missed: sql<number>`sum(missed)`,
    },
    from: sql`from delivery group by day having ${delivered} > 0`,
  }),
});

const rotation = sql`cross join lateral (select string_agg(${spot.name}, ', ' order by ${spot.nameKey}, ${spot.id}) as names,
    sum(${spot.durationSeconds} * ${campaignSpot.weight})::float8 / sum(${campaignSpot.weight}) as seconds
  from ${campaignSpot} join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
  where ${campaignSpot.companyId} = ${campaign.companyId} and ${campaignSpot.campaignId} = ${campaign.id} and ${campaignSpot.droppedAt} is null) rotation`;
/** A campaign's exact times in the store and on the day of a line, as an array of minutes. */
const exactTimes = sql`array(select minute from ${campaignTime} where ${campaignTime.companyId} = ${campaignLine.companyId}
  and ${campaignTime.storeId} = ${campaignLine.storeId} and ${campaignTime.day} = ${campaignLine.day} and ${campaignTime.campaignId} = ${campaignLine.campaignId}
  order by minute)`;
/** Joins the plays due of a line: each exact time, and each hour with its other plays. */
const due = (
  plays: SQLWrapper,
  minutes: SQL,
): SQL => sql`cross join lateral (select minute::int, 1 as is_exact, 1 as plays from unnest(${minutes}) minute
  union all select of_hour.minute, 0, of_hour.plays - of_hour.exact from (select (hour - 1)::int * 60 as minute, plays::int,
      (select count(*)::int from unnest(${minutes}) minute where minute / 60 = hour - 1) as exact
    from unnest(${plays}) with ordinality as at(plays, hour) where at.plays > 0) of_hour where of_hour.plays > of_hour.exact) due`;
const dueSeconds = sql<number>`round(due.plays * rotation.seconds)::int`;

/** A row is an exact time of a campaign in a store, or an hour with its other plays. */
export const adSchedule = sourceOf(adSchedulePreview, {
  key: {
    storeId: "integer",
    day: "date",
    minute: "integer",
    campaignId: "integer",
    isExact: "integer",
  },
  isAggregate: false,
  select: (scope, criteria) => ({
    columns: {
      ...storeUnits.columns,
      storeId: store.id,
      day: campaignLine.day,
      campaignId: campaign.id,
      campaign: campaign.name,
      brand: campaignBrand,
      minute: sql<number>`due.minute`,
      isExact: sql<number>`due.is_exact`,
      time: sql<string>`make_time(due.minute / 60, due.minute % 60, 0)`,
      spot: sql<string>`rotation.names`,
      type: sql<SpotKind>`${campaign.kind}`,
      plays: sql<number>`due.plays`,
      seconds: dueSeconds,
      state: sql<CampaignState>`${campaign.state}`,
    },
    from: sql`from ${campaignLine} join ${store} on ${and(eq(store.companyId, campaignLine.companyId), eq(store.id, campaignLine.storeId))} ${storeUnits.join}
      join ${campaign} on ${and(eq(campaign.companyId, campaignLine.companyId), eq(campaign.id, campaignLine.campaignId))}
      ${rotation} cross join lateral (select ${exactTimes} as minutes) exact ${due(campaignLine.plays, sql`exact.minutes`)}
      where ${and(campaignsWithin(scope), reportedStores(scope, criteria), eq(campaignLine.companyId, scope.companyId), ofBrand(criteria.brandId))}
        and ${campaignLine.day} between ${criteria.from}::date and ${criteria.to}::date`,
  }),
  // most stores of a campaign have the same day: its due plays are computed once for all of them;
  // `offset 0` looks up a campaign's times only once
  sums: (scope, criteria) => ({
    with: {
      timed: sql`select ${campaign.id} as campaign_id, exists (select from ${campaignTime}
        where ${campaignTime.companyId} = ${campaign.companyId} and ${campaignTime.campaignId} = ${campaign.id}) as is_timed
        from ${campaign} where ${and(campaignsWithin(scope), ofBrand(criteria.brandId))} offset 0`,
      alike: sql`select campaign_id, day, plays, case when is_timed then ${exactTimes} else '{}' end as minutes, count(*) as stores
        from ${campaignLine} join timed using (campaign_id) where ${ofStoresWithin(campaignLine, scope, filteredStores(criteria))}
          and day between ${criteria.from}::date and ${criteria.to}::date group by 1, 2, 3, 4`,
    },
    columns: {
      rows: sql<number>`alike.stores`,
      day: sql<string>`alike.day`,
      plays: sql<number>`alike.stores * due.plays`,
      seconds: sql<number>`alike.stores * ${dueSeconds}`,
    },
    from: sql`from alike join ${campaign} on ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = alike.campaign_id
      ${rotation} ${due(sql`alike.plays`, sql`alike.minutes`)}`,
  }),
});
