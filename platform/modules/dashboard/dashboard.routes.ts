import * as contract from "#contract/dashboard/endpoints";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import type { StoreCounter } from "../stores/store-counts.ts";
import { showDashboard } from "./dashboard.service.ts";

export function dashboardRoutes(bind: Bind, { db }: Database, clock: () => number, counter: StoreCounter) {
  bind.json(contract.showDashboard, async (call, { query }) => ({
    data: await showDashboard(call.scope, db, counter, call.now),
  }));
}
