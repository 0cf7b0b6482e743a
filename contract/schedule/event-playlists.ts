import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { undoOf } from "../base/undo.ts";
import { songStates } from "../charts/songs.ts";
import { StoredFile } from "../files/endpoints.ts";
import { SongCover } from "../library/cover.ts";
import { EventPlaylistBody } from "./event-form.ts";
import { eventLimits, eventModes, eventStates, ruleLevels } from "./words.ts";

const access = ["MUSIC_SCHEDULE"] as const;
const scope = "company" as const;

const unit = z.object({ level: z.enum(ruleLevels), unitId: z.int(), name: z.string() });

const eventHead = {
  id: z.int(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  weekdays: z.array(z.int()),
  fromMinute: z.int(),
  toMinute: z.int(),
  priority: z.int(),
  mode: z.enum(eventModes),
};
export const EventRow = z.object({
  ...eventHead,
  /** On the date of the company's zone. */
  state: z.enum(eventStates),
  /** Its locations that the caller sees, the widest first, and how many others there are. */
  units: z.array(unit),
  otherUnits: z.int(),
  songs: z.int(),
  /** Songs that play today. */
  playable: z.int(),
  imageFileId: z.string().nullable(),
  /** The covers of its first songs, at most four; none if the event has an image. */
  covers: z.array(SongCover),
  /** True if the caller owns all its locations. */
  mayChange: z.boolean(),
  version: z.int(),
});
export type EventRow = z.infer<typeof EventRow>;

/**
 * Another event that claims some of the same time in some of the same stores, and which of the two
 * plays there.
 */
const Overlap = z.object({
  ...eventHead,
  /** VARIES: this one in some of their common locations, the other in others. */
  plays: z.enum(["THIS", "OTHER", "VARIES"]),
  because: z.enum(["LOCATION", "PRIORITY", "LATER"]),
});
export const EventEffects = z.object({
  overlaps: z.array(Overlap),
  /**
   * Future days of groups that the caller sees. Published ones that play an earlier form of the
   * event, or lack it, stay unchanged until they are published again; those with a draft are
   * not published with the event. Drafts are generated again.
   */
  publishedDays: z.int(),
  publishedWithDraft: z.int(),
  draftDays: z.int(),
});
export type EventEffects = z.infer<typeof EventEffects>;

/**
 * The songs of an event that may play in a country of its stores, and how long they last together.
 */
const EventPool = z.object({
  country: z.string(),
  countryName: z.string(),
  stores: z.int(),
  playable: z.int(),
  playableSeconds: z.int(),
});
export const EventPools = z.object({ seconds: z.int(), countries: z.array(EventPool) });
export type EventPools = z.infer<typeof EventPools>;

export const EventQuery = z.strictObject({
  ...ofCompany,
  search: field.search.optional(),
  state: z.enum(eventStates).optional(),
  /** Events that play in this location: its own, and those of locations above it. */
  ...unitFilters,
  ...paging,
  sort: z.enum(sortsBy("starts", "name", "priority")).default("-starts"),
});
export type EventQuery = z.output<typeof EventQuery>;

export const listEventPlaylists = endpoint({
  method: "get",
  path: "/event-playlist",
  summary: "The event playlists of locations in scope, and of those above them",
  access,
  scope,
  query: EventQuery,
  list: true,
  data: EventRow,
});

const Location = z.object({ id: z.int(), name: z.string(), path: z.string() });
/** A location above stores, with the number of its active stores. */
const LocationAbove = Location.extend({ activeStores: z.int() });
export const EventLocations = z.object({
  wholeCompany: z.boolean(),
  activeStores: z.int(),
  regions: z.array(LocationAbove),
  zones: z.array(LocationAbove),
  groups: z.array(LocationAbove),
  stores: z.array(Location),
  /** More stores match than are given. */
  moreStores: z.boolean(),
});
export type EventLocations = z.infer<typeof EventLocations>;

export const eventLocations = endpoint({
  method: "get",
  path: "/event-playlist/locations",
  summary:
    "The locations that the caller may make an event or campaign for; of the stores at most 100: those that match a search and those given by ID",
  access: [...access, "NON_MUSIC"],
  scope,
  query: z.strictObject({
    ...ofCompany,
    search: field.search.optional(),
    /** IDs of stores to include, whatever the search. */
    chosen: z
      .string()
      .max(8000)
      .regex(/^\d{1,15}(,\d{1,15})*$/, "Enter numbers separated by commas.")
      .optional(),
  }),
  data: EventLocations,
});

export const findEventPlaylist = endpoint({
  method: "get",
  path: "/event-playlist/{id}",
  summary:
    "One event playlist, with what it overlaps, the days it touches and how long its songs last by country",
  access,
  scope,
  params: z.strictObject({ id: field.id }),
  query: z.strictObject(ofCompany),
  data: EventRow.extend(EventEffects.shape).extend(EventPools.shape),
});

export const addEventPlaylist = endpoint({
  method: "post",
  path: "/event-playlist",
  summary: "Add an event playlist; it plays once it has songs",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: EventPlaylistBody,
  data: z.object({ id: z.int() }),
  success: 201,
  idempotent: true,
});

export const changeEventPlaylist = endpoint({
  method: "put",
  path: "/event-playlist",
  summary: "Change an event playlist's name, days, hours, locations, priority or mode",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: EventPlaylistBody.safeExtend({ id: idOf("event"), version: field.version.optional() }),
  data: z.object({ id: z.int(), version: z.int() }),
});

export const checkEventPlaylist = endpoint({
  method: "post",
  path: "/event-playlist/check",
  summary: "What an event playlist would overlap and which days it would touch; saves nothing",
  access,
  scope,
  query: z.strictObject(ofCompany),
  /** With the id of the event to change, if there is one. */
  body: EventPlaylistBody.safeExtend({ id: idOf("event").optional() }),
  data: EventEffects,
});

export const publishEventDays = endpoint({
  method: "post",
  path: "/event-playlist/publish",
  summary: `Publish again the days that play an event as it was before its last change and have no draft, at most ${eventLimits.daysAtOnce} at once`,
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: z.strictObject({ id: idOf("event") }),
  /** Days of groups that were published again, and those still to be. */
  data: z.object({ days: z.int(), left: z.int() }),
});

export const removeEventPlaylist = endpoint({
  method: "delete",
  path: "/event-playlist",
  summary: "Delete an event playlist with its songs and image",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: z.null(),
});

export const EventSong = z.object({
  songId: z.int(),
  position: z.int(),
  title: z.string(),
  artist: z.string(),
  durationSeconds: z.int(),
  state: z.enum(songStates),
  hasAudio: z.boolean(),
  cover: SongCover,
});
export type EventSong = z.infer<typeof EventSong>;

export const listEventSongs = endpoint({
  method: "get",
  path: "/event-playlist-song",
  summary: "The songs of an event playlist, in order",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, eventId: field.id }),
  data: z.object({ version: z.int(), songs: z.array(EventSong) }),
});

export const changeEventSongs = endpoint({
  method: "put",
  path: "/event-playlist-song",
  summary:
    "Set the songs of an event playlist in their order, each once; or take your own change back",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      eventId: idOf("event"),
      /** The version of the event that the list was read with; without it, nothing is checked. */
      version: field.version.optional(),
      songIds: z
        .array(field.id)
        .max(eventLimits.songs, `At most ${eventLimits.songs} songs are allowed.`)
        .overwrite((ids) => [...new Set(ids)])
        .optional(),
      undoOf: undoOf.optional(),
    })
    .refine(({ songIds, undoOf }) => (songIds === undefined) !== (undoOf === undefined), {
      path: ["songIds"],
      message: "Choose songs.",
    }),
  data: z.object({ songs: z.int(), version: z.int() }),
});

export const setEventImage = endpoint({
  method: "post",
  path: "/event-playlist-image",
  summary: "Set an event playlist's image; it replaces any earlier one",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: field.id }),
  upload: { kind: "image", most: 1 },
  data: StoredFile,
  success: 201,
});

export const deleteEventImage = endpoint({
  method: "delete",
  path: "/event-playlist-image",
  summary: "Remove an event playlist's image, if it has one",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: z.null(),
});
