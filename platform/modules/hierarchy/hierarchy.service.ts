import type { SearchHit } from "#contract/hierarchy/endpoints";
import { owns } from "../../access/scope.ts";
import type { ScopedCall } from "../../http/context.ts";
import {
  findByWords,
  findGroupRows,
  findRegionRows,
  findZoneRows,
  type RowSubset,
} from "./hierarchy.queries.ts";

const hitsOfAKind = 20;

/** The regions in scope; adding, moving and deleting one is for those of the whole company. */
export async function listRegions({ scope, db }: ScopedCall) {
  const rows = await findRegionRows(scope, db);
  const mayRemove = scope.reach === "company";
  return rows.map((row) => ({
    ...row,
    mayChange: owns(scope, { regionId: row.id, zoneId: null, groupId: null }),
    mayRemove,
  }));
}

export async function listZones(
  { scope, db }: ScopedCall,
  { regionIds, ...part }: { regionIds: number[] } & ChoiceLimits,
) {
  const rows = await withKept((some) => findZoneRows(scope, db, regionIds, some), part);
  return rows.map((row) => {
    const above = { regionId: row.regionId, zoneId: null, groupId: null };
    return {
      ...row,
      mayChange: owns(scope, { ...above, zoneId: row.id }),
      mayRemove: owns(scope, above),
    };
  });
}

export async function listGroups(
  { scope, db }: ScopedCall,
  { zoneIds, ...part }: { zoneIds: number[] } & ChoiceLimits,
) {
  const rows = await withKept((some) => findGroupRows(scope, db, zoneIds, some), part);
  return rows.map((row) => {
    const above = { regionId: row.regionId, zoneId: row.zoneId, groupId: null };
    return {
      ...row,
      mayChange: owns(scope, { ...above, groupId: row.id }),
      mayRemove: owns(scope, above),
    };
  });
}

type ChoiceLimits = { first?: number | undefined; keep?: number | undefined };

/** Gives the first this many, and after them the one to keep, if it comes later by name. */
async function withKept<Row extends { id: number }>(
  find: (some: RowSubset) => Promise<Row[]>,
  { first, keep }: ChoiceLimits,
): Promise<Row[]> {
  const rows = await find({ first });
  if (first === undefined || keep === undefined || rows.some(({ id }) => id === keep)) return rows;
  return [...rows, ...(await find({ only: keep }))];
}

/** Units and stores by part of their name, or a store's by its code: regions first. */
export async function searchUnits({ scope, db }: ScopedCall, words: string): Promise<SearchHit[]> {
  const { regions, zones, groups, stores } = await findByWords(scope, db, words, hitsOfAKind);
  const none = { storeCode: null, regionId: null, zoneId: null, groupId: null };
  return [
    ...regions.map((region) => ({ ...none, ...region, kind: "region" as const, path: [] })),
    ...zones.map(({ regionName, ...zone }) => ({
      ...none,
      ...zone,
      kind: "zone" as const,
      path: [regionName],
    })),
    ...groups.map(({ regionName, zoneName, ...group }) => ({
      ...none,
      ...group,
      kind: "group" as const,
      path: [regionName, zoneName],
    })),
    ...stores.map(({ regionName, zoneName, groupName, ...store }) => ({
      ...store,
      kind: "store" as const,
      path: [regionName, zoneName, groupName].filter((name) => name !== null),
    })),
  ];
}
