import { z } from "zod";
import { search } from "#contract/base/fields";
import { idOf } from "#contract/base/identifiers";
import { paging } from "#contract/base/pages";
import { mayOpen } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import {
  type GroupRow,
  groupsByZones,
  type RegionRow,
  regionsByCompany,
  type SearchHit,
  searchHierarchy,
  storesByUnits,
  type UnitStore,
  unassignedStores,
  type ZoneRow,
  zonesByRegions,
} from "#contract/hierarchy/endpoints";
import { storePath } from "~/features/stores/paths";
import type { Identifiers } from "~/lib/api/identifiers.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { levelsOf, load, type PageContext, seesWholeCompany } from "~/lib/session/guard.server";
import { storeState } from "~/lib/stores/store-state";
import type { Open } from "./paths";
import { hierarchyTexts } from "./texts";

const Tree = z.object({
  region: idOf("region").optional(),
  zone: idOf("zone").optional(),
  group: idOf("group").optional(),
});
const Address = listAddress({
  ...Tree.shape,
  /** `search` looks in the whole hierarchy, `find` in the open group. */
  search: search.optional(),
  find: search.optional(),
  cursor: paging.cursor,
});

/** Reads the open part of the tree, encrypted, so that each page can lead back to it. */
export function readOpen(request: Request, { ids }: PageContext): Open {
  const open = readQuery(request, Tree, { ids });
  return openOf(open, ids);
}

const openOf = ({ region, zone, group }: z.output<typeof Tree>, ids: Identifiers): Open => ({
  region: region === undefined ? undefined : ids.encrypt("region", region),
  zone: zone === undefined ? undefined : ids.encrypt("zone", zone),
  group: group === undefined ? undefined : ids.encrypt("group", group),
});

/**
 * The most zones of a region and groups of a zone that are shown, including the open one; the
 * others are found by search.
 */
const shownAtOnce = 100;

/**
 * Loads the tree as far as it is open: the children of open units, and a page of the open group's
 * stores.
 */
export async function loadTree(request: Request, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { search, find, cursor, row, limit, ...open } = readQuery(request, Address, { ids });
  const whole = seesWholeCompany(pageContext); // may add regions and sees ungrouped stores
  const levels = levelsOf(pageContext);
  const { region, zone, group } = open;
  const none = { data: [] };
  const [regions, zones, groups, stores, ungrouped, hits] = await load(() =>
    Promise.all([
      api.call(regionsByCompany, {}),
      region === undefined
        ? none
        : api.call(zonesByRegions, {
            query: { regionIds: String(region), first: shownAtOnce, keep: zone },
          }),
      zone === undefined
        ? none
        : api.call(groupsByZones, {
            query: { zoneIds: String(zone), first: shownAtOnce, keep: group },
          }),
      group === undefined
        ? undefined
        : api.call(storesByUnits, {
            query: { groupIds: String(group), search: find, cursor, limit },
          }),
      whole ? api.call(unassignedStores, { query: { limit: 1 } }) : undefined,
      search ? api.call(searchHierarchy, { query: { search } }) : undefined,
    ]),
  );
  return {
    open: openOf(open, ids),
    search,
    find,
    mayAddRegion: whole,
    unassigned: ungrouped?.page.total ?? 0,
    /** Lists the locations that contain more than is shown. */
    cut: [
      ...regions.data
        .filter(({ id, zones: zoneCount }) => id === region && zoneCount > shownAtOnce)
        .map(({ regionName }) => `${regionName} has more zones`),
      ...zones.data
        .filter(({ id, groups: groupCount }) => id === zone && groupCount > shownAtOnce)
        .map(({ zoneName }) => `${zoneName} has more groups`),
    ].map((what) => hierarchyTexts.moreThanShown(what, shownAtOnce)),
    regions: regions.data.map((row) => regionOf(row, ids, levels)),
    zones: zones.data.map((row) => zoneOf(row, ids, levels)),
    groups: groups.data.map((row) => groupOf(row, ids, levels)),
    stores: stores && {
      rows: stores.data.map((store) => storeOf(store, pageContext)),
      page: stores.page,
      row,
    },
    hits: hits?.data.map((hit) => hitOf(hit, ids)),
  };
}
export type Tree = Awaited<ReturnType<typeof loadTree>>;

const rowOf = (
  { stores, inactiveStores, users, mayChange, mayRemove }: GroupRow | ZoneRow | RegionRow,
  isLevelManaged: boolean,
) => ({
  stores,
  inactive: inactiveStores,
  users,
  mayChange,
  mayRemove,
  /** True if the person may manage the unit's users; otherwise they are only counted (ROL-3). */
  managesUsers: mayChange && isLevelManaged,
});
const regionOf = (row: RegionRow, ids: Identifiers, levels: readonly Level[]) => ({
  ref: ids.encrypt("region", row.id),
  name: row.regionName,
  zones: row.zones,
  groups: row.groups,
  ...rowOf(row, levels.includes("regional")),
});
const zoneOf = (row: ZoneRow, ids: Identifiers, levels: readonly Level[]) => ({
  ref: ids.encrypt("zone", row.id),
  name: row.zoneName,
  groups: row.groups,
  ...rowOf(row, levels.includes("zonal")),
});
const groupOf = (row: GroupRow, ids: Identifiers, levels: readonly Level[]) => ({
  ref: ids.encrypt("group", row.id),
  name: row.groupName,
  ...rowOf(row, levels.includes("group")),
});

/** Makes a store's row, with a link for people who may open stores. */
export const storeOf = (store: UnitStore, { ids, person }: PageContext) => ({
  ref: ids.encrypt("store", store.id),
  to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", store.id)) : null,
  name: store.storeName,
  code: store.storeCode,
  city: store.city,
  state: storeState(store, { now: new Date() }),
});

const hitOf = ({ kind, id, name, storeCode, path, ...at }: SearchHit, ids: Identifiers) => ({
  kind,
  ref: ids.encrypt(kind, id),
  name,
  code: storeCode,
  path: path.join(" › "),
  open: openOf(
    {
      region: at.regionId ?? undefined,
      zone: at.zoneId ?? undefined,
      group: at.groupId ?? undefined,
    },
    ids,
  ),
});
