import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { Group, Region, Zone } from "./endpoints.ts";
import { neighbourChoices } from "./words.ts";

const query = z.strictObject(ofCompany);

/**
 * The obstacles to deleting a unit: each count that is not 0, and each name.
 * Counted only for callers who may delete it.
 */
const inTheWay = z.object({
  zones: z.int(),
  groups: z.int(),
  stores: z.int(),
  /** Days of music that were published for it: the record of its plays. */
  publishedDays: z.int(),
  /**
   * Users who would have no unit left, if the caller does not see the whole company and would lose
   * sight of them.
   */
  onlyUnitOf: z.array(z.string()),
});
/** The records deleted with a unit; the first ten users are named. */
const goesAlong = z.object({
  users: z.int(),
  userNames: z.array(z.string()),
  masterRules: z.int(),
  events: z.int(),
  drafts: z.int(),
});
export const UnitDetails = z.object({
  id: z.int(),
  name: z.string(),
  regionId: z.int().nullable(),
  zoneId: z.int().nullable(),
  version: z.int(),
  /** How stores beside each other play; null for what is no group. */
  neighbours: z.enum(neighbourChoices).nullable(),
  /** The names of the units above, from the region down. */
  path: z.array(z.string()),
  mayChange: z.boolean(),
  mayRemove: z.boolean(),
  inTheWay,
  goesAlong,
});
export type UnitDetails = z.infer<typeof UnitDetails>;

const oneOf = (kind: "region" | "zone" | "group") =>
  endpoint({
    method: "get",
    path: `/${kind}`,
    summary: `One ${kind}, with what prevents its deletion and what would be deleted with it`,
    access: ["HIERARCHY"],
    scope: "company",
    query: z.strictObject({ ...ofCompany, id: field.id }),
    data: UnitDetails,
  });
export const findRegion = oneOf("region");
export const findZone = oneOf("zone");
export const findGroup = oneOf("group");

export const RegionForm = z.strictObject({ regionName: field.title });
export const ZoneForm = z.strictObject({ zoneName: field.title, regionId: idOf("region") });
export const GroupForm = z.strictObject({
  groupName: field.title,
  zoneId: idOf("zone"),
  /** Left out, a new group's stores play the same, and a saved one keeps its choice. */
  neighbours: z.enum(neighbourChoices).optional(),
});

const add = {
  method: "post",
  access: ["HIERARCHY"],
  scope: "company",
  query,
  success: 201,
  idempotent: true,
} as const;
export const addRegion = endpoint({
  ...add,
  path: "/region",
  summary: "Add a region",
  body: RegionForm,
  data: Region,
});
export const addZone = endpoint({
  ...add,
  path: "/zone",
  summary: "Add a zone to a region",
  body: ZoneForm,
  data: Zone,
});
export const addGroup = endpoint({
  ...add,
  path: "/group",
  summary: "Add a group to a zone",
  body: GroupForm,
  data: Group,
});

/**
 * The name, and the unit above: another one moves it with all it holds. With the version that the
 * form was loaded with.
 */
const change = { method: "put", access: ["HIERARCHY"], scope: "company", query } as const;
const loaded = { id: field.id, version: field.version.optional() };
const saved = { version: z.int() };
export const changeRegion = endpoint({
  ...change,
  path: "/region",
  summary: "Rename a region",
  body: z.strictObject({ ...loaded, ...RegionForm.shape }),
  data: Region.extend(saved),
});
export const changeZone = endpoint({
  ...change,
  path: "/zone",
  summary: "Rename a zone, or move it to another region",
  body: z.strictObject({ ...loaded, ...ZoneForm.shape }),
  data: Zone.extend(saved),
});
export const changeGroup = endpoint({
  ...change,
  path: "/group",
  summary: "Rename a group, move it to another zone, or choose how stores beside each other play",
  body: z.strictObject({ ...loaded, ...GroupForm.shape }),
  data: Group.extend(saved),
});

const removing = (kind: "region" | "zone" | "group") =>
  endpoint({
    method: "delete",
    path: `/${kind}`,
    summary: `Delete an empty ${kind}`,
    access: ["HIERARCHY"],
    scope: "company",
    query: z.strictObject({ ...ofCompany, id: field.id }),
    data: z.null(),
  });
export const removeRegion = removing("region");
export const removeZone = removing("zone");
export const removeGroup = removing("group");
