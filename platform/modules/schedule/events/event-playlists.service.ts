import type { z } from "zod";
import type { EventPlaylistBody } from "#contract/schedule/event-form";
import type * as contract from "#contract/schedule/event-playlists";
import type {
  EventEffects,
  EventPools,
  EventQuery,
  EventRow,
} from "#contract/schedule/event-playlists";
import { ownsAll } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { unitOf } from "../../../access/units.ts";
import { notFound } from "../../../base/refusal.ts";
import type { UploadedFile } from "../../../files/uploaded-file.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../../audit/index.ts";
import type { FileKeeper } from "../../files/index.ts";
import { findCountries } from "../../places/index.ts";
import {
  locationsOf,
  lockOwnEvent,
  ownUnits,
  type SeenUnit,
  todayOf,
  unitsOf,
} from "./event-access.service.ts";
import { itemKind, itemOf } from "./event-audit.ts";
import { findEventPools } from "./event-effects.queries.ts";
import { effectsOf } from "./event-effects.service.ts";
import {
  countEvents,
  deleteEvent,
  type FoundEvent,
  findEvent,
  findEventPage,
  insertEvent,
  type LockedEvent,
  replaceEventUnits,
  saveEvent,
} from "./event-playlists.queries.ts";
import type { EventUnit } from "./event-precedence.ts";
import { findEventSongs } from "./event-songs.queries.ts";

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
    data: rows.map((row) => toRow(scope, row, units(row.id))),
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
    ...toRow(scope, event, units),
    ...(await effectsOf(call, { ...event, id }, units, today)),
    seconds: songs.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    countries: pools.map((pool) => ({
      ...pool,
      countryName: names.get(pool.country) ?? pool.country,
    })),
  };
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

function toRow(scope: Scope, event: FoundEvent, units: readonly SeenUnit[]): EventRow {
  const visibleUnits = units.filter(({ isSeen }) => isSeen);
  return {
    ...event,
    units: visibleUnits.map(({ level, unitId, name }) => ({ level, unitId, name })),
    otherUnits: units.length - visibleUnits.length,
    mayChange: ownsAll(scope, units),
  };
}

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
