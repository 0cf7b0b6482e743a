import { locationPath } from "#contract/base/location-path";
import {
  manageableLevels,
  mayGiveRole,
  roleNames,
  roles,
  subRoleLabels,
  subRoleNames,
  subRoles,
} from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import type { GivableUnits } from "#contract/users/endpoints";
import { owns } from "../../access/scope.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { findGroups, findRegions, findZones } from "../hierarchy/index.ts";
import { findStoreChoices } from "./user-record.queries.ts";

const mostStores = 100;

/**
 * Lists the units of the levels that a caller may give (CTX-1, ROL-3), by name; of stores, which may be
 * too many, those that match and those chosen.
 */
export async function listGivableUnits(
  { scope, db, caller }: Pick<ScopedCall, "scope" | "db" | "caller">,
  { search, chosen: ids }: { search?: string | undefined; chosen?: string | undefined },
): Promise<GivableUnits> {
  const levels = manageableLevels(caller);
  const ofLevel = <Unit>(level: Level, units: Unit[]) => (levels.includes(level) ? units : []);
  const chosenIds = ids?.split(",").map(Number) ?? [];
  const regions = await findRegions(scope, db);
  const zones = await findZones(scope, db);
  const groups = await findGroups(scope, db);
  const stores = await findStoreChoices(scope, db, { search, chosenIds, most: mostStores });
  const regionName = new Map(regions.map(({ id, regionName }) => [id, regionName]));
  const zoneName = new Map(zones.map(({ id, zoneName }) => [id, zoneName]));
  const none = { zoneId: null, groupId: null };
  return {
    national: levels.includes("national"),
    regional: ofLevel("regional", regions)
      .filter(({ id }) => owns(scope, { ...none, regionId: id }))
      .map(({ id, regionName }) => ({ id, name: regionName, path: "" })),
    zonal: ofLevel("zonal", zones)
      .filter(({ id, regionId }) => owns(scope, { ...none, regionId, zoneId: id }))
      .map(({ id, zoneName, regionId }) => ({
        id,
        name: zoneName,
        path: locationPath(regionName.get(regionId)),
      })),
    group: ofLevel("group", groups)
      .filter(({ id, ...above }) => owns(scope, { ...above, groupId: id }))
      .map(({ id, groupName, regionId, zoneId }) => ({
        id,
        name: groupName,
        path: locationPath(regionName.get(regionId), zoneName.get(zoneId)),
      })),
    store: ofLevel("store", stores)
      .slice(0, mostStores + chosenIds.length)
      .map(({ id, name, code, groupName }) => ({ id, name, path: locationPath(code, groupName) })),
    moreStores: levels.includes("store") && stores.length > mostStores + chosenIds.length,
  };
}

/**
 * Lists all roles, or those a caller may give, each with the sub-roles that they may; none to whom no
 * level is below.
 */
export function listRoles(
  { caller }: Pick<SignedInCall, "caller">,
  { creatable: flag }: { creatable?: "" | "true" | "false" | undefined },
) {
  const creatable = flag !== undefined && flag !== "false";
  if (creatable && manageableLevels(caller).length === 0) return [];
  return roleNames
    .map((role) => ({
      roleIdentifier: role,
      name: roles[role].label,
      category: roles[role].category,
      subRoles: subRoleNames
        .filter(
          (subRole) =>
            subRoles[subRole] === role && (!creatable || mayGiveRole(caller, { role, subRole })),
        )
        .map((subRole) => ({ subRole, name: subRoleLabels[subRole] })),
    }))
    .filter(({ roleIdentifier, category, subRoles }) =>
      creatable
        ? category === "f"
          ? subRoles.length > 0
          : mayGiveRole(caller, { role: roleIdentifier })
        : true,
    );
}
