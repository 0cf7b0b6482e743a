import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { alertKinds } from "./words.ts";

/** The stores of a city, and those of them in trouble, as the wall lists them. */
export const WallCity = z.object({
  /** The value of the wall's filter `place`: city, state and country. */
  place: z.string(),
  city: z.string().nullable(),
  /** Active stores. */
  stores: z.int(),
  /** Stores with an alert that waits on the wall. */
  troubled: z.int(),
  /** The most serious of these alerts. */
  worst: z.enum(alertKinds).nullable(),
  /** In degrees; `of` says whose it is: the state's or country's where the city's is not listed. */
  position: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      of: z.enum(["city", "state", "country"]),
    })
    .nullable(),
});
export type WallCity = z.infer<typeof WallCity>;

export const WallCities = z.object({
  /** The worst first, then those with most stores; cities beyond 500 are only counted. */
  cities: z.array(WallCity),
  totals: z.object({
    cities: z.int(),
    troubledCities: z.int(),
    stores: z.int(),
    troubled: z.int(),
  }),
  countedAt: z.iso.datetime(),
});
export type WallCities = z.infer<typeof WallCities>;

export const listWallCities = endpoint({
  method: "get",
  path: "/alert/wall/cities",
  summary:
    "The cities of the caller's stores, with the stores in trouble and the most serious alert of each, for a map. The figures of more than 1,000 stores may be a minute old",
  access: ["DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: WallCities,
});

export const listWallCitiesOfAll = endpoint({
  method: "get",
  path: "/alert/wall/cities/all",
  summary: "The same of every active client company",
  access: ["COMPANIES"],
  scope: "none",
  query: z.strictObject({ onlyCompanyId: idOf("company").optional() }),
  data: WallCities,
});
