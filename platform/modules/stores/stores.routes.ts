import * as contract from "#contract/stores";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { exportStoreSlices, storeCsvHeadings } from "./stores.queries.ts";
import { addStore, changeStoreStatus, listStores, showStore, storeCounts } from "./stores.service.ts";

/** Rows that the embedded engine copies at once: few enough that others hardly wait. */
const embeddedSliceRows = 500;

export function storeRoutes(bind: Bind, database: Database, clock: () => number) {
  const { db } = database;
  const now = () => new Date(clock());
  bind.json(contract.listStores, async ({ query }, { caller }) => listStores(await scopeOf(db, caller, query.companyId), db, query, now()));
  bind.json(contract.storeCounts, async ({ query }, { caller }) => ({
    data: await storeCounts(await scopeOf(db, caller, query.companyId), db, now()),
  }));
  bind.json(contract.findStore, async ({ query }, { caller }) => ({
    data: await showStore(await scopeOf(db, caller, query.companyId), db, query.id, now()),
  }));
  bind.file(contract.exportStores, async ({ query }, call) => {
    const sliceRows = database.engine === "embedded" ? embeddedSliceRows : undefined;
    const slices = exportStoreSlices(await scopeOf(db, call.caller, query.companyId), db, query, now(), sliceRows);
    return csvResponse(database, { fileName: "Stores", headings: storeCsvHeadings, slices, at: now(), signal: call.signal });
  });
  bind.json(contract.setStoreStatus, async ({ query, body }, call) => {
    const data = await changeStoreStatus(await scopeOf(db, call.caller, query.companyId), database, body, now(), call);
    const done = body.status === "active" ? "activated" : "deactivated";
    return { message: data.changed === 1 ? `1 store ${done}` : `${data.changed} stores ${done}`, data };
  });
  bind.json(contract.addStore, async ({ query, body }, call) => ({
    message: "Store added",
    data: await addStore(await scopeOf(db, call.caller, query.companyId), database, body, call),
  }));
}
