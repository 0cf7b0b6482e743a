import { and, asc, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import type { SongCover } from "#contract/library/cover";
import type { EventQuery } from "#contract/schedule/event-playlists";
import type { EventState } from "#contract/schedule/words";
import { findLocations, isLocationSeen } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin } from "../../../access/scope-conditions.ts";
import { isOnPaths, ofUnit, type UnitPath } from "../../../access/units.ts";
import { announce } from "../../../db/changes.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import {
  company,
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
  song,
} from "../../../db/schema/index.ts";
import { songCover } from "../../../db/song-cover.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { songState } from "../../charts/index.ts";
import type { EventUnit } from "./event-precedence.ts";

const ofEvent = eq(eventPlaylistUnit.companyId, eventPlaylist.companyId);

const hasUnit = (which: SQL | undefined) =>
  sql`exists (select 1 from ${eventPlaylistUnit} where ${and(ofEvent, eq(eventPlaylistUnit.eventId, eventPlaylist.id), which)})`;

/**
 * Matches events of locations within the scope or above it; a caller with the whole company also
 * sees those without a location.
 */
const eventsWithin = (scope: Scope) =>
  and(
    eq(eventPlaylist.companyId, scope.companyId),
    scope.reach === "company" ? undefined : hasUnit(isLocationSeen(scope, eventPlaylistUnit)),
  );

const playsIn = (path: UnitPath) => hasUnit(isOnPaths(eventPlaylistUnit, [path]));

const stateOn = (
  today: string,
) => sql<EventState>`case when ${eventPlaylist.endsOn} < ${today}::date then 'past'
  when ${eventPlaylist.startsOn} > ${today}::date then 'upcoming' else 'running' end`;

export const eventColumns = {
  id: eventPlaylist.id,
  name: eventPlaylist.name,
  startsOn: eventPlaylist.startsOn,
  endsOn: eventPlaylist.endsOn,
  weekdays: eventPlaylist.weekdays,
  fromMinute: eventPlaylist.fromMinute,
  toMinute: eventPlaylist.toMinute,
  priority: eventPlaylist.priority,
  mode: eventPlaylist.mode,
  imageFileId: eventPlaylist.imageFileId,
  version: eventPlaylist.version,
};
const countOfSongs = (scope: Scope, which: SQL = sql`true`) =>
  sql<number>`(select count(*)::int from ${eventPlaylistSong} join ${song} on ${song.id} = ${eventPlaylistSong.songId} and ${songsWithin(scope)}
    where ${eventPlaylistSong.companyId} = ${eventPlaylist.companyId} and ${eventPlaylistSong.eventId} = ${eventPlaylist.id} and ${which})`;
const coversShown = 4;
const firstCovers = (scope: Scope) =>
  sql<
    SongCover[]
  >`(select coalesce(json_agg(json_build_object('shape', shape, 'colours', colours, 'pictureFileId', picture) order by position), '[]')
    from (select ${eventPlaylistSong.position} as position, ${songCover.shape} as shape, ${songCover.colours} as colours, ${songCover.pictureFileId} as picture
      from ${eventPlaylistSong} join ${song} on ${song.id} = ${eventPlaylistSong.songId} and ${songsWithin(scope)}
      where ${eventPlaylistSong.companyId} = ${eventPlaylist.companyId} and ${eventPlaylistSong.eventId} = ${eventPlaylist.id}
        and ${eventPlaylist.imageFileId} is null
      order by ${eventPlaylistSong.position} limit ${coversShown}) as first_songs)`;
const figuresOn = (scope: Scope, today: string) => ({
  state: stateOn(today),
  covers: firstCovers(scope),
  songs: countOfSongs(scope),
  playable: countOfSongs(scope, sql`${songState(today)} = 'playable'`),
});

/** Beside a second table the columns of figures are named with their own. */
const ofCompany = eq(company.id, eventPlaylist.companyId);

const sortKeys = {
  starts: textKey(sql`${eventPlaylist.startsOn}::text collate "C"`),
  name: textKey(eventPlaylist.nameKey),
  priority: { value: eventPlaylist.priority, type: "integer" },
} satisfies Record<string, KeyPart>;

type EventListQuery = Pick<EventQuery, "search" | "state" | "sort" | "cursor" | "limit"> & {
  path: UnitPath | undefined;
  today: string;
};
const matching = (scope: Scope, { search, state, path, today }: EventListQuery) =>
  and(
    eventsWithin(scope),
    containsText(search, eventPlaylist.name),
    state && sql`${stateOn(today)} = ${state}`,
    path && playsIn(path),
  );

