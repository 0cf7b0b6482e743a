import type { z } from "zod";
import type { CampaignFilters } from "#contract/ads/campaign-records";
import type * as contract from "#contract/ads/campaigns";
import type {
  CampaignBody,
  CampaignDetail,
  CampaignQuery,
  CampaignRow,
} from "#contract/ads/campaigns";
import { campaignLimits } from "#contract/ads/words";
import { addDays, dateIn, daysBetween } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import { findLocationsNamed, type LocationIds, ownsAll } from "../../../access/locations.ts";
import { libraryScope, type Scope } from "../../../access/scope.ts";
import { type Unit, unitOf } from "../../../access/units.ts";
import { forbidden, invalid, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../../audit/index.ts";
import { daysDrafted } from "../../schedule/index.ts";
import { findMatchingStores } from "../../stores/index.ts";
import {
  announceCampaign,
  findDayFigures,
  findLinePage,
  findTakenByStore,
} from "../booking/booking.queries.ts";
import { type BookingSort, refuseOtherSort } from "../booking/booking-sort.ts";
import { playsOf } from "../booking/offers.ts";
import { asFigures, deliveryOfCampaigns, nothing } from "../delivery/delivery.service.ts";
import { refusalsOf } from "../delivery/refusals.service.ts";
import { toFollow } from "./campaign-plays.ts";
import {
  countCampaigns,
  countStoresWithLogs,
  deleteCampaign,
  type FoundCampaign,
  findCampaignPage,
  findCampaignRow,
  findCampaignSpots,
  findCampaignUnits,
  findSpotsNamed,
  findStoreFigures,
  insertCampaign,
  isBrand,
  type LockedCampaign,
  lockCampaign,
  replaceCampaignSpots,
  replaceCampaignUnits,
  saveCampaign,
} from "./campaigns.queries.ts";

const notYours = "You cannot change this campaign: it plays outside your own locations.";

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
  const data = (await asRows(scope, db, rows)).map((row) => ({
    ...row,
    delivery: delivered.get(row.id) ?? asFigures(nothing),
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

/** So many single stores of a campaign are named. */
const mostNamed = 100;

/** Campaigns as the caller sees them: their locations, and the figures of the stores in scope. */
export async function asRows(
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
export async function showCampaign(
  { scope, db, now }: ScopedCall,
  id: number,
): Promise<CampaignDetail> {
  const campaignRow = await findCampaignRow(scope, db, id);
  if (!campaignRow) throw notFound();
  const [row] = await asRows(scope, db, [campaignRow]);
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
  const isOver = campaignRow.state === "CANCELLED" || campaignRow.state === "EXPIRED";
  return {
    ...row,
    spots: await findCampaignSpots(scope, db, id),
    days: await findDayFigures(scope, db, [id]),
    // what was given back on purpose is not missing
    shortfall: isOver
      ? []
      : missing.sort((one, other) => other.missing - one.missing).slice(0, 100),
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
  }: z.output<typeof contract.listBooking.query>,
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

/**
 * Throws 404 for a location or spot that is not there, 403 for a location outside the caller's own,
 * 422 on the fields of what does not fit.
 */
export async function addCampaign(
  call: ScopedCall,
  body: CampaignBody,
): Promise<{ id: number; version: number }> {
  return call.database.transaction((tx) => insertDraft(call, tx, body, "campaign added"));
}

/**
 * A new draft with the content of a campaign that the caller sees, for a flight of the same length.
 * Throws as addCampaign does.
 */
export async function copyCampaign(
  call: ScopedCall,
  { copyOfId, name, startsOn }: z.output<typeof contract.copyCampaign.body>,
) {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const original = await lockCampaign(scope, tx, copyOfId);
    if (!original) throw notFound();
    const units = await findCampaignUnits(scope, tx, [copyOfId]);
    const spots = await findCampaignSpots(scope, tx, copyOfId);
    const { brandId, note, exactTimes, plays, ...rest } = original;
    const body = {
      ...rest,
      name,
      startsOn,
      endsOn: addDays(startsOn, daysBetween(original.startsOn, original.endsOn) - 1),
      brandId: brandId ?? undefined,
      note: note ?? undefined,
      ...(exactTimes ? { exactTimes } : { plays }),
      spots: spots.map(({ spotId, weight }) => ({ spotId, weight })),
      ...idsOf(units),
      keepStores: false,
    };
    return insertDraft(call, tx, body, "campaign copied");
  });
}

async function insertDraft(
  call: ScopedCall,
  tx: Tx,
  body: CampaignBody,
  action: string,
): Promise<{ id: number; version: number }> {
  const { scope } = call;
  const units = await ownUnits(call, tx, body);
  const values = { ...storedOf(body), playTakes: await playTakesOf(call, tx, body) };
  const id = await insertCampaign(scope, tx, { ...values, createdBy: call.caller.username });
  await replaceCampaignUnits(scope, tx, id, units);
  await replaceCampaignSpots(
    scope,
    tx,
    { id, mayHavePlayed: false },
    { spots: body.spots, now: call.now },
  );
  const after = { ...values, spots: body.spots, locations: namesOf(units), version: 1 };
  await audit(tx, call, [{ ...itemOf(scope, { id, name: body.name }), action, after }]);
  return { id, version: 1 };
}

/**
 * Lists the only fields that can be changed once a campaign has plays in the ledger; the flight has
 * its own call.
 */
const changeableFields = new Set(["name", "brandId", "note", "takesNewStores", "spots"]);

/**
 * Throws 404 for a campaign, location or spot that is not there, 403 where one of its locations,
 * old or new, is outside the caller's own, 422 on each field that somebody else changed since the
 * form was loaded, and on those that cannot be changed any more.
 */
export async function changeCampaign(
  call: ScopedCall,
  { id, version, ...body }: z.output<typeof contract.changeCampaign.body>,
): Promise<{ id: number; version: number }> {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(scope, tx, id);
    const unitsBefore = await findCampaignUnits(scope, tx, [id]);
    const stay = body.keepStores ? unitsBefore.filter(({ level }) => level === "STORE") : [];
    const units = await ownUnits(call, tx, body, stay);
    const spotsBefore = (await findCampaignSpots(scope, tx, id)).map(({ spotId, weight }) => ({
      spotId,
      weight,
    }));
    const before = {
      ...storedOf(campaign),
      spots: byId(spotsBefore),
      locations: namesOf(unitsBefore),
      version: campaign.version,
    };
    const newValues = { ...storedOf(body), spots: byId(body.spots), locations: namesOf(units) };
    await refuseOutdated(scope, tx, {
      item: { kind: itemKind, id },
      loaded: version,
      stored: before,
      newValues,
    });
    const playTakes = await playTakesOf(call, tx, body);
    const changed = changedFields(before, newValues);
    const isMoved = JSON.stringify(idsOf(units)) !== JSON.stringify(idsOf(unitsBefore));
    if (!changed && !isMoved) return { id, version: campaign.version };
    if (campaign.state !== "DRAFT")
      refuseFixed(campaign, { changed: Object.keys(changed?.after ?? {}), isMoved, playTakes });
    const isDraft = campaign.state === "DRAFT";
    const mayHavePlayed = !["DRAFT", "HELD"].includes(campaign.state);
    const changesLogs = mayHavePlayed && changed?.after.spots !== undefined;
    const values = {
      ...storedOf(body),
      ...(isDraft && { playTakes }),
      ...(changesLogs && toFollow(now)),
      version: campaign.version + 1,
    };
    await saveCampaign(scope, tx, id, { values, now });
    if (isMoved) await replaceCampaignUnits(scope, tx, id, units);
    await replaceCampaignSpots(scope, tx, { id, mayHavePlayed }, { spots: body.spots, now });
    if (changesLogs) await announceCampaign(scope, tx, id);
    await audit(tx, call, [
      {
        ...itemOf(scope, campaign),
        action: "campaign changed",
        ...(changed ?? { after: newValues }),
      },
    ]);
    return { id, version: campaign.version + 1 };
  });
}

function refuseFixed(
  { state, playTakes }: LockedCampaign,
  now: { changed: string[]; isMoved: boolean; playTakes: number },
): void {
  if (["FINISHED", "CANCELLED", "EXPIRED"].includes(state))
    throw invalid({ id: "This campaign is over. Copy it to plan another one." });
  const fixed = now.changed.filter(
    (field) => !changeableFields.has(field) && field !== "version" && field !== "locations",
  );
  const errors = Object.fromEntries(
    [...fixed, ...(now.isMoved ? ["wholeCompany"] : [])].map((field) => [
      field,
      "This cannot be changed once plays are held or booked. Cancel the campaign and copy it instead.",
    ]),
  );
  if (now.playTakes > playTakes)
    errors.spots = `A spot of this campaign can be at most ${playTakes} seconds long.`;
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Throws 404, 403 for a campaign that plays outside the caller's own locations, and 422 for one
 * that is no draft.
 */
export async function removeCampaign(call: ScopedCall, id: number): Promise<void> {
  const { scope } = call;
  await call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(scope, tx, id);
    const units = await findCampaignUnits(scope, tx, [id]);
    if (campaign.state !== "DRAFT")
      throw invalid({ id: "Only drafts can be deleted. Cancel this campaign instead." });
    await deleteCampaign(scope, tx, id);
    const before = { ...storedOf(campaign), locations: namesOf(units) };
    await audit(tx, call, [{ ...itemOf(scope, campaign), action: "campaign deleted", before }]);
  });
}

/**
 * Throws 404 for a campaign that is not seen, 403 for one with a location outside the caller's own.
 */
export const lockOwnCampaign = async (scope: Scope, tx: Tx, id: number) =>
  requireOwn(scope, tx, await lockCampaign(scope, tx, id));

/** The same campaign, to be read only. */
export const findOwnCampaign = async (scope: Scope, db: Db, id: number) =>
  requireOwn(scope, db, await findCampaignRow(scope, db, id));

async function requireOwn<Campaign extends { id: number }>(
  scope: Scope,
  db: Db,
  campaign: Campaign | undefined,
): Promise<Campaign> {
  if (!campaign) throw notFound();
  // who sees the whole company owns all locations
  if (
    scope.reach !== "company" &&
    !ownsAll(scope, await findCampaignUnits(scope, db, [campaign.id]))
  )
    throw forbidden(notYours);
  return campaign;
}

/**
 * The locations that a campaign is to have, with the stores that match its filters and those that
 * stay. Throws 404 for one that is not there, 403 for one that is not the caller's own, 422 where
 * there are none or too many.
 */
async function ownUnits(
  { scope, now, figures }: ScopedCall,
  tx: Tx,
  { matching, ...ids }: CampaignBody,
  stay: readonly Unit[] = [],
): Promise<Unit[]> {
  const { regionIds, zoneIds, groupIds } = ids;
  const most = campaignLimits.matching;
  const matchingStoreIds = matching
    ? await findMatchingStores(scope, tx, matching, { now, limit: most + 1 })
    : [];
  if (matching && matchingStoreIds.length === 0)
    throw invalid({ matching: "No store matches these filters." });
  if (matchingStoreIds.length > most)
    throw invalid({
      matching: `At most ${figures.figure(most)} stores can be chosen by filters. Choose locations instead.`,
    });
  const storeIds = [
    ...new Set([...ids.storeIds, ...matchingStoreIds, ...stay.map(({ unitId }) => unitId)]),
  ];
  const units = await findLocationsNamed(scope, tx, { ...ids, storeIds });
  const requestedCount =
    Number(ids.wholeCompany) +
    regionIds.length +
    zoneIds.length +
    groupIds.length +
    storeIds.length;
  if (requestedCount === 0) throw invalid({ wholeCompany: "Choose at least one location." });
  if (units.length < requestedCount) throw notFound();
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  return units;
}

/**
 * Measures what a play takes of an hour. Throws 404 for a spot or brand that is not there, 422 on
 * `spots` for one of another kind or withdrawn.
 */
async function playTakesOf(
  call: ScopedCall,
  tx: Tx,
  { kind, spots, brandId }: CampaignBody,
): Promise<number> {
  const spotRows = await findSpotsNamed(
    call.scope,
    tx,
    spots.map(({ spotId }) => spotId),
  );
  if (spotRows.length < spots.length) throw notFound();
  if (spotRows.some((spot) => spot.kind !== kind))
    throw invalid({ spots: "All spots must be of the campaign's kind." });
  if (spotRows.some(({ active }) => !active))
    throw invalid({ spots: "One of the spots is inactive. Choose another." });
  if (
    brandId !== undefined &&
    !(await isBrand(call.scope, await libraryScope(tx, call.caller), tx, brandId))
  )
    throw notFound();
  return kind === "AD" ? Math.max(...spotRows.map(({ seconds }) => seconds)) : 1;
}

const itemKind = "campaign";
export const itemOf = (scope: Scope, { id, name }: { id: number; name: string }) => ({
  companyId: scope.companyId,
  itemKind,
  itemId: id,
  itemName: name,
});

type Stored = Pick<
  LockedCampaign,
  "name" | "kind" | "startsOn" | "endsOn" | "weekdays" | "takesNewStores"
> & {
  brandId?: number | null | undefined;
  note?: string | null | undefined;
  plays?: number[] | undefined;
  exactTimes?: number[] | null | undefined;
};
/** Converts a form to what is stored: exact times are counted by hour. */
function storedOf({
  name,
  brandId = null,
  kind,
  startsOn,
  endsOn,
  weekdays,
  takesNewStores,
  note = null,
  plays,
  exactTimes = null,
}: Stored) {
  return {
    name,
    brandId,
    kind,
    startsOn,
    endsOn,
    weekdays,
    takesNewStores,
    note,
    exactTimes,
    plays: exactTimes ? playsOf(exactTimes) : (plays ?? []),
  };
}

const byId = (spots: readonly { spotId: number; weight: number }[]) =>
  [...spots].sort((one, other) => one.spotId - other.spotId);
/** The names of locations; of very many single stores how many they are. */
function namesOf(units: readonly Unit[]): string[] {
  const stores = units.filter(({ level }) => level === "STORE");
  const others = units.filter(({ level }) => level !== "STORE").map(({ name }) => name);
  return [
    ...others,
    ...(stores.length > mostNamed ? [`${stores.length} stores`] : stores.map(({ name }) => name)),
  ].sort();
}
function idsOf(units: readonly Unit[]): LocationIds {
  const at = (level: Unit["level"]) =>
    units
      .flatMap((unit) => (unit.level === level ? [unit.unitId] : []))
      .sort((one, other) => one - other);
  return {
    wholeCompany: at("COMPANY").length > 0,
    regionIds: at("REGION"),
    zoneIds: at("ZONE"),
    groupIds: at("GROUP"),
    storeIds: at("STORE"),
  };
}
