import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";
import { ofCompany } from "./pages.ts";

export const Region = z.object({ id: z.int(), regionName: z.string() });
export const Zone = z.object({ id: z.int(), zoneName: z.string(), regionId: z.int() });
export const Group = z.object({ id: z.int(), groupName: z.string(), regionId: z.int(), zoneId: z.int() });

const query = z.strictObject(ofCompany);

export const regionsForMe = endpoint({
  method: "get",
  path: "/region/regions-for-me",
  summary: "The regions within the caller's scope",
  access: ["REPORTS"],
  query,
  data: z.array(Region),
});

export const zonesForMe = endpoint({
  method: "get",
  path: "/zone/zones-for-me",
  summary: "The zones within the caller's scope",
  access: ["REPORTS"],
  query,
  data: z.array(Zone),
});

export const groupsForMe = endpoint({
  method: "get",
  path: "/group/groups-for-me",
  summary: "The groups within the caller's scope",
  access: ["REPORTS"],
  query,
  data: z.array(Group),
});

/** Of one group: a company's stores are too many for a choice. */
export const storesForMe = endpoint({
  method: "get",
  path: "/store/stores-for-me",
  summary: "The stores of a group, as far as they are within the caller's scope",
  access: ["REPORTS"],
  query: z.strictObject({ ...ofCompany, groupId: id }),
  data: z.array(z.object({ id: z.int(), code: z.string(), storeName: z.string() })),
});