/** A page of events in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findEventPage(scope: Scope, db: Db, query: EventListQuery) {
  const order = keyset([sortKeys[columnOf(query.sort)], idKey(eventPlaylist.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const rows = await db
    .select({ ...eventColumns, ...figuresOn(scope, query.today), rowKey: order.select })
    .from(eventPlaylist)
    .innerJoin(company, ofCompany)
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export const countEvents = (scope: Scope, db: Db, query: EventListQuery): Promise<number> =>
  db.$count(eventPlaylist, matching(scope, query));

export async function findEvent(scope: Scope, db: Db, id: number, today: string) {
  const [row] = await db
    .select({ ...eventColumns, ...figuresOn(scope, today) })
    .from(eventPlaylist)
    .innerJoin(company, ofCompany)
    .where(and(eventsWithin(scope), eq(eventPlaylist.id, id)));
  return row;
}
export type FoundEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** The events seen that end on a day or later, but for one. */
export const findEventsFrom = (scope: Scope, db: Db, day: string, exceptId: number) =>
  db
    .select(eventColumns)
    .from(eventPlaylist)
    .where(and(eventsWithin(scope), gte(eventPlaylist.endsOn, day), ne(eventPlaylist.id, exceptId)))
    .orderBy(asc(eventPlaylist.startsOn), asc(eventPlaylist.id));

/** The events seen that play between two dates, the first ones first. */
export const findEventsBetween = (
  scope: Scope,
  db: Db,
  { from, to }: { from: string; to: string },
  limit: number,
) =>
  db
    .select(eventColumns)
    .from(eventPlaylist)
    .where(
      and(eventsWithin(scope), gte(eventPlaylist.endsOn, from), lte(eventPlaylist.startsOn, to)),
    )
    .orderBy(asc(eventPlaylist.startsOn), asc(eventPlaylist.id))
    .limit(limit);

/** The company's country and time zone. */
export async function findCompanyPlace({ companyId }: Scope, db: Db) {
  const [row] = await db
    .select({ country: company.country, timeZone: company.timeZone })
    .from(company)
    .where(eq(company.id, companyId));
  return row ?? { country: "IN", timeZone: "UTC" };
}

/** Locks an event until the transaction ends, so that changes of one come one after the other. */
export async function lockEvent(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(eventColumns)
    .from(eventPlaylist)
    .where(and(eventsWithin(scope), eq(eventPlaylist.id, id)))
    .for("update");
  return row;
}
export type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>;

/** The locations of events with their paths, the widest first, and whether the caller sees each. */
export async function findEventUnits(scope: Scope, db: Db, eventIds: number[]) {
  const rows = await findLocations(scope, db, {
    t: eventPlaylistUnit,
    itemId: sql`${eventPlaylistUnit.eventId}`.mapWith(Number),
    itemIds: eventIds,
  });
  return rows.map(({ itemId: eventId, ...unit }) => ({ eventId, ...unit }));
}

type Values = Pick<
  typeof eventPlaylist.$inferInsert,
  "name" | "startsOn" | "endsOn" | "weekdays" | "fromMinute" | "toMinute" | "priority" | "mode"
>;

export async function insertEvent(
  scope: Scope,
  tx: Tx,
  values: Values,
  now: Date,
): Promise<number> {
  const [row] = await tx
    .insert(eventPlaylist)
    .values({ ...values, companyId: scope.companyId, updatedAt: now })
    .returning({ id: eventPlaylist.id });
  if (!row) throw new Error("no event was written");
  announce(tx, "rules", scope);
  return row.id;
}

export async function saveEvent(
  scope: Scope,
  tx: Tx,
  {
    id,
    values,
    now,
  }: { id: number; values: Partial<typeof eventPlaylist.$inferInsert>; now: Date },
) {
  await tx
    .update(eventPlaylist)
    .set({ ...values, updatedAt: now })
    .where(and(eq(eventPlaylist.companyId, scope.companyId), eq(eventPlaylist.id, id)));
  announce(tx, "rules", scope);
}

export async function deleteEvent(scope: Scope, tx: Tx, id: number): Promise<void> {
  await tx
    .delete(eventPlaylist)
    .where(and(eq(eventPlaylist.companyId, scope.companyId), eq(eventPlaylist.id, id)));
  announce(tx, "rules", scope);
}

/** Gives an event these locations and no others. */
export async function replaceEventUnits(
  scope: Scope,
  tx: Tx,
  eventId: number,
  units: readonly EventUnit[],
): Promise<void> {
  await tx
    .delete(eventPlaylistUnit)
    .where(
      and(eq(eventPlaylistUnit.companyId, scope.companyId), eq(eventPlaylistUnit.eventId, eventId)),
    );
  await tx
    .insert(eventPlaylistUnit)
    .values(units.map((unit) => ({ ...ofUnit(unit), companyId: scope.companyId, eventId })));
}
