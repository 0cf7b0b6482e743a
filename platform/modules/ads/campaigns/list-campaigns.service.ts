import type { z } from "zod";
import type * as bookings from "#contract/ads/booking";
import type { CampaignFilters } from "#contract/ads/campaign-records";
import type * as contract from "#contract/ads/campaigns";
import type { CampaignDetail, CampaignQuery, CampaignRow } from "#contract/ads/campaigns";
import { addDays, dateIn } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import { personOf } from "../../../access/caller.ts";
import { ownsAll } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { findStoreUnits, unitOf } from "../../../access/units.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { daysDrafted } from "../../schedule/index.ts";
import { findDayFigures, findLinePage } from "../booking/booking.queries.ts";
import { type BookingSort, refuseOtherSort } from "../booking/booking-sort.ts";
import { findTakenByStore } from "../booking/campaign-stores.queries.ts";
import { sumPreempted } from "../booking/preemption.queries.ts";
import { deliveryOfCampaigns, nothing, toFigures } from "../delivery/delivery.service.ts";
import { refusalsOf } from "../delivery/refusals.service.ts";
import { findCampaignSpots } from "./campaign-spots.queries.ts";
import { type FoundCampaign, findCampaignRow, findCampaignUnits } from "./campaigns.queries.ts";
import {
  countCampaigns,
  countStoresWithLogs,
  findCampaignPage,
  findStoreFigures,
} from "./list-campaigns.queries.ts";

/**
 * Throws 404 for a location to narrow by that is out of scope, 422 for a cursor that is not ours.
 */
export async function listCampaigns(call: ScopedCall, query: CampaignQuery) {
  const { scope, db } = call;
  const filters = await narrowed(call, query);
  const { rows, page } = await findCampaignPage(scope, db, filters);
  const delivered = await deliveryOfCampaigns(
    scope,
    db,
    rows.map(({ id }) => id),
    call.now,
  );
  const data = (await toRows(scope, db, rows)).map((row) => ({
    ...row,
    delivery: delivered.get(row.id) ?? toFigures(nothing),
  }));
  return { data, page: { ...page, total: await countCampaigns(scope, db, filters) } };
}

/**
 * The filters of a list with the path of the location that they narrow it to. Throws 404 for one
 * that is out of scope.
 */
export async function narrowed<
  Q extends Pick<CampaignFilters, "companyId" | "regionId" | "zoneId" | "groupId" | "storeId">,
>({ scope, db }: ScopedCall, { companyId: _, regionId, zoneId, groupId, storeId, ...query }: Q) {
  const isNarrowed = [regionId, zoneId, groupId, storeId].some((id) => id !== undefined);
  return {
    ...query,
    path: isNarrowed ? await unitOf(scope, db, { regionId, zoneId, groupId, storeId }) : undefined,
  };
}

/** Single stores of a campaign that are named at most. */
export const mostNamed = 100;

/** Campaigns as the caller sees them: their locations, and the figures of the stores in scope. */
export async function toRows(
  scope: Scope,
  db: Db,
  campaigns: readonly FoundCampaign[],
): Promise<CampaignRow[]> {
  const ids = campaigns.map(({ id }) => id);
  const units = await findCampaignUnits(scope, db, ids);
  const figures = await findStoreFigures(scope, db, ids);
  return campaigns.map((one) => {
    const all = units.filter(({ campaignId }) => campaignId === one.id);
    const visibleUnits = all.filter(({ isSeen }) => isSeen);
    const stores = visibleUnits.filter(({ level }) => level === "STORE");
    const listedUnits = [
      ...visibleUnits.filter(({ level }) => level !== "STORE"),
      ...stores.slice(0, mostNamed),
    ];
    const mayChange = ownsAll(scope, all);
    const own = figures.find(({ campaignId }) => campaignId === one.id);
    return {
      ...one,
      holdUntil: one.holdUntil?.toISOString() ?? null,
      createdAt: one.createdAt.toISOString(),
      price: mayChange && one.price !== null ? formatAmount(one.price) : null,
      units: listedUnits.map(({ level, unitId, name }) => ({ level, unitId, name })),
      singleStores: stores.length,
      otherUnits: all.length - visibleUnits.length,
      stores: own?.stores ?? 0,
      wantedPlays: own?.wantedPlays ?? 0,
      takenPlays: own?.takenPlays ?? 0,
      mayChange,
    };
  });
}

