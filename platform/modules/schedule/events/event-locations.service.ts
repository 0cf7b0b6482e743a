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
import { countStoresByUnit, findStoreChoices } from "./event-locations.queries.ts";

/** Lists the locations that are the caller's own; those above are only inherited from. */
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
  const counts = await countStoresByUnit(scope, db);
  const countIn = (lies: (unit: (typeof counts)[number]) => boolean) =>
    counts.reduce((sum, unit) => sum + (lies(unit) ? unit.stores : 0), 0);
  const nameIn = (units: Unit[], id: number | null) =>
    units.find(({ unitId }) => unitId === id)?.name;
  const own = (
    units: Unit[],
    level: "regionId" | "zoneId" | "groupId",
    above: (unit: Unit) => string,
  ) =>
    units
      .filter((unit) => owns(scope, unit))
      .map((unit) => ({
        id: unit.unitId,
        name: unit.name,
        path: above(unit),
        activeStores: countIn((one) => one[level] === unit.unitId),
      }));
  return {
    wholeCompany: scope.reach === "company",
    activeStores: countIn(() => true),
    regions: own(regions, "regionId", () => ""),
    zones: own(zones, "zoneId", ({ regionId }) => locationPath(nameIn(regions, regionId))),
    groups: own(groups, "groupId", ({ regionId, zoneId }) =>
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
