// Exports of places for other modules, jobs and the demo.
export { findCoordinates } from "./coordinates.ts";
export { findCountries, findStates, knownPlace } from "./places.ts";
