import * as contract from "#contract/places/endpoints";
import type { Bind } from "../../http/bind.ts";
import { findCities, findCountries, findStates } from "./places.ts";

export function placeRoutes(bind: Bind) {
  bind.json(contract.countries, async () => ({ data: await findCountries() }));
  bind.json(contract.states, async (_call, { query }) => ({
    data: await findStates(query.countryId),
  }));
  bind.json(contract.cities, async (_call, { query }) => ({
    data: await findCities(query.stateId),
  }));
}
