import { redirect } from "@remix-run/node";
import { cleanLine } from "#contract/base/clean-line";
import { foldText } from "#contract/base/fold-text";
import { locationPath } from "#contract/base/location-path";
import { groupsForMe, regionsForMe, storesForMe, zonesForMe } from "#contract/hierarchy/endpoints";
import type { OptionSearch } from "~/ui/find-options";
import { longestSearch } from "~/ui/form-fields";
import { encryptOptional, type Identifiers } from "../api/identifiers.server";
import type { PageContext } from "../session/guard.server";

export type Locations = {
  regions: { id: number; label: string }[];
  zones: { id: number; regionId: number; label: string }[];
  groups: { id: number; regionId: number; zoneId: number; label: string }[];
};
export type ChosenUnits = {
  regionId?: number | undefined;
  zoneId?: number | undefined;
  groupId?: number | undefined;
  storeId?: number | undefined;
};

/** Encrypts the units that filters have; undefined for those that they lack. */
export const encryptUnits = (
  { regionId, zoneId, groupId }: Omit<ChosenUnits, "storeId">,
  ids: Identifiers,
) => ({
  regionId: encryptOptional(ids, "region", regionId),
  zoneId: encryptOptional(ids, "zone", zoneId),
  groupId: encryptOptional(ids, "group", groupId),
});

/**
 * With more options than this, a field is hard to choose from and outweighs the rest of its
 * page.
 */
const mostChoices = 300;

const { compare } = new Intl.Collator("en", { numeric: true });
const byPath = (a: { label: string }, b: { label: string }) => compare(a.label, b.label);

/**
 * Loads the regions, zones and groups that the caller sees. Zones and groups are named by their
 * path ("West › Mumbai › High street"), because each zone may have a group of the same name; a path
 * starts at the caller's own level.
 */
export async function loadLocations({ api }: Pick<PageContext, "api">): Promise<Locations> {
  const [regions, zones, groups] = await Promise.all([
    api.call(regionsForMe, {}),
    api.call(zonesForMe, {}),
    api.call(groupsForMe, {}),
  ]);
  const regionNames = new Map(regions.data.map(({ id, regionName }) => [id, regionName]));
  const zoneNames = new Map(zones.data.map(({ id, zoneName }) => [id, zoneName]));
  return {
    regions: regions.data.map(({ id, regionName }) => ({ id, label: regionName })).sort(byPath),
    zones: zones.data
      .map(({ zoneName, ...zone }) => ({
        ...zone,
        label: locationPath(regionNames.get(zone.regionId), zoneName),
      }))
      .sort(byPath),
    groups: groups.data
      .map(({ groupName, ...group }) => ({
        ...group,
        label: locationPath(
          regionNames.get(group.regionId),
          zoneNames.get(group.zoneId),
          groupName,
        ),
      }))
      .sort(byPath),
  };
}

const optionsOf = (
  kind: "region" | "zone" | "group",
  units: { id: number; label: string }[],
  ids: Identifiers,
) => units.map(({ id, label }) => ({ value: ids.encrypt(kind, id), label }));

export const groupOptions = ({ groups }: Locations, ids: Identifiers) =>
  optionsOf("group", groups, ids);

/**
 * The locations to filter a list by: a chosen region narrows the zones, a chosen zone or
 * region the groups. The chosen one is always offered; if a company has too many zones or groups
 * for a field, others are offered only once a location above them is chosen.
 */
export function unitChoices(
  { regions, zones, groups }: Locations,
  { regionId, zoneId, groupId }: ChosenUnits,
  ids: Identifiers,
) {
  const inRegion =
    regionId === undefined ? undefined : (unit: { regionId: number }) => unit.regionId === regionId;
  const inZone =
    zoneId === undefined ? undefined : (unit: { zoneId: number }) => unit.zoneId === zoneId;
  const offeredZones = few(zones, zoneId, inRegion);
  const offeredGroups = few(groups, groupId, inZone ?? inRegion);
  return {
    regions: optionsOf("region", regions, ids),
    zones: optionsOf("zone", offeredZones.units, ids),
    groups: optionsOf("group", offeredGroups.units, ids),
    anyZone: offeredZones.more ? "All zones (more by region)" : "All zones",
    anyGroup: offeredGroups.more ? "All groups (more by zone)" : "All groups",
  };
}

/**
 * Gives the chosen unit and those near it. If they are too many, gives the first ones, or only the
 * chosen unit while no location above is chosen.
 */
