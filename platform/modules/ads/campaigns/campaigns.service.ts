import type { z } from "zod";
import type { CampaignBody } from "#contract/ads/campaign-body";
import type * as contract from "#contract/ads/campaigns";
import { addDays, daysBetween } from "#contract/base/dates";
import type { LocationIds } from "../../../access/locations.ts";
import { findStoreUnits, type Unit } from "../../../access/units.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../../audit/index.ts";
import { announceCampaign } from "../booking/campaign-stores.queries.ts";
import { findCampaignSpots, replaceCampaignSpots } from "./campaign-spots.queries.ts";
import {
  deleteCampaign,
  findCampaignUnits,
  insertCampaign,
  type LockedCampaign,
  lockCampaign,
  replaceCampaignUnits,
  saveCampaign,
} from "./campaigns.queries.ts";
import { toFollow } from "./move-state.service.ts";
import { itemKind, itemOf, lockOwnCampaign, unitNames } from "./own-campaign.service.ts";
import { auditedOf, readDraft, storedOf } from "./read-draft.service.ts";

/**
 * Adds a draft. Throws 404 for an unknown location or spot, 403 for a location outside the caller's
 * own, 422 on the fields that do not fit.
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
    const { brandId, note, exactTimes, plays, goal, breakPosition, ...rest } = original;
    const body = {
      ...rest,
      name,
      startsOn,
      endsOn: addDays(startsOn, daysBetween(original.startsOn, original.endsOn) - 1),
      brandId: brandId ?? undefined,
      note: note ?? undefined,
      // dates of another year or season are not this flight's
      blackoutDates: [],
      ...(exactTimes ? { exactTimes } : { plays }),
      goal: goal ?? undefined,
      breakPosition: breakPosition ?? undefined,
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
  const { units, blackoutStores, values } = await readDraft(call, tx, body);
  const id = await insertCampaign(scope, tx, { ...values, createdBy: call.caller.username });
  await replaceCampaignUnits(scope, tx, id, units);
  await replaceCampaignSpots(
    scope,
    tx,
    { id, mayHavePlayed: false },
    { spots: body.spots, now: call.now },
  );
  const after = {
    ...auditedOf(values, blackoutStores),
    spots: body.spots,
    locations: unitNames(units),
    version: 1,
  };
  await audit(tx, call, [{ ...itemOf(scope, { id, name: body.name }), action, after }]);
  return { id, version: 1 };
}

/**
 * Lists the only fields that can be changed once a campaign has plays in the ledger; the flight has
 * its own call.
 */
const changeableFields = new Set(["name", "brandId", "note", "takesNewStores", "spots"]);

/**
 * Throws 404 for an unknown campaign, location or spot, 403 if one of its locations,
 * old or new, is outside the caller's own, 422 on each field that somebody else changed since the
 * form was loaded, and on those that can no longer be changed.
 */
export async function changeCampaign(
  call: ScopedCall,
  { id, version, ...body }: z.output<typeof contract.changeCampaign.body>,
): Promise<{ id: number; version: number }> {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(scope, tx, id);
    const unitsBefore = await findCampaignUnits(scope, tx, [id]);
    const leftOutBefore = await findStoreUnits(scope, tx, { ids: campaign.blackoutStoreIds });
    const {
      units,
      blackoutStores,
      values: draft,
    } = await readDraft(call, tx, body, body.keepStores ? unitsBefore : []);
    const { playTakes } = draft;
    const spotsBefore = (await findCampaignSpots(scope, tx, id)).map(({ spotId, weight }) => ({
      spotId,
      weight,
    }));
    const before = {
      ...auditedOf(storedOf(campaign), leftOutBefore),
      spots: byId(spotsBefore),
      locations: unitNames(unitsBefore),
      version: campaign.version,
    };
    const newValues = {
      ...auditedOf(storedOf(body), blackoutStores),
      spots: byId(body.spots),
      locations: unitNames(units),
    };
    await refuseOutdated(scope, tx, {
      item: { kind: itemKind, id },
      loaded: version,
      stored: before,
      newValues,
    });
    const changed = changedFields(before, newValues);
    const isMoved = JSON.stringify(idsOf(units)) !== JSON.stringify(idsOf(unitsBefore));
    const leftOut = new Set(leftOutBefore.map(({ unitId }) => unitId));
    const isLeftOut =
      leftOut.size !== blackoutStores.length ||
      blackoutStores.some(({ unitId }) => !leftOut.has(unitId));
    if (!changed && !isMoved && !isLeftOut) return { id, version: campaign.version };
    if (campaign.state !== "DRAFT")
      refuseFixed(campaign, {
        changed: Object.keys(changed?.after ?? {}),
        places: [...(isMoved ? ["wholeCompany"] : []), ...(isLeftOut ? ["blackoutStoreIds"] : [])],
        playTakes,
      });
    const isDraft = campaign.state === "DRAFT";
    const mayHavePlayed = !["DRAFT", "HELD"].includes(campaign.state);
    const changesLogs = mayHavePlayed && changed?.after.spots !== undefined;
    // stores that the caller does not see stay left out
    const unseen = campaign.blackoutStoreIds.filter((storeId) => !leftOut.has(storeId));
    const values = {
      ...storedOf(body),
      blackoutStoreIds: [...body.blackoutStoreIds, ...unseen],
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
  now: { changed: string[]; places: string[]; playTakes: number },
): void {
  if (["FINISHED", "CANCELLED", "EXPIRED"].includes(state))
    throw invalid({ id: "This campaign is over. Copy it to plan another one." });
  const fixed = now.changed.filter(
    (field) =>
      !changeableFields.has(field) && !["version", "locations", "blackoutStores"].includes(field),
  );
  const errors = Object.fromEntries(
    [...fixed, ...now.places].map((field) => [
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
    const blackoutStores = await findStoreUnits(scope, tx, { ids: campaign.blackoutStoreIds });
    const before = {
      ...auditedOf(storedOf(campaign), blackoutStores),
      locations: unitNames(units),
    };
    await audit(tx, call, [{ ...itemOf(scope, campaign), action: "campaign deleted", before }]);
  });
}

const byId = (spots: readonly { spotId: number; weight: number }[]) =>
  [...spots].sort((one, other) => one.spotId - other.spotId);
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
