import { locationPath } from "#contract/base/location-path";
import type { EventLocations } from "#contract/schedule/event-playlists";
import { owns } from "../../../access/scope.ts";
import {
  findGroupUnits,
  findRegionUnits,
  findZoneUnits,
  type Unit,
} from "../../../access/units.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findStoreChoices } from "./event-playlists.queries.ts";

/** The locations that are the caller's own; what is above them they only inherit from. */
export async function listLocations(
  { scope, db }: ScopedCall,
  { search, chosen = "" }: { search?: string | undefined; chosen?: string | undefined },
): Promise<EventLocations> {
  const regions = await findRegionUnits(scope, db);
  const zones = await findZoneUnits(scope, db);
  const groups = await findGroupUnits(scope, db);
  const { stores, more } = await findStoreChoices(scope, db, {
    search,
    chosen: chosen.split(",").filter(Boolean).map(Number),
  });
  const nameIn = (units: Unit[], id: number | null) =>
    units.find(({ unitId }) => unitId === id)?.name;
  const own = (units: Unit[], above: (unit: Unit) => string) =>
    units
      .filter((unit) => owns(scope, unit))
      .map((unit) => ({ id: unit.unitId, name: unit.name, path: above(unit) }));
  return {
    wholeCompany: scope.reach === "company",
    regions: own(regions, () => ""),
    zones: own(zones, ({ regionId }) => locationPath(nameIn(regions, regionId))),
    groups: own(groups, ({ regionId, zoneId }) =>
      locationPath(nameIn(regions, regionId), nameIn(zones, zoneId)),
    ),
    stores: stores.map(({ id, name, code, zoneId, groupId }) => ({
      id,
      name: `${name}, ${code}`,
      path: locationPath(nameIn(zones, zoneId), nameIn(groups, groupId)),
    })),
    moreStores: more,
  };
}
