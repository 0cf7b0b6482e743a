import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { Country, State } from "#contract/places/endpoints";
import { invalid } from "../../base/refusal.ts";

/**
 * Countries, states and cities from the files of country-state-city: its code would hold 150,000
 * cities as objects. Here nothing is read before it is asked for, and names alone are kept.
 */
const fileOf = (name: string) =>
  createRequire(import.meta.url).resolve(`country-state-city/lib/assets/${name}.json`);
const read = async <Row>(name: string): Promise<Row[]> =>
  JSON.parse(await readFile(fileOf(name), "utf8"));
const once = <T>(load: () => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
};

export const findCountries = once(async (): Promise<Country[]> => {
  const rows = await read<{ name: string; isoCode: string; phonecode: string }>("country");
  return rows.map(({ name, isoCode, phonecode }) => ({
    id: isoCode,
    countryName: name,
    phoneCountryCode: /\d+/.exec(phonecode)?.[0] ?? "",
  }));
});

const statesByCountry = once(async () => {
  const rows = await read<{ name: string; isoCode: string; countryCode: string }>("state");
  const byCountry = new Map<string, State[]>();
  for (const { name, isoCode, countryCode } of rows) {
    const state = { id: `${countryCode}-${isoCode}`, stateName: name };
    byCountry.set(countryCode, [...(byCountry.get(countryCode) ?? []), state]);
  }
  return byCountry;
});

export const findStates = async (countryId: string): Promise<State[]> =>
  (await statesByCountry()).get(countryId) ?? [];

/** States whose cities were asked for keep them. */
const citiesByState = new LRUCache<string, { cityName: string }[]>({ max: 200 });

/**
 * Reads the cities of a country, or of one of its states. Looks through the text of the file, some
 * 30 ms; parsed as a whole it would stop everything else ten times as long.
 */
export async function readCityFile(country: string, ofState = '[^"]*') {
  const row = new RegExp(
    String.raw`\[("(?:[^"\\]|\\.)*"),"${country}","(${ofState})","([^"]*)","([^"]*)"`,
    "g",
  );
  const text = await readFile(fileOf("city"), "utf8");
  return Array.from(text.matchAll(row), ([, name = '""', state = "", latitude, longitude]) => ({
    name: String(JSON.parse(name)),
    state,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
}

/** Lists the cities of a state, each once. */
export async function findCities(stateId: string): Promise<{ cityName: string }[]> {
  const cachedCities = citiesByState.get(stateId);
  if (cachedCities) return cachedCities;
  const [country = "", state = ""] = stateId.split("-");
  const names = new Set((await readCityFile(country, state)).map(({ name }) => name));
  const cities = [...names].map((cityName) => ({ cityName }));
  citiesByState.set(stateId, cities);
  return cities;
}

type Place = { country: string; state?: string | undefined };

/**
 * Gives the place with its state spelt as in the list. Throws 422 on `country` if it is not one,
 * and on `state` if it is not one of a country that has states. Cities are not checked: no list of
 * them is complete.
 */
export async function knownPlace<P extends Place>(place: P): Promise<P> {
  if (!(await findCountries()).some(({ id }) => id === place.country))
    throw invalid({ country: "Choose a country." });
  const states = await findStates(place.country);
  if (place.state === undefined || states.length === 0) return place;
  const stateText = place.state.toLowerCase();
  const state = states.find(({ stateName }) => stateName.toLowerCase() === stateText);
  if (!state) throw invalid({ state: "This state is not in the chosen country." });
  return { ...place, state: state.stateName };
}
