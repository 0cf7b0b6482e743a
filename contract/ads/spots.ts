import { z } from "zod";
import { AuditRow } from "../audit/endpoints.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { namesOne, undoOf } from "../base/undo.ts";
import { cues, territory } from "../library/song-fields.ts";
import { campaignStates, spotKinds, spotStates } from "./words.ts";

/**
 * Describes the items between songs: ads, promos and top-of-the-hour items
 * (docs/decisions/ad-spots.md). Booking them is in booking.ts, their audio in spot-audio.ts.
 */

/** The areas that read and change spots; the grant alone does not allow booking (ROL-1). */
const access = ["NON_MUSIC", "spots.write"] as const;
const kind = z.enum(spotKinds);
const state = z.enum(spotStates);
const text = z.string().nullable();
const idAndName = z.object({ id: z.int(), name: z.string() });

const fields = {
  kind,
  name: field.title,
  /** The brand's name, in any case; one that the company lacks is added to its brands. */
  brand: field.title.optional(),
  /**
   * Names the brand's product, for example "Soft drinks": spots of one category are rivals, in any
   * case of letters.
   */
  category: field.title.optional(),
  language: field.title.optional(),
  /** The first and the last day on which it plays; none: no limit. */
  validFrom: field.isoDate.optional(),
  validTo: field.isoDate.optional(),
  /** Countries that it may play in; none: all. */
  territories: z.array(territory).max(300).default([]),
};
export const endsFirst = "Choose the first day or a later one.";
const inOrder = <
  S extends z.ZodType<{ validFrom?: string | undefined; validTo?: string | undefined }>,
>(
  form: S,
): S =>
  form.refine(({ validFrom, validTo }) => !validFrom || !validTo || validTo >= validFrom, {
    path: ["validTo"],
    message: endsFirst,
  });
export const SpotForm = inOrder(z.strictObject(fields));
export type SpotForm = z.output<typeof SpotForm>;
/** The form as the page of an existing spot sends it. */
export const EditSpotPage = inOrder(
  z.strictObject({ ...fields, version: field.version.optional() }),
);

export const SpotRow = z.object({
  id: z.int(),
  kind,
  name: z.string(),
  brand: idAndName.nullable(),
  category: text,
  language: text,
  durationSeconds: z.int(),
  hasAudio: z.boolean(),
  validFrom: text,
  validTo: text,
  state,
  /** The number of campaigns that have it. */
  uses: z.int(),
  version: z.int(),
});
export type SpotRow = z.infer<typeof SpotRow>;

const filters = {
  /** Part of the name, the brand or the category. */
  search: field.search.optional(),
  kind: kind.optional(),
  /** On the company's day. */
  state: state.optional(),
  brandId: idOf("item").optional(),
};
export const spotSorts = sortsBy("name", "length", "added");
export const SpotQuery = z.strictObject({
  ...ofCompany,
  ...filters,
  ...paging,
  sort: z.enum(spotSorts).default("name"),
});
export type SpotQuery = z.output<typeof SpotQuery>;

export const listSpots = endpoint({
  method: "get",
  path: "/spot",
  summary: "A company's spots",
  access,
  scope: "company",
  query: SpotQuery,
  list: true,
  data: SpotRow,
});

/** Spots to choose from for a campaign. */
export const SpotChoice = SpotRow.pick({
  id: true,
  kind: true,
  name: true,
  brand: true,
  category: true,
  durationSeconds: true,
  validFrom: true,
  validTo: true,
});

export const spotsForNonMusic = endpoint({
  method: "get",
  path: "/multimedia/for-non-music",
  summary: "Spots to book: with audio, and neither withdrawn nor over",
  access: ["NON_MUSIC"],
  scope: "company",
  query: SpotQuery.omit({ state: true }),
  list: true,
  data: SpotChoice,
});

export const spotChoices = endpoint({
  method: "get",
  path: "/spot/choices",
  summary:
    "What a spot's form and the list's filters suggest: the company's brands, those of Fever's list, categories and languages",
  access,
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.object({
    /** The brands of the company's spots. */
    brands: z.array(idAndName),
    brandNames: z.array(z.string()),
    categories: z.array(z.string()),
    languages: z.array(z.string()),
    /** True if the caller may add and change spots; otherwise they only read them. */
    mayChange: z.boolean(),
  }),
});

/** Facts measured from an audio file. */
export const measured = {
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
};

export const SavedSpot = z.object({ id: z.int(), name: z.string(), version: z.int() });
const params = z.strictObject({ id: field.id });
const query = z.strictObject(ofCompany);

export const addSpot = endpoint({
  method: "post",
  path: "/spot",
  summary: "Add a spot whose audio was uploaded before",
  access,
  scope: "company",
  query,
  body: inOrder(z.strictObject({ ...fields, fileId: z.uuid() })),
  data: SavedSpot,
  success: 201,
  idempotent: true,
});

export const changeSpot = endpoint({
  method: "put",
  path: "/spot",
  summary:
    "Replace a spot's details; leaving out an optional member clears its value. Its kind stays while it is booked",
  access,
  scope: "company",
  query,
  body: inOrder(z.strictObject({ ...fields, id: field.id, version: field.version.optional() })),
  data: SavedSpot,
});

export const deleteSpot = endpoint({
  method: "delete",
  path: "/spot",
  summary: "Delete a spot that nothing has booked, with its audio",
  access,
  scope: "company",
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: SavedSpot.pick({ id: true, name: true }),
});

export const setSpotStatus = endpoint({
  method: "patch",
  path: "/spot/activate-deactivate",
  summary:
    "Withdraw spots, or bring them back. Published days stop playing a withdrawn spot within minutes",
  access,
  scope: "company",
  query,
  body: z
    .strictObject({
      ids: z.array(field.id).min(1).max(100).optional(),
      undoOf: undoOf.optional(),
      status: field.status,
    })
    .refine(namesOne, { path: ["ids"], message: "Choose at least one spot." }),
  data: z.object({ changed: z.int(), uses: z.int() }),
});

export const SpotDetail = SpotRow.extend({
  loudness: z.number().nullable(),
  /** Holds the highest sample of each part of the audio, 0 to 255; empty if it was never drawn. */
  peaks: z.array(z.int()),
  ...cues,
  territories: z.array(z.string()),
  /** The file it was uploaded as, where it was. */
  audio: z.object(measured).nullable(),
  mayChange: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SpotDetail = z.infer<typeof SpotDetail>;

export const findSpot = endpoint({
  method: "get",
  path: "/spot/{id}",
  summary: "One spot with all its fields",
  access,
  scope: "company",
  params,
  query,
  data: SpotDetail,
});

export const spotUses = endpoint({
  method: "get",
  path: "/spot/{id}/uses",
  summary: "The campaigns that have a spot",
  access,
  scope: "company",
  params,
  query,
  data: z.object({
    /** The first fifty; `total` counts all. */
    campaigns: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        state: z.enum(campaignStates),
        startsOn: z.string(),
        endsOn: z.string(),
      }),
    ),
    total: z.int(),
  }),
});

export const spotHistory = endpoint({
  method: "get",
  path: "/spot/{id}/history",
  summary: "Who did what to a spot, newest first",
  access,
  scope: "company",
  params,
  query: z.strictObject({ ...ofCompany, ...paging }),
  list: true,
  data: AuditRow.omit({ address: true }),
});
