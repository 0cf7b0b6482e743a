import { LRUCache } from "lru-cache";
import { foldText } from "#contract/base/fold-text";
import { findStates, readCityFile } from "./places.ts";

type Address = { country: string; state: string | null; city: string | null };
type ListedCity = { state: string; latitude: number; longitude: number };
/** In degrees; `of` says whose they are. */
type Coordinates = { latitude: number; longitude: number; of: "city" | "state" | "country" };

/**
 * Finds the coordinates of a city, spelt in any case. If it is not listed, or its name is of several
 * cities and no state tells which, gives those of the state or country; null for a country without
 * listed cities.
 */
export async function findCoordinates({
  country,
  state,
  city,
}: Address): Promise<Coordinates | null> {
  const [cities, states] = await Promise.all([citiesOf(country), findStates(country)]);
  const folded = foldText(state ?? "");
  const stateId = states.find(({ stateName }) => foldText(stateName) === folded)?.id;
  const isInState = (cityEntry: ListedCity) => `${country}-${cityEntry.state}` === stateId;
  const namesakes = cities.get(foldText(city ?? "")) ?? [];
  const [own, other] = stateId ? namesakes.filter(isInState) : namesakes;
  if (own && (stateId || !other))
    return { latitude: own.latitude, longitude: own.longitude, of: "city" };
  const all = [...cities.values()].flat();
  return middleOf(all.filter(isInState), "state") ?? middleOf(all, "country");
}

/** Takes the median of cities: the list's own coordinates of states are often on other continents. */
function middleOf(cities: ListedCity[], of: Coordinates["of"]): Coordinates | null {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
  const latitude = median(cities.map((city) => city.latitude));
  const longitude = median(cities.map((city) => city.longitude));
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude, of };
}

const countries = new LRUCache<string, Promise<Map<string, ListedCity[]>>>({ max: 30 });

/** Gives the cities of a country by their folded names. */
function citiesOf(country: string): Promise<Map<string, ListedCity[]>> {
  const loading = countries.get(country) ?? readCities(country);
  countries.set(country, loading);
  loading.catch(() => countries.delete(country));
  return loading;
}

async function readCities(country: string): Promise<Map<string, ListedCity[]>> {
  const cities = new Map<string, ListedCity[]>();
  for (const { name, state, latitude, longitude } of await readCityFile(country)) {
    const key = foldText(name);
    cities.set(key, [...(cities.get(key) ?? []), { state, latitude, longitude }]);
  }
  return cities;
}
