import { dateIn } from "#contract/base/dates";
import {
  countNamed,
  findLocationsNamed,
  type LocationIds,
  ownsAll,
} from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { forbidden, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findPublishSettings } from "../publishing/publishing.queries.ts";
import { findEventUnits, type LockedEvent, lockEvent } from "./event-playlists.queries.ts";
import type { EventUnit } from "./event-precedence.ts";

export const notYours = "You cannot change this event: it plays outside your own locations.";

export const todayOf = async ({ scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">) =>
  dateIn((await findPublishSettings(scope, db))?.timeZone ?? "UTC", now);

export type SeenUnit = EventUnit & { isSeen: boolean };
export async function unitsOf(
  scope: Scope,
  db: Db,
  eventIds: number[],
): Promise<(eventId: number) => SeenUnit[]> {
  const units = await findEventUnits(scope, db, eventIds);
  return (eventId) => units.flatMap(({ eventId: of, ...unit }) => (of === eventId ? [unit] : []));
}

/**
 * Throws 404 for an event that is not seen, 403 for one with a location outside the caller's own.
 */
export async function lockOwnEvent(
  scope: Scope,
  tx: Tx,
  id: number,
): Promise<{ event: LockedEvent; units: SeenUnit[] }> {
  const event = await lockEvent(scope, tx, id);
  if (!event) throw notFound();
  const units = (await unitsOf(scope, tx, [id]))(id);
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  return { event, units };
}

export async function unitsNamed(scope: Scope, db: Db, ids: LocationIds): Promise<EventUnit[]> {
  const units = await findLocationsNamed(scope, db, ids);
  if (units.length < countNamed(ids)) throw notFound();
  return units;
}

export async function ownUnits(scope: Scope, tx: Tx, ids: LocationIds): Promise<EventUnit[]> {
  const units = await unitsNamed(scope, tx, ids);
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  return units;
}

export function locationsOf(units: readonly EventUnit[]): LocationIds {
  const idsAt = (level: EventUnit["level"]) =>
    units.flatMap((unit) => (unit.level === level ? [unit.unitId] : []));
  const ids = {
    regionIds: idsAt("REGION"),
    zoneIds: idsAt("ZONE"),
    groupIds: idsAt("GROUP"),
    storeIds: idsAt("STORE"),
  };
  return { ...ids, wholeCompany: units.some(({ level }) => level === "COMPANY") };
}