/** Throws 404. */
export async function showCampaign(call: ScopedCall, id: number): Promise<CampaignDetail> {
  const { scope, db, now } = call;
  const campaignRow = await findCampaignRow(scope, db, id);
  if (!campaignRow) throw notFound();
  const [row] = await toRows(scope, db, [campaignRow]);
  if (!row) throw notFound();
  const missing = (await findTakenByStore(scope, db, id)).flatMap(
    ({ storeId, storeName, wantedPlays, takenPlays, leftAt }) => {
      const short = wantedPlays - takenPlays;
      return short > 0
        ? [
            {
              storeId,
              storeName,
              missing: short,
              because: leftAt ? ("LEFT" as const) : ("FULL" as const),
            },
          ]
        : [];
    },
  );
  const blackoutStores = await findStoreUnits(scope, db, { ids: campaignRow.blackoutStoreIds });
  const isOver = campaignRow.state === "CANCELLED" || campaignRow.state === "EXPIRED";
  return {
    ...row,
    spots: await findCampaignSpots(scope, db, id),
    approvalAskedBy: campaignRow.approvalAskedBy,
    mayApprove:
      row.mayChange &&
      campaignRow.approvalAskedBy !== null &&
      campaignRow.approvalAskedBy !== personOf(call.caller),
    blackoutStores: blackoutStores.map(({ unitId, name }) => ({
      storeId: unitId,
      storeName: name,
    })),
    days: await findDayFigures(scope, db, [id]),
    // plays given back on purpose are not missing
    shortfall: isOver
      ? []
      : missing.sort((one, other) => other.missing - one.missing).slice(0, 100),
    preempted: await sumPreempted(scope, db, id),
    shortfallPlays: isOver ? 0 : missing.reduce((sum, store) => sum + store.missing, 0),
    ...(await refusalsOf(scope, db, id, now)),
    logs: await showLogs(scope, db, campaignRow, now),
  };
}

/** Says whether the logs of the days that keepDays follows have a campaign's last change. */
async function showLogs(
  scope: Scope,
  db: Db,
  { id, state, playsChangedAt, inLogsAt, startsOn, endsOn, timeZone }: FoundCampaign,
  now: Date,
): Promise<CampaignDetail["logs"]> {
  if (!playsChangedAt || state === "HELD" || state === "EXPIRED") return null;
  const today = dateIn(timeZone, now);
  const lastFollowed = addDays(today, daysDrafted - 1);
  const stores = await countStoresWithLogs(scope, db, id, {
    from: startsOn > today ? startsOn : today,
    to: endsOn < lastFollowed ? endsOn : lastFollowed,
  });
  if (stores === 0) return null;
  return {
    stores,
    changedAt: playsChangedAt.toISOString(),
    inForceAt: inLogsAt?.toISOString() ?? null,
  };
}

/**
 * The plays of a campaign by store and day. Throws 404 for a campaign or location that is not seen,
 * 422 on `campaignId` for a campaign of another sort, and for a cursor that is not ours.
 */
export async function listLines(
  { scope, db }: ScopedCall,
  {
    campaignId,
    day,
    regionId,
    zoneId,
    groupId,
    storeId,
    limit,
    cursor,
  }: z.output<typeof bookings.listBooking.query>,
  sort: BookingSort,
) {
  const campaign = await findCampaignRow(scope, db, campaignId);
  if (!campaign) throw notFound();
  refuseOtherSort(campaign, sort);
  const isNarrowed = [regionId, zoneId, groupId, storeId].some((unitId) => unitId !== undefined);
  const path = isNarrowed
    ? await unitOf(scope, db, { regionId, zoneId, groupId, storeId })
    : undefined;
  const { rows, page } = await findLinePage(scope, db, { campaignId, day, path, limit, cursor });
  return { data: rows, page };
}

/**
 * A page of the campaigns with plays in a time, and of drafts with a day in it, with their plays by
 * day. Throws 404 for a location out of scope, 422 for a cursor that is not ours.
 */
export async function showCalendar(
  call: ScopedCall,
  query: z.output<typeof contract.campaignCalendar.query>,
) {
  const { scope, db } = call;
  const { from, to } = query;
  const filters = {
    ...(await narrowed(call, query)),
    sort: "starts" as const,
    playsIn: { from, to },
  };
  const { rows, page } = await findCampaignPage(scope, db, filters);
  const ids = rows.map(({ id }) => id);
  const days = await findDayFigures(scope, db, ids, { from, to, path: filters.path });
  const data = rows.map((row) => ({
    ...row,
    days: days.flatMap(({ campaignId, day, plays }) =>
      campaignId === row.id && plays > 0 ? [{ day, plays }] : [],
    ),
  }));
  return { data, page: { ...page, total: await countCampaigns(scope, db, filters) } };
}
