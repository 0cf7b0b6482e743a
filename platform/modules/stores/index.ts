// Exports of stores for other modules, jobs and the demo.
export { groupSet, lockStores } from "./bulk-change.queries.ts";
export { lockGroupToAssign, setOnChosenStores } from "./bulk-change.service.ts";
export { beginningAt, endAt, openedAt, openingAt, openingsBy } from "./opening-times.queries.ts";
export { hasStarted, inCondition, storeFacts } from "./store-condition.queries.ts";
export { countConditionsByCompany } from "./store-counts.queries.ts";
export { type StoreCounter, storeCounter } from "./store-counts.ts";
export { findMatchingStores, path, storeNames } from "./stores.queries.ts";
