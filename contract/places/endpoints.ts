import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";

/**
 * Places have codes for identifiers: IN for a country, IN-MH for a state. What companies and stores
 * keep is the country's code and names.
 */
const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, "Choose a country.")
  .meta({ format: "iso-3166-1" });
const stateCode = z
  .string()
  .regex(/^[A-Z]{2}-[A-Z0-9]{1,5}$/, "Choose a state.")
  .meta({ format: "iso-3166-2" });

export const Country = z.object({
  id: z.string(),
  countryName: z.string(),
  phoneCountryCode: z.string(),
});
export type Country = z.infer<typeof Country>;
export const State = z.object({ id: z.string(), stateName: z.string() });
export type State = z.infer<typeof State>;
export const City = z.object({ cityName: z.string() });

export const countries = endpoint({
  method: "get",
  path: "/country",
  summary: "All countries",
  access: "session",
  tokens: true,
  scope: "none",
  data: z.array(Country),
});

export const states = endpoint({
  method: "get",
  path: "/state",
  summary: "The states of a country; an empty list if it has none or is unknown",
  access: "session",
  tokens: true,
  scope: "none",
  query: z.strictObject({ countryId: countryCode }),
  data: z.array(State),
});

export const cities = endpoint({
  method: "get",
  path: "/city",
  summary: "Cities of a state; the list is incomplete",
  access: "session",
  tokens: true,
  scope: "none",
  query: z.strictObject({ stateId: stateCode }),
  data: z.array(City),
});