function few<Unit extends { id: number }>(
  units: Unit[],
  chosenId: number | undefined,
  isNear: ((unit: Unit) => boolean) | undefined,
) {
  const near = isNear ? units.filter((unit) => unit.id === chosenId || isNear(unit)) : units;
  if (near.length <= mostChoices) return { units: near, more: false };
  const chosen = near.filter(({ id }) => id === chosenId);
  return {
    units: isNear
      ? [...chosen, ...near.filter(({ id }) => id !== chosenId)].slice(0, mostChoices)
      : chosen,
    more: true,
  };
}

/**
 * Redirects to an address without a zone or group that lies outside the chosen region or zone, as
 * after another region was chosen.
 */
export function redirectFromMisplaced(
  request: Request,
  { zones, groups }: Locations,
  { regionId, zoneId, groupId }: ChosenUnits,
) {
  const zone = zones.find(({ id }) => id === zoneId);
  const group = groups.find(({ id }) => id === groupId);
  const isZoneMisplaced =
    zone !== undefined && regionId !== undefined && zone.regionId !== regionId;
  const isGroupMisplaced =
    group !== undefined &&
    ((regionId !== undefined && group.regionId !== regionId) ||
      (!isZoneMisplaced && zoneId !== undefined && group.zoneId !== zoneId));
  if (!isZoneMisplaced && !isGroupMisplaced) return;
  redirectWithout(request, [
    ...(isZoneMisplaced ? ["zoneId"] : []),
    ...(isGroupMisplaced ? ["groupId", "storeId"] : []),
  ]);
}

/**
 * Loads the stores of the chosen location, all of a group's; null if they are too many for a field
 * and no group is chosen.
 */
export async function loadStoreChoices(
  { api, ids }: Pick<PageContext, "api" | "ids">,
  { regionId, zoneId, groupId }: ChosenUnits,
) {
  const limit = groupId === undefined ? mostChoices + 1 : undefined;
  const { data } = await api.call(storesForMe, { query: { regionId, zoneId, groupId, limit } });
  if (limit && data.length === limit) return null;
  return {
    ids: new Set(data.map(({ id }) => id)),
    options: data.map(({ id, storeCode, storeName }) => ({
      value: ids.encrypt("store", id),
      label: `${storeName} (${storeCode})`,
    })),
  };
}

/** Redirects to an address without a store that lies outside the chosen location. */
export function redirectFromMisplacedStore(
  request: Request,
  stores: { ids: ReadonlySet<number> } | null,
  { regionId, zoneId, groupId, storeId }: ChosenUnits,
) {
  const hasLocation = regionId !== undefined || zoneId !== undefined || groupId !== undefined;
  if (!hasLocation || storeId === undefined || !stores || stores.ids.has(storeId)) return;
  redirectWithout(request, ["storeId"]);
}

/** Also drops the position in the list. */
function redirectWithout(request: Request, names: string[]): never {
  const url = new URL(request.url);
  for (const name of [...names, "row", "cursor"]) url.searchParams.delete(name);
  throw redirect(`${url.pathname}${url.search}`);
}

/**
 * Gives the options of a form's field. If there are too many, gives the chosen ones and then those
 * whose label contains the search words.
 */
export function foundOptions<Unit extends { value: string; label: string }>(
  units: Unit[],
  selectedValues: readonly (string | undefined)[],
  words = "",
): { options: Unit[]; find: OptionSearch | null } {
  if (units.length <= mostChoices) return { options: units, find: null };
  const selectedUnits = units.filter(({ value }) => selectedValues.includes(value));
  const searchText = foldText(words);
  const matches =
    words === ""
      ? []
      : units.filter(
          (unit) => !selectedUnits.includes(unit) && foldText(unit.label).includes(searchText),
        );
  const shownMatches = matches.slice(0, mostChoices);
  return {
    options: [...selectedUnits, ...shownMatches],
    find: { words, listed: shownMatches.length, more: matches.length > shownMatches.length },
  };
}

/**
 * Reads the words that a posted form searches for ("groups"; FindOptions), and whether it was sent
 * to search. New words take precedence over any button, because Enter in their field sends the
 * form; cleared words search for nothing.
 */
export function wordsToFind(posted: FormData, what: string) {
  const words = cleanWords(String(posted.get(`_search-${what}`) ?? ""));
  const searched = cleanWords(String(posted.get(`_searched-${what}`) ?? words));
  return { words, isAsked: posted.has("_find") || (words !== "" && words !== searched) };
}

/** Cleans search words in the same way as the stored names. */
export const cleanWords = (rawWords: string): string =>
  cleanLine(rawWords.replace(/\p{Cc}/gu, " "))
    .slice(0, longestSearch)
    .trim();
