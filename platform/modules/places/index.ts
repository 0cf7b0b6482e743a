// What other modules, jobs and the demo may use of places.
export { findCountries, findStates, knownPlace } from "./places.ts";
