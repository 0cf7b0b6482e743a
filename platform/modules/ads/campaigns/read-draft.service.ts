import type { CampaignBody } from "#contract/ads/campaign-body";
import type { BreakPosition, Goal } from "#contract/ads/words";
import { libraryScope } from "../../../access/scope.ts";
import { findStoreUnits, type Unit } from "../../../access/units.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { playsOf } from "../booking/offers.ts";
import { findSpotsNamed } from "./campaign-spots.queries.ts";
import { isBrand, type LockedCampaign } from "./campaigns.queries.ts";
import { ownUnits, unitNames } from "./own-campaign.service.ts";

/**
 * A draft as it would be stored, with its locations and rotation; single stores of `before` stay.
 * Throws as addCampaign does.
 */
export async function readDraft(
  call: ScopedCall,
  tx: Tx,
  body: CampaignBody,
  before: readonly Unit[] = [],
) {
  const stay = before.filter(({ level }) => level === "STORE");
  const units = await ownUnits(call, tx, body, stay);
  const blackoutStores = await findStoreUnits(call.scope, tx, { ids: body.blackoutStoreIds });
  if (blackoutStores.length < body.blackoutStoreIds.length) throw notFound();
  const seconds = await spotSeconds(call, tx, body);
  const spots = body.spots.map((spot) => ({ ...spot, seconds: seconds.get(spot.spotId) ?? 0 }));
  const values = { ...storedOf(body), playTakes: playTakesOf(body, seconds) };
  return { units, blackoutStores, spots, values };
}

/**
 * Finds how long each spot is, by ID. Throws 404 for a spot or brand that is not there, 422 on
 * `spots` for one of another kind or withdrawn.
 */
async function spotSeconds(
  call: ScopedCall,
  tx: Tx,
  { kind, spots, brandId }: CampaignBody,
): Promise<Map<number, number>> {
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
  return new Map(spotRows.map(({ id, seconds }) => [id, seconds]));
}

/** The capacity that a play uses up in an hour: for ads, the seconds of the longest spot. */
const playTakesOf = ({ kind }: CampaignBody, seconds: ReadonlyMap<number, number>): number =>
  kind === "AD" ? Math.max(...seconds.values()) : 1;

type StoredCampaign = Pick<
  LockedCampaign,
  | "name"
  | "kind"
  | "startsOn"
  | "endsOn"
  | "weekdays"
  | "blackoutDates"
  | "blackoutStoreIds"
  | "priority"
  | "mayBePreempted"
  | "takesNewStores"
> & {
  brandId?: number | null | undefined;
  note?: string | null | undefined;
  plays?: number[] | undefined;
  goal?: Goal | null | undefined;
  breakPosition?: BreakPosition | null | undefined;
  exactTimes?: number[] | null | undefined;
};
/** Converts a form to the stored values: exact times are counted by hour. */
export function storedOf({
  name,
  brandId = null,
  kind,
  startsOn,
  endsOn,
  weekdays,
  blackoutDates,
  blackoutStoreIds,
  takesNewStores,
  note = null,
  plays,
  goal = null,
  breakPosition = null,
  priority,
  mayBePreempted,
  exactTimes = null,
}: StoredCampaign) {
  return {
    name,
    brandId,
    kind,
    startsOn,
    endsOn,
    weekdays,
    blackoutDates,
    blackoutStoreIds,
    takesNewStores,
    note,
    exactTimes,
    goal,
    breakPosition,
    priority,
    mayBePreempted,
    plays: exactTimes ? playsOf(exactTimes) : (plays ?? []),
  };
}

/** The stored values as the audit log shows them, with stores by their names. */
export const auditedOf = (
  { blackoutStoreIds: _, ...values }: ReturnType<typeof storedOf>,
  blackoutStores: readonly Unit[],
) => ({ ...values, blackoutStores: unitNames(blackoutStores) });
