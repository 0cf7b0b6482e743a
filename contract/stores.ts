import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import * as field from "./fields.ts";
import { ofCompany, paging } from "./pages.ts";

/** What a store is doing, the worst first; `closed` and `inactive` stores are not judged (domain.md section 4). */
export const conditions = ["offline", "not-playing", "silent", "low-volume", "online", "closed", "inactive"] as const;
export type Condition = (typeof conditions)[number];

export const storeSorts = ["name", "-name", "code", "-code"] as const;

const flag = z.enum(["active", "inactive"]);
const filters = {
  ...ofCompany,
  search: field.search.optional(),
  regionId: field.id.optional(),
  zoneId: field.id.optional(),
  groupId: field.id.optional(),
  status: flag.optional(),
  condition: z.enum(conditions).optional(),
};
export const StoreFilters = z.strictObject(filters);
export type StoreFilters = z.output<typeof StoreFilters>;
export const StoreQuery = z.strictObject({ ...filters, ...paging, sort: z.enum(storeSorts).default("name") });
export type StoreQuery = z.output<typeof StoreQuery>;

export const StoreRow = z.object({
  id: z.int(),
  code: z.string(),
  storeName: z.string(),
  regionName: z.string().nullable(),
  zoneName: z.string().nullable(),
  groupName: z.string().nullable(),
  status: flag,
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
  query: StoreQuery,
  list: true,
  data: StoreRow,
});

/** Counts of stores by what they are doing; a store may count in several. */
export const StoreCounts = z.object({
  total: z.int(),
  online: z.int(),
  offline: z.int(),
  notPlaying: z.int(),
  lowVolume: z.int(),
  silent: z.int(),
  closed: z.int(),
  inactive: z.int(),
});
export type StoreCounts = z.infer<typeof StoreCounts>;

export const storeCounts = endpoint({
  method: "get",
  path: "/store/counts",
  summary: "How many stores of the caller's scope are doing what",
  access: ["STORES", "DASHBOARD"],
  query: z.strictObject(ofCompany),
  data: StoreCounts,
});

export const exportStores = endpoint({
  method: "get",
  path: "/store/exportStoreList",
  summary: "The stores that match, as CSV",
  access: ["STORES"],
  query: StoreFilters,
  data: z.never(),
  stream: "text/csv",
});

/** A form posts a target state, never a toggle. Either the stores chosen, or all that match the filters. */
export const StoreStatusChange = z
  .strictObject({
    status: flag,
    ids: z.array(field.id).min(1).max(1000).optional(),
    matching: StoreFilters.omit({ companyId: true }).optional(),
  })
  .refine((change) => (change.ids === undefined) !== (change.matching === undefined), {
    path: ["ids"],
    message: "Choose stores, or all that match.",
  });

export const setStoreStatus = endpoint({
  method: "patch",
  path: "/store/activate-deactivate",
  summary: "Activate or deactivate stores",
  access: ["STORES"],
  query: z.strictObject(ofCompany),
  body: StoreStatusChange,
  data: z.object({ changed: z.int(), unchanged: z.int() }),
});

const openingHours = {
  opens: field.clock.refine((time) => time !== "24:00", "A day begins at 00:00."),
  closes: field.clock,
};
/** The first form of a store: place, hours (the same every day until exceptions come), volume. */
export const StoreForm = z
  .strictObject({
    code: field.storeCode,
    storeName: field.storeName,
    groupId: field.id.optional(),
    timeZone: field.timeZone,
    addressLine: field.title.optional(),
    city: field.title,
    state: field.title.optional(),
    postalCode: field.postalCode.optional(),
    contactName: field.title.optional(),
    phoneCountryCode: field.phoneCountryCode.optional(),
    phone: field.phone.optional(),
    ...openingHours,
    pastMidnight: z.boolean().optional(),
    volume: z.coerce
      .number<number>({ error: "Enter a number from 0 to 100." })
      .int()
      .min(0)
      .max(100, "Enter a number from 0 to 100.")
      .default(60),
  })
  .refine((form) => form.pastMidnight || form.closes > form.opens, {
    path: ["closes"],
    message: "Closing time must be after opening time, or mark the store as open past midnight.",
  })
  .refine((form) => !form.pastMidnight || form.closes <= form.opens, {
    path: ["closes"],
    message: "A store is open for 24 hours at the most: past midnight it closes before it opens.",
  });
export type StoreForm = z.output<typeof StoreForm>;

export const Store = z.object({ id: z.int(), code: z.string(), storeName: z.string(), status: flag });

export const addStore = endpoint({
  method: "post",
  path: "/store",
  summary: "Add a store; ends step 3 of the caller's onboarding",
  access: ["STORES"],
  query: z.strictObject(ofCompany),
  body: StoreForm,
  data: Store,
  success: 201,
  idempotent: true,
});

export const findStore = endpoint({
  method: "get",
  path: "/store/findById",
  summary: "One store",
  access: ["STORES"],
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: StoreRow,
});
