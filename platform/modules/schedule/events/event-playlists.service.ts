import type { z } from "zod";
import { dateIn } from "#contract/base/dates";
import type * as contract from "#contract/schedule/event-playlists";
import type {
  EventEffects,
  EventPlaylistBody,
  EventPools,
  EventQuery,
  EventRow,
} from "#contract/schedule/event-playlists";
import { eventLimits } from "#contract/schedule/words";
import { findLocationsNamed, type LocationIds, ownsAll } from "../../../access/locations.ts";
import { libraryFor, type Scope } from "../../../access/scope.ts";
import { unitOf } from "../../../access/units.ts";
import { forbidden, invalid, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { UploadedFile } from "../../../files/uploaded-file.ts";
import type { ScopedCall } from "../../../http/context.ts";
import {
  audit,
  changedFields,
  findOwnChange,
  refuseChangedSince,
  refuseOutdated,
} from "../../audit/index.ts";
import type { FileKeeper } from "../../files/index.ts";
import { missingSongs, songMessages } from "../../library/index.ts";
import { findCountries } from "../../places/index.ts";
import { planGroups } from "../days/plan-days.service.ts";
import { findPublishSettings } from "../days/schedule-inputs.queries.ts";
import { auditPublished } from "../publishing/publish-days.service.ts";
import {
  countEventDays,
  countEvents,
  deleteEvent,
  type FoundEvent,
  findEvent,
  findEventDays,
  findEventPage,
  findEventPools,
  findEventSongs,
  findEventsFrom,
  findEventUnits,
  insertEvent,
  type LockedEvent,
  lockEvent,
  replaceEventSongs,
  replaceEventUnits,
  saveEvent,
} from "./event-playlists.queries.ts";
import { doEventsMeet, type EventUnit, whichPlays } from "./event-precedence.ts";

const notYours = "You cannot change this event: it plays outside your own locations.";

/**
 * Throws 404 for a location to narrow by that is out of scope, 422 for a cursor that is not ours.
 */
export async function listEvents(
  call: ScopedCall,
  { regionId, zoneId, groupId, storeId, ...query }: EventQuery,
) {
  const { scope, db } = call;
  const isNarrowed = [regionId, zoneId, groupId, storeId].some((id) => id !== undefined);
  const path = isNarrowed
    ? await unitOf(scope, db, { regionId, zoneId, groupId, storeId })
    : undefined;
  const filters = { ...query, path, today: await todayOf(call) };
  const { rows, page } = await findEventPage(scope, db, filters);
  const units = await unitsOf(
    scope,
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => asRow(scope, row, units(row.id))),
    page: { ...page, total: await countEvents(scope, db, filters) },
  };
}

/** Throws 404 for an event that is not there or plays nowhere that the caller sees. */
export async function showEvent(
  call: ScopedCall,
  id: number,
): Promise<EventRow & EventEffects & EventPools> {
  const { scope, db } = call;
  const today = await todayOf(call);
  const event = await findEvent(scope, db, id, today);
  if (!event) throw notFound();
  const units = (await unitsOf(scope, db, [id]))(id);
  const songs = await findEventSongs(scope, db, id, today);
  const names = new Map(
    (await findCountries()).map(({ id: country, countryName }) => [country, countryName]),
  );
  const pools = await findEventPools(scope, db, { eventId: id, units: locationsOf(units), today });
  return {
    ...asRow(scope, event, units),
    ...(await effectsOf(call, { ...event, id }, units, today)),
    seconds: songs.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    countries: pools.map((pool) => ({
      ...pool,
      countryName: names.get(pool.country) ?? pool.country,
    })),
  };
}

/**
 * Publishes again the days within the scope that play an earlier form of the event or lack it, the
 * first ones first, up to the limit of a call. Days with a draft are left out, and played positions
 * stay. Throws 404 for an unknown event, 403 for one with a location outside the caller's own.
 */
