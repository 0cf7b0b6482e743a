// Exports of hierarchy for other modules, jobs and the demo.
export {
  findGroups,
  findRegions,
  findZones,
  storesWanted,
  type UnitStoreFilter,
} from "./hierarchy.queries.ts";
export { keepInSight } from "./keep-in-sight.service.ts";
export { findUnit, lockUnit } from "./unit-changes.queries.ts";
export { type UnitRef, unitColumns } from "./unit-users.queries.ts";
