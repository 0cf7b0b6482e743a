import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { namesOne, undoOf } from "../base/undo.ts";
import { StoreFilters } from "./endpoints.ts";
import { HoursSection, SoundSection } from "./form.ts";

/** The stores of a bulk change: either those chosen, or all that match the filters. */
const chosenStores = {
  ids: z.array(field.id).min(1).max(1000).optional(),
  matching: StoreFilters.omit({ companyId: true }).optional(),
};
const oneChoice = { path: ["ids"], message: "Choose stores, or all matching stores." };
const bulkOutcome = z.object({ changed: z.int(), unchanged: z.int() });

/**
 * A form posts a target state, never a toggle. For the chosen stores, all that match the filters,
 * or those whose status the caller's own change had set.
 */
export const StoreStatusChange = z
  .strictObject({ status: field.status, ...chosenStores, undoOf: undoOf.optional() })
  .refine(namesOne, oneChoice);

export const setStoreStatus = endpoint({
  method: "patch",
  path: "/store/activate-deactivate",
  summary: "Activate or deactivate stores",
  bulk: true,
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: StoreStatusChange,
  data: bulkOutcome,
});

/**
 * Settings that many stores get at once; a page sets one of them at a time. The fields are those of
 * a store's own form.
 */
export const bulkSections = {
  group: z.strictObject({ groupId: idOf("group") }),
  volume: z.strictObject({ volume: SoundSection.shape.volume.unwrap() }),
  hours: HoursSection.pick({ week: true }),
};
export type BulkSection = keyof typeof bulkSections;

/** An absent member leaves each store's own value. */
export const StoreBulkChange = z
  .strictObject({
    ...z
      .strictObject({
        ...bulkSections.group.shape,
        ...bulkSections.volume.shape,
        ...bulkSections.hours.shape,
      })
      .partial().shape,
    ...chosenStores,
  })
  .refine(namesOne, oneChoice)
  .refine(
    ({ groupId, volume, week }) =>
      groupId !== undefined || volume !== undefined || week !== undefined,
    {
      message: "Choose what to change.",
    },
  );
export type StoreBulkChange = z.output<typeof StoreBulkChange>;

export const changeStores = endpoint({
  method: "patch",
  path: "/store/bulk",
  summary: "Set the group, the volume or the weekly opening hours of stores",
  bulk: true,
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: StoreBulkChange,
  data: bulkOutcome,
});
