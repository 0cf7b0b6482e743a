import { eventLocations } from "#contract/schedule/event-playlists";
import type { RuleLevel } from "#contract/schedule/words";
import { type Guarded, load } from "~/lib/guard.server";
import { foundOptions, wordsToFind } from "~/lib/unit-choices.server";

type Values = Record<string, string | string[]>;
const kinds = ["zones", "groups", "stores"] as const;
type SoughtLocations = Partial<Record<(typeof kinds)[number], string>>;

/** The locations of an item (an event, a campaign) as the fields of its form. */
export function locationValues(
  units: readonly { level: RuleLevel; unitId: number }[],
  { ids }: Guarded,
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
 * Chosen stores that are given by name: the platform takes 8,000 characters of IDs, each of 15
 * digits at most.
 */
const mostNamed = 500;

/**
 * The locations to choose from, of very many those looked for; what is chosen is always among them.
 */
export async function loadLocationChoices(
  { api, ids }: Guarded,
  values: Values,
  sought: SoughtLocations = {},
) {
  const chosenOf = (field: string) => [values[field] ?? []].flat().filter(Boolean);
  const stores = chosenOf("storeIds").map((ref) => ids.decrypt("store", ref));
  // those beyond what one call takes stay chosen, without their names
  const query = {
    search: sought.stores || undefined,
    chosen: stores.slice(0, mostNamed).join(",") || undefined,
  };
  const { data: locations } = await load(() => api.call(eventLocations, { query }));
  const options = (
    kind: "region" | "zone" | "group" | "store",
    units: { id: number; name: string; path: string }[],
  ) =>
    units.map((unit) => ({
      value: ids.encrypt(kind, unit.id),
      label: unit.name,
      hint: unit.path || undefined,
    }));
  const words = sought.stores ?? "";
  const listed = locations.stores.filter(({ id }) => !stores.includes(id)).length;
  return {
    wholeCompany: locations.wholeCompany,
    regions: options("region", locations.regions),
    zones: foundOptions(options("zone", locations.zones), chosenOf("zoneIds"), sought.zones),
    groups: foundOptions(options("group", locations.groups), chosenOf("groupIds"), sought.groups),
    stores: {
      options: options("store", locations.stores),
      find: locations.moreStores || words ? { words, listed, more: locations.moreStores } : null,
    },
  };
}
export type LocationChoices = Awaited<ReturnType<typeof loadLocationChoices>>;

/**
 * Reads the words that a posted form looks up among the locations; `finds` is true if it was sent
 * for that alone.
 */
export function readSought(posted: FormData): { sought: SoughtLocations; finds: boolean } {
  const searches = kinds.map((kind) => ({ kind, ...wordsToFind(posted, kind) }));
  return {
    sought: Object.fromEntries(searches.map(({ kind, words }) => [kind, words])),
    finds: posted.has("_find") || searches.some(({ isAsked }) => isAsked),
  };
}
