import type { AppLoadContext } from "@remix-run/node";
import { cities, countries, states } from "#contract/places/endpoints";
import type { Api } from "../api/platform.server";

/**
 * Loads the choices of an address's fields: all countries, and the states of the posted country, by
 * default of the saved one.
 */
export async function loadPlaces(context: AppLoadContext, api: Api, saved = "IN") {
  const posted = context.posted?.values.country;
  const country = typeof posted === "string" && posted ? posted : saved;
  const [all, { states: names }] = await Promise.all([
    api.call(countries, {}),
    findPlaces(api, country),
  ]);
  return {
    countries: all.data.map(({ id, countryName }) => ({ value: id, label: countryName })),
    states: names,
  };
}
export type Places = Awaited<ReturnType<typeof loadPlaces>>;

/**
 * Finds the names of a country's states, and of one state's cities; empty for an unknown country or
 * state.
 */
export async function findPlaces(
  api: Api,
  country: string,
  state = "",
): Promise<{ states: string[]; cities: string[] }> {
  if (!/^[A-Z]{2}$/.test(country)) return { states: [], cities: [] };
  const { data } = await api.call(states, { query: { countryId: country } });
  const stateRow = data.find(
    ({ stateName }) => stateName.toLowerCase() === state.trim().toLowerCase(),
  );
  const cityRows = stateRow
    ? (await api.call(cities, { query: { stateId: stateRow.id } })).data
    : [];
  return {
    states: data.map(({ stateName }) => stateName),
    cities: cityRows.map(({ cityName }) => cityName),
  };
}