export async function publishEventDays(
  call: ScopedCall,
  id: number,
): Promise<{ days: number; left: number }> {
  const { scope, db } = call;
  const today = await todayOf(call);
  const event = await findEvent(scope, db, id, today);
  if (!event) throw notFound();
  const units = (await unitsOf(scope, db, [id]))(id);
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  const all = await findEventDays(scope, db, {
    event: { ...event, id },
    units: locationsOf(units),
    today,
  });
  const daysToPublish = all.slice(0, eventLimits.daysAtOnce);
  const first = daysToPublish[0];
  const last = daysToPublish.at(-1);
  if (!first || !last) return { days: 0, left: 0 };
  const keys = new Set(daysToPublish.map(({ groupId, day }) => `${groupId} ${day}`));
  const { planned } = await planGroups(
    call,
    [...new Set(daysToPublish.map(({ groupId }) => groupId))],
    {
      from: first.day,
      to: last.day,
      // a draft made since then is left for its author to publish
      work: ({ day, published, draft }, groupId) =>
        published && !draft && keys.has(`${groupId} ${day}`) ? "publish" : null,
      publishing: () => ({ by: call.caller.username, how: "PERSON" }),
      record: (tx, group) => auditPublished(tx, call, group),
    },
  );
  const days = planned.reduce((sum, group) => sum + group.days.length, 0);
  return { days, left: all.length - days };
}

/**
 * Shows the effects of an unsaved event. Throws 404 for an unknown location or event.
 */
export async function checkEvent(
  call: ScopedCall,
  { id, ...body }: z.output<typeof contract.checkEventPlaylist.body>,
) {
  const { scope, db } = call;
  const units = await unitsNamed(scope, db, body);
  const today = await todayOf(call);
  if (id !== undefined && !(await findEvent(scope, db, id, today))) throw notFound();
  // one that is new is the latest of all
  return effectsOf(call, { ...body, id: id ?? Number.MAX_SAFE_INTEGER }, units, today);
}

/** Throws 404 for a location that is not there, 403 for one outside the caller's own. */
export async function addEvent(call: ScopedCall, body: EventPlaylistBody): Promise<{ id: number }> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const units = await ownUnits(scope, tx, body);
    const id = await insertEvent(scope, tx, storedOf(body), call.now);
    await replaceEventUnits(scope, tx, id, units);
    const after = { ...storedOf(body), locations: namesOf(units), version: 1 };
    await audit(tx, call, [
      { ...itemOf(scope, { id, name: body.name }), action: "event playlist added", after },
    ]);
    return { id };
  });
}

/**
 * Throws 404 for an event or location that is not there, 403 where one of its locations, old or
 * new, is outside the caller's own, and 422 on each field that somebody else changed since the form
 * was loaded.
 */
export async function changeEvent(
  call: ScopedCall,
  { id, version, ...body }: z.output<typeof contract.changeEventPlaylist.body>,
): Promise<{ id: number; version: number }> {
  const { scope, now } = call;
  return call.database.transaction(async (tx) => {
    const { event, units: unitsBefore } = await lockOwnEvent(scope, tx, id);
    const units = await ownUnits(scope, tx, body);
    const before = { ...storedOf(event), locations: namesOf(unitsBefore), version: event.version };
    const newValues = { ...storedOf(body), locations: namesOf(units) };
    await refuseOutdated(scope, tx, {
      item: { kind: itemKind, id },
      loaded: version,
      stored: before,
      newValues,
    });
    const changed = changedFields(before, newValues);
    if (!changed && isSameUnits(unitsBefore, units)) return { id, version: event.version };
    await saveEvent(scope, tx, {
      id,
      values: { ...storedOf(body), version: event.version + 1 },
      now,
    });
    await replaceEventUnits(scope, tx, id, units);
    await audit(tx, call, [
      {
        ...itemOf(scope, event),
        action: "event playlist changed",
        ...(changed ?? { after: newValues }),
      },
    ]);
    return { id, version: event.version + 1 };
  });
}

/** Throws 404 for an event that is not there. */
export async function listSongs(call: ScopedCall, eventId: number) {
  const { scope, db } = call;
  const today = await todayOf(call);
  const event = await findEvent(scope, db, eventId, today);
  if (!event) throw notFound();
  return { version: event.version, songs: await findEventSongs(scope, db, eventId, today) };
}

/**
 * Sets the songs of an event in their order, or takes the caller's own change of them back. Throws
 * 404 for the event, for a song as missingSongs says, 403, and 422 on `version` where somebody else
 * changed the event since the list was read.
 */
