import { z } from "zod";
import { withArticle } from "../base/article.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf } from "../base/identifiers.ts";
import { paging, sortsBy } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { shownWindow, windowFields, withWindow } from "./play-windows.ts";
import { type CatalogueList, catalogueLists } from "./words.ts";

/** The areas that read the lists: those in which songs or spots are chosen by them. */
const readers = ["MUSIC_LIBRARY", "CHARTS", "MASTER_RULE", "NON_MUSIC"] as const;
const writers = ["MUSIC_LIBRARY"] as const;

export const itemSorts = sortsBy("rank", "name", "status");
export type ItemSort = (typeof itemSorts)[number];

const rank = z.int().nullable();

export const CatalogueItem = z.object({
  id: z.int(),
  name: z.string(),
  /**
   * A tempo's speed from 1 slow to 3 fast; in other lists the item's place, where they have an
   * order.
   */
  rank,
  /** Its play window, in lists that have them: "22:00" to "02:00", and the weekdays (0 is Sunday). */
  ...shownWindow,
  status: field.status,
  /** The number of songs that have it. */
  songs: z.int(),
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;

const ChangedItem = z.object({ id: z.int(), name: z.string() });
export const Merged = z.object({ id: z.int(), name: z.string(), merged: z.int(), songs: z.int() });

const ranks = {
  speed: wholeNumber(1, 3, "Choose slow, medium or fast."),
  place: wholeNumber(1, 999),
};
/** Fields of an item's form; a tempo needs its speed. */
const itemFields = ({ rank, window }: CatalogueList) =>
  z.strictObject({
    name: field.title,
    ...((rank === "speed"
      ? { rank: ranks.speed }
      : rank === "place"
        ? { rank: ranks.place.nullish() }
        : {}) as {
      rank: z.ZodOptional<z.ZodNullable<typeof ranks.place>>;
    }),
    ...((window ? windowFields[window] : {}) as typeof windowFields.may),
  });
/** The form of a new item. */
export const itemForm = (list: CatalogueList) => withWindow(itemFields(list));
/** The body of a change of an item; a member that is left out stays. */
const itemChange = (list: CatalogueList) =>
  withWindow(itemFields(list).partial().extend({ id: field.id, status: field.status.optional() }));

/** The calls of one list. */
const listEndpoints = (list: CatalogueList) => {
  const path = `/${list.path}`;
  const form = itemForm(list);
  return {
    list: endpoint({
      method: "get",
      path,
      summary: `The ${list.many}, with the number of songs of each`,
      access: readers,
      scope: "provider",
      query: z.strictObject({
        ...paging,
        /** In lists without ranks, sorting by rank means by name. */
        sort: z.enum(itemSorts).default("rank"),
        search: field.search.optional(),
        status: field.status.optional(),
        ids: idListOf("item").optional(),
      }),
      list: true,
      data: CatalogueItem,
    }),
    add: endpoint({
      method: "post",
      path,
      summary: `Add ${withArticle(list.one)}`,
      access: writers,
      scope: "provider",
      body: form,
      idempotent: true,
      data: ChangedItem,
      success: 201,
    }),
    change: endpoint({
      method: "put",
      path,
      summary: `Rename, activate or deactivate ${withArticle(list.one)}`,
      access: writers,
      scope: "provider",
      body: itemChange(list),
      data: ChangedItem,
    }),
    remove: endpoint({
      method: "delete",
      path,
      summary: `Delete ${withArticle(list.one)} that no song has`,
      access: writers,
      scope: "provider",
      query: z.strictObject({ id: field.id }),
      data: ChangedItem,
    }),
    merge: endpoint({
      method: "post",
      path: `${path}/merge`,
      bulk: true,
      summary: `Merge several ${list.many} into one: their songs move to it and the others are deleted`,
      access: writers,
      scope: "provider",
      body: z.strictObject({ ids: z.array(field.id).min(1).max(50), intoId: field.id }),
      data: Merged,
    }),
    doubles: endpoint({
      method: "get",
      path: `${path}/doubles`,
      summary: `${list.many.charAt(0).toUpperCase()}${list.many.slice(1)} that may be the same under different spellings`,
      access: writers,
      scope: "provider",
      data: z.array(z.array(CatalogueItem.pick({ id: true, name: true, songs: true }))),
    }),
  };
};
export type ListEndpoints = ReturnType<typeof listEndpoints>;

/** Each list with its calls. */
export const catalogue = catalogueLists.map((list) => ({ list, endpoints: listEndpoints(list) }));

export const catalogueCounts = endpoint({
  method: "get",
  path: "/catalogue",
  summary: "How many items each list has",
  access: readers,
  scope: "provider",
  data: z.array(z.object({ kind: z.enum(catalogueLists.map(({ kind }) => kind)), items: z.int() })),
});

const names = z.array(z.object({ name: z.string() }));

export const demoLanguages = endpoint({
  method: "get",
  path: "/demo/languages",
  summary: "The languages of the library's songs",
  access: "public",
  scope: "provider",
  refuses: [404],
  data: names,
});

export const demoSongTypes = endpoint({
  method: "get",
  path: "/demo/song-type",
  summary: "The genres of the library's songs",
  access: "public",
  scope: "provider",
  refuses: [404],
  data: names,
});
