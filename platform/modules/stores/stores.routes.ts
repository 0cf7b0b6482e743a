import * as contract from "#contract/stores/endpoints";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { storeDays } from "../schedule/store-days.service.ts";
import type { StoreCounter } from "./store-counts.ts";
import { exportStoreSlices, storeCsvHeadings } from "./store-export.queries.ts";
import { addStore, addStorePlayer, changeStore, showStore } from "./store-forms.service.ts";
import { isCodeTaken } from "./store-record.queries.ts";
import { changeStoreStatus, listStores, listStoresForAds } from "./stores.service.ts";

/** Rows that the embedded engine copies at once: few enough that others hardly wait. */
const embeddedSliceRows = 500;

export function storeRoutes(bind: Bind, database: Database, clock: () => number, counter: StoreCounter) {
  const { db } = database;
  const now = () => new Date(clock());
  bind.json(contract.listStores, async (call, { query }) => listStores(call.scope, db, query, call.now));
  bind.json(contract.storeCounts, async (call, { query }) => ({
    data: await counter.counts(call.scope),
  }));
  bind.json(contract.findStore, async (call, { query }) => ({
    data: await showStore(call.scope, db, query.id, call.now),
  }));
  bind.file(contract.exportStores, async (call, { query }) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportStoreSlices(call.scope, db, query, call.now, sliceRows);
    return csvResponse(database, { fileName: "Stores", headings: storeCsvHeadings, slices, at: call.now, signal: call.signal });
  });
  bind.json(contract.storesForNonMusic, async (call, { query }) => listStoresForAds(call.scope, db, query, call.now));
  bind.json(contract.uniqueStore, async (call, { query }) => ({
    data: { unique: !(await isCodeTaken(call.scope, db, query.code, query.id)) },
  }));
  bind.json(contract.storeSchedule, async (call, { query }) => ({
    data: await storeDays(call.scope, db, query.storeId, query.days, call.now),
  }));
  bind.json(contract.setStoreStatus, async (call, { query, body }) => {
    const scope = call.scope;
    const data = await changeStoreStatus(scope, database, body, call.now, call);
    counter.forget(scope);
    const done = body.status === "active" ? "activated" : "deactivated";
    return { message: data.changed === 1 ? `1 store ${done}` : `${data.changed} stores ${done}`, data };
  });
  for (const endpoint of [contract.addStore, contract.addFirstStore])
    bind.json(endpoint, async (call, { query, body }) => {
      const scope = call.scope;
      const data = await addStore(scope, database, body, call.now, call);
      counter.forget(scope);
      return { message: "Store added", data };
    });
  bind.json(contract.changeStore, async (call, { query, body }) => {
    const scope = call.scope;
    const data = await changeStore(scope, database, body, call.now, call);
    counter.forget(scope);
    return { message: "Store saved", data };
  });
  bind.json(contract.addStorePlayer, async (call, { query, body }) => {
    const { username } = await addStorePlayer(call.scope, database, body, call.now, call);
    return { message: `${username} can sign in to the player now`, data: { username } };
  });
}