export async function changeSongs(
  call: ScopedCall,
  { eventId, version, songIds, undoOf }: z.output<typeof contract.changeEventSongs.body>,
): Promise<{ songs: number; version: number }> {
  const { scope, now } = call;
  const library = await libraryFor(call.db, scope);
  return call.database.transaction(async (tx) => {
    const { event } = await lockOwnEvent(scope, tx, eventId);
    if (version !== undefined && version !== event.version)
      throw invalid({
        version: "Someone else has changed this event. Check its songs, then try again.",
      });
    const newSongIds = undoOf ? await songsBefore(tx, call, eventId, undoOf) : (songIds ?? []);
    const currentSongIds = (
      await findEventSongs(scope, tx, eventId, await todayOf({ ...call, db: tx }))
    ).map((one) => one.songId);
    if (JSON.stringify(currentSongIds) === JSON.stringify(newSongIds))
      return { songs: newSongIds.length, version: event.version };
    const savedCount = await replaceEventSongs(scope, tx, {
      library,
      eventId,
      songIds: newSongIds,
    });
    if (savedCount < newSongIds.length)
      throw undoOf
        ? invalid({ undoOf: songMessages.noLongerUsable })
        : await missingSongs(library, tx, call.caller, newSongIds);
    const after = { songIds: newSongIds, version: event.version + 1 };
    await saveEvent(scope, tx, { id: eventId, values: { version: after.version }, now });
    const before = { songIds: currentSongIds, version: event.version };
    await audit(tx, call, [{ ...itemOf(scope, event), action: songsChanged, before, after }]);
    return { songs: newSongIds.length, version: after.version };
  });
}

const songsChanged = "event playlist songs changed";

async function songsBefore(
  tx: Tx,
  call: ScopedCall,
  eventId: number,
  undoOf: string,
): Promise<number[]> {
  const all = await findOwnChange(call.scope, tx, call, {
    undoOf,
    itemKind,
    actions: [songsChanged],
  });
  const changes = all.filter(({ itemId }) => itemId === eventId);
  const [change] = changes;
  if (!change) throw notFound();
  await refuseChangedSince(call.scope, tx, call, { itemKind, field: "songIds", changes });
  return (change.before as { songIds: number[] }).songIds;
}

export const eventService = ({ keeper }: { keeper: FileKeeper }) => ({
  /** Throws 404, and 403 for an event that plays outside the caller's own locations. */
  async removeEvent(call: ScopedCall, id: number): Promise<void> {
    const { scope } = call;
    await call.database.transaction(async (tx) => {
      const { event, units } = await lockOwnEvent(scope, tx, id);
      const songIds = (await findEventSongs(scope, tx, id, await todayOf({ ...call, db: tx }))).map(
        ({ songId }) => songId,
      );
      await deleteEvent(scope, tx, id);
      if (event.imageFileId) await keeper.removeFile(scope, tx, event.imageFileId);
      const before = { ...storedOf(event), locations: namesOf(units), songIds };
      await audit(tx, call, [
        { ...itemOf(scope, event), action: "event playlist deleted", before },
      ]);
    });
  },

  /** Throws as removeEvent does. */
  async setImage(call: ScopedCall, { id, file }: { id: number; file: UploadedFile }) {
    const { scope, now } = call;
    // before its bytes are stored
    if (!(await findEvent(scope, call.db, id, await todayOf(call)))) throw notFound();
    const bytes = await keeper.storeBytes(file, "event-image");
    return call.database.transaction(async (tx) => {
      const { event } = await lockOwnEvent(scope, tx, id);
      const image = await keeper.keepFile(scope, tx, bytes, call);
      await saveEvent(scope, tx, { id, values: { imageFileId: image.id }, now });
      if (event.imageFileId) await keeper.removeFile(scope, tx, event.imageFileId);
      const [before, after] = [event.imageFileId, image.id].map((imageFileId) => ({ imageFileId }));
      await audit(tx, call, [
        { ...itemOf(scope, event), action: "event playlist image set", before, after },
      ]);
      return image;
    });
  },

  /** Throws as removeEvent does. */
  async deleteImage(call: ScopedCall, id: number): Promise<void> {
    const { scope, now } = call;
    await call.database.transaction(async (tx) => {
      const { event } = await lockOwnEvent(scope, tx, id);
      const { imageFileId } = event;
      if (!imageFileId) return;
      await saveEvent(scope, tx, { id, values: { imageFileId: null }, now });
      await keeper.removeFile(scope, tx, imageFileId);
      const before = { imageFileId };
      const after = { imageFileId: null };
      await audit(tx, call, [
        { ...itemOf(scope, event), action: "event playlist image removed", before, after },
      ]);
    });
  },
});

