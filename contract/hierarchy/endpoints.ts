import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { unitKinds } from "../base/scope.ts";
import { namesOne, undoOf } from "../base/undo.ts";
import { StoreRow } from "../stores/endpoints.ts";

export const Region = z.object({ id: z.int(), regionName: z.string() });
export const Zone = z.object({ id: z.int(), zoneName: z.string(), regionId: z.int() });
export const Group = z.object({
  id: z.int(),
  groupName: z.string(),
  regionId: z.int(),
  zoneId: z.int(),
});

const query = z.strictObject(ofCompany);

export const regionsForMe = endpoint({
  method: "get",
  path: "/region/regions-for-me",
  summary: "The regions within the caller's scope",
  access: ["REPORTS"],
  scope: "company",
  query,
  data: z.array(Region),
});

export const zonesForMe = endpoint({
  method: "get",
  path: "/zone/zones-for-me",
  summary: "The zones within the caller's scope",
  access: ["REPORTS"],
  scope: "company",
  query,
  data: z.array(Zone),
});

export const groupsForMe = endpoint({
  method: "get",
  path: "/group/groups-for-me",
  summary: "The groups within the caller's scope",
  access: ["REPORTS"],
  scope: "company",
  query,
  data: z.array(Group),
});

/** Stores of one group: a company's stores are too many for a choice. */
export const storesForMe = endpoint({
  method: "get",
  path: "/store/stores-for-me",
  summary: "The stores of a location, or all, that are within the caller's scope",
  access: ["REPORTS"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    regionId: field.id.optional(),
    zoneId: field.id.optional(),
    groupId: field.id.optional(),
    /** At most this many, the first by name. */
    limit: z.int().min(1).max(1000).optional(),
  }),
  data: z.array(z.object({ id: z.int(), storeCode: z.string(), storeName: z.string() })),
});

/** The contents of a unit within the caller's scope, and what the caller may do with it (CTX-3). */
const unitFacts = {
  stores: z.int(),
  inactiveStores: z.int(),
  /** Users assigned to exactly this unit. */
  users: z.int(),
  /** Rename it, add units to it, assign users and stores to it. */
  mayChange: z.boolean(),
  /** Move or delete it: that is for the owner of the unit above. */
  mayRemove: z.boolean(),
};
export const RegionRow = Region.extend({ zones: z.int(), groups: z.int(), ...unitFacts });
export const ZoneRow = Zone.extend({ groups: z.int(), ...unitFacts });
export const GroupRow = Group.extend(unitFacts);
export type RegionRow = z.infer<typeof RegionRow>;
export type ZoneRow = z.infer<typeof ZoneRow>;
export type GroupRow = z.infer<typeof GroupRow>;

/** IDs of one kind, as in addresses: "3,14,15". */
const ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, "Enter at most 100 location IDs, separated by commas.")
  .transform((text) => text.split(",").map(Number));

export const regionsByCompany = endpoint({
  method: "get",
  path: "/region/by-company-id",
  summary: "The regions within the caller's scope, with what they hold",
  access: ["REPORTS"],
  scope: "company",
  query,
  data: z.array(RegionRow),
});

/**
 * The first this many by name, and always the one with the id `keep`: a page shows no more at
 * once. Without `first`, all.
 */
const some = { first: z.number().int().min(1).max(1000).optional(), keep: field.id.optional() };

export const zonesByRegions = endpoint({
  method: "get",
  path: "/zone/by-region-ids",
  summary: "The zones of regions, with what they hold",
  access: ["REPORTS"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, regionIds: ids, ...some }),
  data: z.array(ZoneRow),
});

export const groupsByZones = endpoint({
  method: "get",
  path: "/group/by-zone-ids",
  summary: "The groups of zones, with what they hold",
  access: ["REPORTS"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, zoneIds: ids, ...some }),
  data: z.array(GroupRow),
});

/** A store in its unit, with its status. */
export const UnitStore = StoreRow.pick({
  id: true,
  storeCode: true,
  storeName: true,
  status: true,
  statusSince: true,
  condition: true,
  timeZone: true,
  lastSeenAt: true,
  lastPlayedAt: true,
}).extend({ city: z.string().nullable(), groupId: z.int().nullable() });
export type UnitStore = z.infer<typeof UnitStore>;

export const storesByUnits = endpoint({
  method: "get",
  path: "/store/by-region-zone-group-ids",
  summary: "The stores of locations, by name; a store must match every kind of location given",
  access: ["REPORTS"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    regionIds: ids.optional(),
    zoneIds: ids.optional(),
    groupIds: ids.optional(),
    storeIds: ids.optional(),
    search: field.search.optional(),
    ...paging,
  }),
  list: true,
  data: UnitStore,
});

/** Lists stores without a group, which only a caller with the whole company sees. */
export const unassignedStores = endpoint({
  method: "get",
  path: "/store/unassigned",
  summary: "The stores without a group, by name",
  access: ["HIERARCHY", "STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, search: field.search.optional(), ...paging }),
  list: true,
  data: UnitStore,
});

export const SearchHit = z.object({
  kind: z.enum(unitKinds),
  id: z.int(),
  name: z.string(),
  /** A store's. */
  storeCode: z.string().nullable(),
  regionId: z.int().nullable(),
  zoneId: z.int().nullable(),
  groupId: z.int().nullable(),
  /** The names of the units above, from the region down. */
  path: z.array(z.string()),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const searchHierarchy = endpoint({
  method: "get",
  path: "/hierarchy/search",
  summary: "The first 20 of each kind of location whose name (or store code) contains the words",
  access: ["HIERARCHY"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, search: field.search.min(1) }),
  data: z.array(SearchHit),
});

/**
 * Chosen stores, or all that match: of a group, or without one. Without groupId they are
 * removed from their groups; with undoOf each goes back to where the caller's own change moved it
 * from.
 */
export const StoreMove = z
  .strictObject({
    groupId: field.id.optional(),
    ids: z.array(field.id).min(1).max(1000).optional(),
    matching: z
      .strictObject({ fromGroupId: field.id.optional(), search: field.search.optional() })
      .optional(),
    undoOf: undoOf.optional(),
  })
  .refine(namesOne, { path: ["ids"], message: "Choose stores, or all matching stores." })
  .refine(({ groupId, undoOf }) => groupId === undefined || undoOf === undefined, {
    path: ["groupId"],
    message: "Stores go back to the groups they came from: choose none.",
  });
export type StoreMove = z.output<typeof StoreMove>;

export const moveStores = endpoint({
  method: "patch",
  path: "/store/assign-group",
  summary: "Assign stores to a group, remove them from their group, or move them back",
  bulk: true,
  access: ["HIERARCHY"],
  scope: "company",
  query,
  body: StoreMove,
  data: z.object({ changed: z.int(), unchanged: z.int() }),
});
