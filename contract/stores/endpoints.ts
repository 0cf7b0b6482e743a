import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { StoreCommand } from "../player/commands.ts";
import { StoreDevice } from "../player/devices.ts";
import { itemKinds } from "../player/endpoints.ts";
import { StoreNowPlaying } from "../player/now-playing.ts";
import { unverifiedReasons } from "../player/words.ts";
import { dayStates } from "../schedule/endpoints.ts";
import { conditionFilters, conditions } from "./conditions.ts";
import { deviceKinds, PlayerForm, StoreChange, StoreForm } from "./form.ts";
import { storeNames } from "./store-names.ts";

/** By status the stores that need someone come first, as troubles are ordered. */
export const storeSorts = sortsBy("name", "code", "location", "status", "seen", "volume", "plays");

const filters = {
  ...ofCompany,
  search: field.search.optional(),
  regionId: idOf("region").optional(),
  zoneId: idOf("zone").optional(),
  groupId: idOf("group").optional(),
  status: field.status.optional(),
  condition: z.enum(conditionFilters).optional(),
};
export const StoreFilters = z.strictObject(filters);
export type StoreFilters = z.output<typeof StoreFilters>;
export const StoreQuery = z.strictObject({
  ...filters,
  ...paging,
  sort: z.enum(storeSorts).default("name"),
});
export type StoreQuery = z.output<typeof StoreQuery>;

export const StoreRow = z.object({
  id: z.int(),
  ...storeNames,
  status: field.status,
  statusSince: z.string(),
  condition: z.enum(conditions),
  timeZone: z.string(),
  lastSeenAt: z.string().nullable(),
  lastPlayedAt: z.string().nullable(),
  volume: z.int().nullable(),
  playsToday: z.int(),
});
export type StoreRow = z.infer<typeof StoreRow>;

export const listStores = endpoint({
  method: "get",
  path: "/store",
  summary: "Stores within the caller's scope",
  access: ["STORES"],
  scope: "company",
  query: StoreQuery,
  list: true,
  data: StoreRow,
});

export const exportStores = endpoint({
  method: "get",
  path: "/store/exportStoreList",
  summary: "The stores that match, as CSV or workbook",
  access: ["STORES"],
  scope: "company",
  query: StoreFilters.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
  mayLag: true,
});

export const Store = z.object({
  id: z.int(),
  storeCode: z.string(),
  storeName: z.string(),
  status: field.status,
});

export const addStore = endpoint({
  method: "post",
  path: "/store",
  summary:
    "Add a store, with a player account if one is given; completes step 3 of the caller's onboarding",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: StoreForm,
  data: Store,
  success: 201,
  idempotent: true,
});

/** The path that step 3 of onboarding has in the spec. */
export const addFirstStore = endpoint({
  ...addStore,
  path: "/add-store",
  summary: "Add the first store (same as POST /store)",
});

export const changeStore = endpoint({
  method: "put",
  path: "/store",
  summary: "Replace one section of a store",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: StoreChange,
  data: Store.extend({ version: z.int() }),
});

export const addStorePlayer = endpoint({
  method: "post",
  path: "/store/player",
  summary: "Add a player account to a store, active at once",
  access: ["STORES"],
  session: true,
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ storeId: field.id, ...PlayerForm.shape }),
  data: z.object({ username: z.string() }),
  success: 201,
  idempotent: true,
});

