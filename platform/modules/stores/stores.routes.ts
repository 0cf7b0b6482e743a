import { storeImport } from "#contract/imports/endpoints";
import * as bulk from "#contract/stores/bulk-change";
import * as contract from "#contract/stores/endpoints";
import * as counts from "#contract/stores/store-counts";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import { bindImport } from "../imports/index.ts";
import { listStoreDays } from "../schedule/index.ts";
import { changeStoreStatus, changeStores } from "./bulk-change.service.ts";
import type { StoreCounter } from "./store-counts.ts";
import { exportStores } from "./store-export.queries.ts";
import { addStore, addStorePlayer, changeStore, showStore } from "./store-forms.service.ts";
import { storeImporter } from "./store-import.ts";
import { isCodeTaken } from "./store-record.queries.ts";
import { listStores, listStoresForAds } from "./stores.service.ts";

export function storeRoutes(bind: Bind, services: { counter: StoreCounter }) {
  bind.json(contract.listStores, (call, { query }) => listStores(call, query));
  bind.json(counts.storeCounts, async (call, { query: { companyId: _, ...filters } }) => ({
    data: await services.counter.counts(call.scope, filters),
  }));
  bind.json(counts.storesInTrouble, async ({ scope }) => ({
    data: await services.counter.troubles(scope),
  }));
  bind.json(contract.findStore, async (call, { query }) => ({
    data: await showStore(call, query.id),
  }));
  bind.file(contract.exportStores, async (call, { query }) =>
    answerTable(call, query, {
      fileName: fileNameOf(query),
      ...exportStores(call.scope, call.db, query, call.now),
    }),
  );
  bind.json(contract.storesForNonMusic, (call, { query }) => listStoresForAds(call, query));
  bind.json(contract.uniqueStore, async (call, { query }) => ({
    data: { unique: !(await isCodeTaken(call.scope, call.db, query.storeCode, query.id)) },
  }));
  bind.json(contract.storeSchedule, async (call, { query }) => ({
    data: await listStoreDays(call, query),
  }));
  bind.json(bulk.setStoreStatus, async (call, { body }) => {
    const data = await changeStoreStatus(call, body);
    const outcome = body.status === "active" ? "activated" : "deactivated";
    return { message: `${call.figures.counted(data.changed, "store")} ${outcome}`, data };
  });
  bind.json(bulk.changeStores, async (call, { body }) => {
    const data = await changeStores(call, body);
    const others =
      data.unchanged > 0 ? `, ${call.figures.figure(data.unchanged)} already had these values` : "";
    return { message: `${call.figures.counted(data.changed, "store")} changed${others}`, data };
  });
  for (const endpoint of [contract.addStore, contract.addFirstStore])
    bind.json(endpoint, async (call, { body }) => ({
      message: "Store added",
      data: await addStore(call, body),
    }));
  bind.json(contract.changeStore, async (call, { body }) => ({
    message: "Store saved",
    data: await changeStore(call, body),
  }));
  bind.json(contract.addStorePlayer, async (call, { body }) => {
    const { username } = await addStorePlayer(call, body);
    return { message: `${username} can sign in to the player now`, data: { username } };
  });

  bindImport(bind, {
    endpoints: storeImport.endpoints,
    fileName: "Stores",
    importer: storeImporter,
  });
}

/** Never a report's name: the list's file has other columns. */
const fileNameOf = ({ condition }: contract.StoreFilters): string =>
  condition === undefined ? "Stores" : `Stores-${condition}`;
