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
  bind.json(contract.listStores, async ({ query }, { caller }) => listStores(await scopeOf(db, caller, query.companyId), db, query, now()));
  bind.json(contract.storeCounts, async ({ query }, { caller }) => ({
    data: await counter.counts(await scopeOf(db, caller, query.companyId)),
  }));
  bind.json(contract.findStore, async ({ query }, { caller }) => ({
    data: await showStore(await scopeOf(db, caller, query.companyId), db, query.id, now()),
  }));
  bind.file(contract.exportStores, async ({ query }, call) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportStoreSlices(await scopeOf(db, call.caller, query.companyId), db, query, now(), sliceRows);
    return csvResponse(database, { fileName: "Stores", headings: storeCsvHeadings, slices, at: now(), signal: call.signal });
  });
  bind.json(contract.storesForNonMusic, async ({ query }, { caller }) =>
    listStoresForAds(await scopeOf(db, caller, query.companyId), db, query, now()),
  );
  bind.json(contract.uniqueStore, async ({ query }, { caller }) => ({
    data: { unique: !(await isCodeTaken(await scopeOf(db, caller, query.companyId), db, query.code, query.id)) },
  }));
  bind.json(contract.storeSchedule, async ({ query }, { caller }) => ({
    data: await storeDays(await scopeOf(db, caller, query.companyId), db, query.storeId, query.days, now()),
  }));
  bind.json(contract.setStoreStatus, async ({ query, body }, call) => {
    const scope = await scopeOf(db, call.caller, query.companyId);
    const data = await changeStoreStatus(scope, database, body, now(), call);
    counter.forget(scope);
    const done = body.status === "active" ? "activated" : "deactivated";
    return { message: data.changed === 1 ? `1 store ${done}` : `${data.changed} stores ${done}`, data };
  });
  for (const endpoint of [contract.addStore, contract.addFirstStore])
    bind.json(endpoint, async ({ query, body }, call) => {
      const scope = await scopeOf(db, call.caller, query.companyId);
      const data = await addStore(scope, database, body, now(), call);
      counter.forget(scope);
      return { message: "Store added", data };
    });
  bind.json(contract.changeStore, async ({ query, body }, call) => {
    const scope = await scopeOf(db, call.caller, query.companyId);
    const data = await changeStore(scope, database, body, now(), call);
    counter.forget(scope);
    return { message: "Store saved", data };
  });
  bind.json(contract.addStorePlayer, async ({ query, body }, call) => {
    const { username } = await addStorePlayer(await scopeOf(db, call.caller, query.companyId), database, body, now(), call);
    return { message: `${username} can sign in to the player now`, data: { username } };
  });
}