const text = z.string().nullable();
const minutes = z.int().nullable();
export const StoreDetail = StoreRow.extend({
  version: z.int(),
  regionId: z.int().nullable(),
  zoneId: z.int().nullable(),
  groupId: z.int().nullable(),
  country: z.string(),
  addressLine: text,
  city: text,
  state: text,
  postalCode: text,
  contactName: text,
  email: text,
  phoneCountryCode: text,
  phone: text,
  deviceKind: z.enum(deviceKinds).nullable(),
  deviceSerial: text,
  playerVersion: text,
  /** The time up to which its player can play offline, as it last reported. */
  storedUntil: text,
  /**
   * `areNewest`: its player has the current logs of today and the next two days. `since`: when
   * it got its present ones. Null if it has not reported.
   */
  playerLogs: z.object({ areNewest: z.boolean(), since: z.string() }).nullable(),
  /** The player's volume setting; `volume` is the last that it reported. */
  setVolume: z.int(),
  licenceName: text,
  licenceNumber: text,
  licenceFrom: text,
  licenceTo: text,
  /**
   * Minutes since local midnight; closes above 1440 is past midnight. A weekday that is absent is
   * closed.
   */
  week: z.array(z.object({ weekday: z.int(), opens: z.int(), closes: z.int() })),
  exceptions: z.array(z.object({ day: z.string(), opens: minutes, closes: minutes, note: text })),
  /** That are signed in to its player, or play it. */
  devices: z.array(StoreDevice),
  /** Commands sent to its player, newest first. */
  commands: z.array(StoreCommand),
  /** The company's volumes: below the first, the store is too quiet. */
  thresholdVolume: z.int(),
  optimumVolume: z.int(),
  /** The users who may play it. */
  users: z.array(
    z.object({
      id: z.int(),
      username: z.string(),
      status: z.enum(["invited", "active", "inactive"]),
      lastSignedInAt: text,
    }),
  ),
  nowPlaying: StoreNowPlaying,
  /** All that its player reported today, verified or not. */
  receivedToday: z.int(),
  /** The latest twenty of the last week. */
  plays: z.array(
    z.object({
      startedAt: z.string(),
      kind: z.enum(itemKinds),
      title: z.string(),
      artist: text,
      seconds: z.int(),
      /** Why it is not verified; null: it is. */
      reason: z.enum(unverifiedReasons).nullable(),
    }),
  ),
});
export type StoreDetail = z.infer<typeof StoreDetail>;

export const findStore = endpoint({
  method: "get",
  path: "/store/findById",
  summary: "One store with all its details",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: StoreDetail,
});

export const uniqueStore = endpoint({
  method: "get",
  path: "/store/uniqueStore",
  summary: "Whether a store code is free in the company; `id` is the store that may keep it",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, storeCode: field.storeCode, id: field.id.optional() }),
  data: z.object({ unique: z.boolean() }),
});

export const storeSchedule = endpoint({
  method: "get",
  path: "/store/schedule",
  summary: "A store's today and coming days: opening hours, and what is planned",
  access: ["STORES", "PREVIEW"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    storeId: field.id,
    days: z.number().int().min(1).max(14).default(7),
  }),
  data: z.object({
    timeZone: z.string(),
    days: z.array(
      z.object({
        day: z.string(),
        opens: minutes,
        closes: minutes,
        /** True if the date has hours of its own instead of the weekday's. */
        exception: z.boolean(),
        note: text,
        /** Null if the store is in no group: nothing is planned for it. */
        state: z.enum(dayStates).nullable(),
        /** True while the published day waits to be made again after a change. */
        isWaiting: z.boolean(),
        /** The log published for the store and the day; null until then. */
        log: z
          .object({
            songs: z.int(),
            ads: z.int(),
            promos: z.int(),
            tohs: z.int(),
            firstSeconds: z.number(),
            lastSeconds: z.number(),
          })
          .nullable(),
      }),
    ),
  }),
});

export const storesForNonMusic = endpoint({
  method: "get",
  path: "/store/stores-for-non-music",
  summary: "The active stores within the caller's scope, to choose from for ads",
  access: ["NON_MUSIC"],
  scope: "company",
  query: StoreQuery.pick({
    companyId: true,
    search: true,
    regionId: true,
    zoneId: true,
    groupId: true,
    cursor: true,
    limit: true,
  }),
  list: true,
  data: StoreRow.pick({
    id: true,
    storeCode: true,
    storeName: true,
    regionName: true,
    zoneName: true,
    groupName: true,
    timeZone: true,
  }).extend({ city: text }),
});
