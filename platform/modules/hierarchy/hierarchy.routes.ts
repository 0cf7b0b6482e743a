import { groupsForMe, regionsForMe, storesForMe, zonesForMe } from "#contract/hierarchy";
import { scopeOf } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { findGroups, findRegions, findStoresOfGroup, findZones } from "./hierarchy.queries.ts";

export function hierarchyRoutes(bind: Bind, db: Db) {
  bind.json(regionsForMe, async ({ query }, { caller }) => ({ data: await findRegions(await scopeOf(db, caller, query.companyId), db) }));
  bind.json(zonesForMe, async ({ query }, { caller }) => ({ data: await findZones(await scopeOf(db, caller, query.companyId), db) }));
  bind.json(groupsForMe, async ({ query }, { caller }) => ({ data: await findGroups(await scopeOf(db, caller, query.companyId), db) }));
  bind.json(storesForMe, async ({ query }, { caller }) => ({
    data: await findStoresOfGroup(await scopeOf(db, caller, query.companyId), db, query.groupId),
  }));
}
