import * as contract from "#contract/hierarchy/endpoints";
import { type Scope, scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import type { SignedInCall } from "../../http/context.ts";
import type { StoreCounter } from "../stores/store-counts.ts";
import { findGroups, findRegions, findStoresOfGroup, findZones } from "./hierarchy.queries.ts";
import { groupRows, moveStores, regionRows, searchUnits, unitStores, zoneRows } from "./hierarchy.service.ts";
import { addGroup, addRegion, addZone, changeGroup, changeRegion, changeZone, describeUnit, removeUnit } from "./units.service.ts";

export function hierarchyRoutes(bind: Bind, database: Database, clock: () => number, counter: StoreCounter) {
  const { db } = database;
  const now = () => new Date(clock());
  const within = (query: { companyId?: number | undefined }, { caller }: Pick<SignedInCall, "caller">): Promise<Scope> =>
    scopeOf(db, call.caller, query.companyId);

  bind.json(contract.regionsForMe, async (call, { query }) => ({ data: await findRegions(await within(query, call), db) }));
  bind.json(contract.zonesForMe, async (call, { query }) => ({ data: await findZones(await within(query, call), db) }));
  bind.json(contract.groupsForMe, async (call, { query }) => ({ data: await findGroups(await within(query, call), db) }));
  bind.json(contract.storesForMe, async (call, { query }) => ({
    data: await findStoresOfGroup(await within(query, call), db, query.groupId),
  }));
  bind.json(contract.regionsByCompany, async (call, { query }) => ({ data: await regionRows(await within(query, call), db) }));
  bind.json(contract.zonesByRegions, async (call, { query }) => ({
    data: await zoneRows(await within(query, call), db, query.regionIds, query),
  }));
  bind.json(contract.groupsByZones, async (call, { query }) => ({
    data: await groupRows(await within(query, call), db, query.zoneIds, query),
  }));
  bind.json(contract.storesByUnits, async (call, { query }) => unitStores(await within(query, call), db, query, query, call.now));
  bind.json(contract.unassignedStores, async (call, { query }) =>
    unitStores(await within(query, call), db, { unassigned: true, search: query.search }, query, call.now),
  );
  bind.json(contract.searchHierarchy, async (call, { query }) => ({
    data: await searchUnits(await within(query, call), db, query.search),
  }));

  bind.json(contract.findRegion, async (call, { query }) => ({
    data: await describeUnit(await within(query, call), db, "region", query.id),
  }));
  bind.json(contract.findZone, async (call, { query }) => ({ data: await describeUnit(await within(query, call), db, "zone", query.id) }));
  bind.json(contract.findGroup, async (call, { query }) => ({
    data: await describeUnit(await within(query, call), db, "group", query.id),
  }));

  bind.json(contract.addRegion, async (call, { query, body }) => {
    const data = await addRegion(await within(query, call), database, body, call);
    return { message: `${data.regionName} added`, data };
  });
  bind.json(contract.addZone, async (call, { query, body }) => {
    const data = await addZone(await within(query, call), database, body, call);
    return { message: `${data.zoneName} added`, data };
  });
  bind.json(contract.addGroup, async (call, { query, body }) => {
    const data = await addGroup(await within(query, call), database, body, call);
    return { message: `${data.groupName} added`, data };
  });
  bind.json(contract.changeRegion, async (call, { query, body }) => ({
    message: "Region saved",
    data: await changeRegion(await within(query, call), database, body, call),
  }));
  bind.json(contract.changeZone, async (call, { query, body }) => {
    const scope = await within(query, call);
    const data = await changeZone(scope, database, body, call);
    counter.forget(scope); // with a zone its stores move out of one region's counts into another's
    return { message: "Zone saved", data };
  });
  bind.json(contract.changeGroup, async (call, { query, body }) => {
    const scope = await within(query, call);
    const data = await changeGroup(scope, database, body, call);
    counter.forget(scope); // with a group its stores move out of one region's counts into another's
    return { message: "Group saved", data };
  });
  for (const [kind, endpoint] of [
    ["region", contract.removeRegion],
    ["zone", contract.removeZone],
    ["group", contract.removeGroup],
  ] as const)
    bind.json(endpoint, async (call, { query }) => {
      await removeUnit(await within(query, call), database, kind, query.id, call);
      return { message: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} deleted`, data: null };
    });

  bind.json(contract.moveStores, async (call, { query, body }) => {
    const scope = await within(query, call);
    const data = await moveStores(scope, database, body, call, call.now);
    counter.forget(scope);
    const done = body.groupId === undefined ? "taken out of the group" : "assigned";
    return { message: data.changed === 1 ? `1 store ${done}` : `${data.changed.toLocaleString("en-IN")} stores ${done}`, data };
  });
}