const todayOf = async ({ scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">) =>
  dateIn((await findPublishSettings(scope, db))?.timeZone ?? "UTC", now);

type SeenUnit = EventUnit & { isSeen: boolean };
async function unitsOf(
  scope: Scope,
  db: Db,
  eventIds: number[],
): Promise<(eventId: number) => SeenUnit[]> {
  const units = await findEventUnits(scope, db, eventIds);
  return (eventId) => units.flatMap(({ eventId: of, ...unit }) => (of === eventId ? [unit] : []));
}

function asRow(scope: Scope, event: FoundEvent, units: readonly SeenUnit[]): EventRow {
  const visibleUnits = units.filter(({ isSeen }) => isSeen);
  return {
    ...event,
    units: visibleUnits.map(({ level, unitId, name }) => ({ level, unitId, name })),
    otherUnits: units.length - visibleUnits.length,
    mayChange: ownsAll(scope, units),
  };
}

/**
 * Throws 404 for an event that is not seen, 403 for one with a location outside the caller's own.
 */
async function lockOwnEvent(
  scope: Scope,
  tx: Tx,
  id: number,
): Promise<{ event: LockedEvent; units: SeenUnit[] }> {
  const event = await lockEvent(scope, tx, id);
  if (!event) throw notFound();
  const units = (await unitsOf(scope, tx, [id]))(id);
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  return { event, units };
}

async function unitsNamed(scope: Scope, db: Db, ids: LocationIds): Promise<EventUnit[]> {
  const units = await findLocationsNamed(scope, db, ids);
  const { regionIds, zoneIds, groupIds, storeIds } = ids;
  const requestedCount =
    Number(ids.wholeCompany) +
    regionIds.length +
    zoneIds.length +
    groupIds.length +
    storeIds.length;
  if (units.length < requestedCount) throw notFound();
  return units;
}

async function ownUnits(scope: Scope, tx: Tx, ids: LocationIds): Promise<EventUnit[]> {
  const units = await unitsNamed(scope, tx, ids);
  if (!ownsAll(scope, units)) throw forbidden(notYours);
  return units;
}

async function effectsOf(
  call: ScopedCall,
  event: Omit<LockedEvent, "imageFileId" | "version">,
  units: readonly EventUnit[],
  today: string,
): Promise<EventEffects> {
  const { scope, db } = call;
  const others = (
    await findEventsFrom(scope, db, event.startsOn < today ? today : event.startsOn, event.id)
  ).filter((other) => doEventsMeet(event, other));
  const unitsOfOther = await unitsOf(
    scope,
    db,
    others.map(({ id }) => id),
  );
  const overlaps = others.flatMap(({ imageFileId: _, version: __, ...other }) => {
    const which = whichPlays({ ...event, units }, { ...other, units: unitsOfOther(other.id) });
    return which ? [{ ...other, ...which }] : [];
  });
  return {
    overlaps,
    ...(await countEventDays(scope, db, { event, units: locationsOf(units), today })),
  };
}

function locationsOf(units: readonly EventUnit[]): LocationIds {
  const idsAt = (level: EventUnit["level"]) =>
    units.flatMap((unit) => (unit.level === level ? [unit.unitId] : []));
  const ids = {
    regionIds: idsAt("REGION"),
    zoneIds: idsAt("ZONE"),
    groupIds: idsAt("GROUP"),
    storeIds: idsAt("STORE"),
  };
  return { ...ids, wholeCompany: units.some(({ level }) => level === "COMPANY") };
}

const itemKind = "event playlist";
const itemOf = (scope: Scope, { id, name }: { id: number; name: string }) => ({
  companyId: scope.companyId,
  itemKind,
  itemId: id,
  itemName: name,
});
const storedOf = ({
  name,
  startsOn,
  endsOn,
  weekdays,
  fromMinute,
  toMinute,
  priority,
  mode,
}: Omit<LockedEvent, "id" | "imageFileId" | "version">) => ({
  name,
  startsOn,
  endsOn,
  weekdays,
  fromMinute,
  toMinute,
  priority,
  mode,
});
const namesOf = (units: readonly EventUnit[]) => units.map(({ name }) => name).sort();
const isSameUnits = (one: readonly EventUnit[], other: readonly EventUnit[]) => {
  const keys = (units: readonly EventUnit[]) =>
    units.map(({ level, unitId }) => `${level} ${unitId}`).sort();
  return JSON.stringify(keys(one)) === JSON.stringify(keys(other));
};
