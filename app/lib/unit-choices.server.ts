import type { z } from "zod";
import { cleanLine } from "#contract/base/clean-line";
import type { Group, Region, Zone } from "#contract/hierarchy/endpoints";
import type { Found } from "~/ui/find-options";
import { longestSearch } from "~/ui/form-fields";
import type { Identifiers } from "./identifiers.server";

type Units = { regions: z.infer<typeof Region>[]; zones: z.infer<typeof Zone>[]; groups: z.infer<typeof Group>[] };
type Chosen = { regionId?: number | undefined; zoneId?: number | undefined; groupId?: number | undefined };

/** A field with more options than this is none to choose from, and weighs more than the rest of its page. */
const mostChoices = 300;

/**
 * The units that a list is filtered by. Where a company has too many zones or groups for a field, it offers those of the region or the zone
 * that is chosen, and always the one that is chosen itself.
 */
export function unitChoices({ regions, zones, groups }: Units, { regionId, zoneId, groupId }: Chosen, ids: Identifiers) {
  const ofRegion = few(zones, zoneId, (zone) => zone.regionId === regionId);
  const ofZone = few(groups, groupId, (group) => group.zoneId === zoneId);
  return {
    regions: regions.map(({ id, regionName }) => ({ value: ids.encrypt("region", id), label: regionName })),
    zones: ofRegion.map(({ id, zoneName }) => ({ value: ids.encrypt("zone", id), label: zoneName })),
    groups: ofZone.map(({ id, groupName }) => ({ value: ids.encrypt("group", id), label: groupName })),
    anyZone: zones.length > ofRegion.length ? "All zones (more by region)" : "All zones",
    anyGroup: groups.length > ofZone.length ? "All groups (more by zone)" : "All groups",
  };
}

function few<Unit extends { id: number }>(units: Unit[], selectedId: number | undefined, isNear: (unit: Unit) => boolean): Unit[] {
  if (units.length <= mostChoices) return units;
  const rest = units.filter((unit) => unit.id !== selectedId && isNear(unit));
  return [...units.filter(({ id }) => id === selectedId), ...rest].slice(0, mostChoices);
}

/**
 * The units that a form's field offers. Where a company has too many, it offers those with the words looked for in their label, after
 * those that are chosen, which stay whatever is looked for.
 */
export function foundOptions<Unit extends { value: string; label: string }>(
  units: Unit[],
  selectedValues: readonly (string | undefined)[],
  words = "",
): { options: Unit[]; find: Found | null } {
  if (units.length <= mostChoices) return { options: units, find: null };
  const selectedUnits = units.filter(({ value }) => selectedValues.includes(value));
  const searchText = words.toLowerCase();
  const matches =
    words === "" ? [] : units.filter((unit) => !selectedUnits.includes(unit) && unit.label.toLowerCase().includes(searchText));
  const listed = matches.slice(0, mostChoices);
  return { options: [...selectedUnits, ...listed], find: { words, listed: listed.length, more: matches.length > listed.length } };
}

/**
 * What a posted form looks for ("groups"; FindOptions): the words, and whether it was sent for that. Words that were not looked for yet come
 * before all else, whatever was pressed (Enter in their field sends the form); words that were emptied ask for nothing.
 */
export function wordsToFind(posted: FormData, what: string) {
  const words = cleanWords(String(posted.get(`_search-${what}`) ?? ""));
  const searched = cleanWords(String(posted.get(`_searched-${what}`) ?? words));
  return { words, isAsked: posted.has("_find") || (words !== "" && words !== searched) };
}

/** Words looked for, cleaned as the names are that they are looked for in. */
export const cleanWords = (typed: string): string =>
  cleanLine(typed.replace(/\p{Cc}/gu, " "))
    .slice(0, longestSearch)
    .trim();
