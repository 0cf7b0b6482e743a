import * as contract from "#contract/ads/availability";
import type { Bind } from "../../../http/bind.ts";
import {
  listInventory,
  listStores,
  showAvailability,
  showGraph,
  showTimes,
} from "./availability.service.ts";

export function availabilityRoutes(bind: Bind) {
  bind.json(contract.slotAvailability, async (call, { query }) => ({
    data: await showAvailability(call, query),
  }));
  bind.json(contract.slotAvailabilityForToh, async (call, { query }) => ({
    data: await showAvailability(call, { ...query, kind: "TOH", playSeconds: 1 }),
  }));
  bind.json(contract.slotAvailabilityWithTime, async (call, { query }) => ({
    data: await showTimes(call, query),
  }));
  bind.json(contract.storeAvailability, (call, { query }) => listStores(call, query));
  bind.json(contract.adInventory, (call, { query }) => listInventory(call, query));
  bind.json(contract.inventoryGraph, async (call, { query }) => ({
    data: await showGraph(call, query),
  }));
}
