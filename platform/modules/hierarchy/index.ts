// What other modules, jobs and the demo may use of hierarchy.
export { findGroups, findRegions, findZones } from "./hierarchy.queries.ts";
