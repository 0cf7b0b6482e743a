import * as contract from "#contract/hierarchy/endpoints";
import * as unitChanges from "#contract/hierarchy/unit-changes";
import type { Bind } from "../../http/bind.ts";
import { findGroups, findRegions, findStores, findZones } from "./hierarchy.queries.ts";
import { listGroups, listRegions, listZones, searchUnits } from "./hierarchy.service.ts";
import {
  addGroup,
  addRegion,
  addZone,
  changeGroup,
  changeRegion,
  changeZone,
  describeUnit,
  removeUnit,
} from "./units.service.ts";

export function hierarchyRoutes(bind: Bind) {
  bind.json(contract.regionsForMe, async ({ scope, db }) => ({
    data: await findRegions(scope, db),
  }));
  bind.json(contract.zonesForMe, async ({ scope, db }) => ({ data: await findZones(scope, db) }));
  bind.json(contract.groupsForMe, async ({ scope, db }) => ({ data: await findGroups(scope, db) }));
  bind.json(contract.storesForMe, async ({ scope, db }, { query }) => ({
    data: await findStores(scope, db, query),
  }));
  bind.json(contract.regionsByCompany, async (call) => ({ data: await listRegions(call) }));
  bind.json(contract.zonesByRegions, async (call, { query }) => ({
    data: await listZones(call, query),
  }));
  bind.json(contract.groupsByZones, async (call, { query }) => ({
    data: await listGroups(call, query),
  }));
  bind.json(contract.searchHierarchy, async (call, { query }) => ({
    data: await searchUnits(call, query.search),
  }));

  bind.json(unitChanges.addRegion, async (call, { body }) => {
    const data = await addRegion(call, body);
    return { message: `${data.regionName} added`, data };
  });
  bind.json(unitChanges.addZone, async (call, { body }) => {
    const data = await addZone(call, body);
    return { message: `${data.zoneName} added`, data };
  });
  bind.json(unitChanges.addGroup, async (call, { body }) => {
    const data = await addGroup(call, body);
    return { message: `${data.groupName} added`, data };
  });
  bind.json(unitChanges.changeRegion, async (call, { body }) => ({
    message: "Region saved",
    data: await changeRegion(call, body),
  }));
  bind.json(unitChanges.changeZone, async (call, { body }) => ({
    message: "Zone saved",
    data: await changeZone(call, body),
  }));
  bind.json(unitChanges.changeGroup, async (call, { body }) => ({
    message: "Group saved",
    data: await changeGroup(call, body),
  }));
  for (const [kind, word, find, remove] of [
    ["region", "Region", unitChanges.findRegion, unitChanges.removeRegion],
    ["zone", "Zone", unitChanges.findZone, unitChanges.removeZone],
    ["group", "Group", unitChanges.findGroup, unitChanges.removeGroup],
  ] as const) {
    bind.json(find, async (call, { query }) => ({
      data: await describeUnit(call, { kind, id: query.id }),
    }));
    bind.json(remove, async (call, { query }) => {
      await removeUnit(call, { kind, id: query.id });
      return { message: `${word} deleted`, data: null };
    });
  }
}
