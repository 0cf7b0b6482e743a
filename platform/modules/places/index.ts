// Exports of places for other modules, jobs and the demo.
export { findCountries, findStates, knownPlace } from "./places.ts";
