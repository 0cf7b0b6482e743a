import { foldText } from "#contract/base/fold-text";
import { eventLocations } from "#contract/schedule/event-playlists";
import type { RuleLevel } from "#contract/schedule/words";
import { foundOptions, wordsToFind } from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";

type Values = Record<string, string | string[]>;

/** Turns an item's locations (an event's, a campaign's) into the form's values. */
export function locationValues(
  units: readonly { level: RuleLevel; unitId: number }[],
  { ids }: PageContext,
): Values {
  const at = (level: RuleLevel, kind: "region" | "zone" | "group" | "store") =>
    units.flatMap((unit) => (unit.level === level ? [ids.encrypt(kind, unit.unitId)] : []));
  return {
    wholeCompany: units.some(({ level }) => level === "COMPANY") ? "on" : "",
    regionIds: at("REGION", "region"),
    zoneIds: at("ZONE", "zone"),
    groupIds: at("GROUP", "group"),
    storeIds: at("STORE", "store"),
  };
}

/**
 * The most chosen stores that are sent to get their names: the platform accepts 8,000 characters of
 * IDs, each up to 15 digits.
 */
const mostNamed = 500;

/**
 * Loads the locations to choose from with their numbers of stores; of very many only search results
 * and the chosen ones.
 */
export async function loadLocationChoices(
  { api, ids, figures: { figure, counted } }: PageContext,
  values: Values,
  words = "",
) {
  const chosenOf = (field: string) => [values[field] ?? []].flat().filter(Boolean);
  const stores = chosenOf("storeIds").map((ref) => ids.decrypt("store", ref));
  // stores beyond what one call takes stay chosen, but without their names
  const query = {
    search: words || undefined,
    chosen: stores.slice(0, mostNamed).join(",") || undefined,
  };
  const { data: locations } = await load(() => api.call(eventLocations, { query }));
  type Unit = { id: number; name: string; path: string; activeStores?: number };
  const options = (kind: "region" | "zone" | "group" | "store", units: Unit[]) =>
    units.map(({ id, name, path, activeStores }) => ({
      value: ids.encrypt(kind, id),
      label: name,
      hint: path || undefined,
      count: activeStores === undefined ? undefined : figure(activeStores),
    }));
  const searchText = foldText(words);
  const optionsAt = (kind: "zone" | "group", units: Unit[], field: string) => {
    const chosen = chosenOf(field);
    const all = options(kind, units);
    const matches = all.filter(
      ({ value, label }) => chosen.includes(value) || foldText(label).includes(searchText),
    );
    return foundOptions(words ? matches : all, chosen, words);
  };
  const zones = optionsAt("zone", locations.zones, "zoneIds");
  const groups = optionsAt("group", locations.groups, "groupIds");
  const more = Boolean(zones.find?.more || groups.find?.more || locations.moreStores);
  const levels = [
    { name: "zoneIds", label: "Zones", options: zones.options },
    { name: "groupIds", label: "Groups", options: groups.options },
    { name: "storeIds", label: "Stores", options: options("store", locations.stores) },
  ];
  const listedCount = levels.flatMap(({ name, options }) => {
    const chosen = chosenOf(name);
    return options.filter(({ value }) => !chosen.includes(value));
  }).length;
  const isLong = more || zones.find !== null || groups.find !== null || words !== "";
  return {
    wholeCompany: locations.wholeCompany ? counted(locations.activeStores, "store") : null,
    regions: options("region", locations.regions),
    levels,
    find: isLong ? { words, listed: listedCount, more } : null,
  };
}
export type LocationChoices = Awaited<ReturnType<typeof loadLocationChoices>>;

/** The stores to choose from, of very many those looked for; what is chosen is always among them. */
export async function loadStoreChoices(
  { api, ids }: PageContext,
  chosenRefs: string | string[] = [],
  words = "",
) {
  const chosen = [chosenRefs].flat().filter(Boolean);
  const query = {
    search: words || undefined,
    chosen: chosen.map((ref) => ids.decrypt("store", ref)).join(",") || undefined,
  };
  const { data } = await load(() => api.call(eventLocations, { query }));
  const options = data.stores.map(({ id, name, path }) => ({
    value: ids.encrypt("store", id),
    label: name,
    hint: path || undefined,
  }));
  const listedCount = options.filter(({ value }) => !chosen.includes(value)).length;
  const isLong = data.moreStores || words !== "";
  return { options, find: isLong ? { words, listed: listedCount, more: data.moreStores } : null };
}

/**
 * Reads the search words of a posted form's locations; `finds` is true if it was sent only to
 * search.
 */
export function readSought(posted: FormData): { sought: string; finds: boolean } {
  const { words, isAsked } = wordsToFind(posted, "locations");
  return { sought: words, finds: posted.has("_find") || isAsked };
}
