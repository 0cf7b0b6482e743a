import { and, asc, eq, gte, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { EventQuery, EventSong } from "#contract/schedule/event-playlists";
import type { EventState } from "#contract/schedule/words";
import { findLocations, isLocationSeen, type LocationIds } from "../../access/locations.ts";
import { type Scope, storesWithin } from "../../access/scope.ts";
import { isOnPaths, ofUnit, type UnitPath } from "../../access/units.ts";
import { announce } from "../../db/changes.ts";
import type { Db, Tx } from "../../db/client.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import {
  company,
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
  groupPlaylist,
  song,
  store,
  storeGroup,
} from "../../db/schema/index.ts";
import { songState } from "../charts/index.ts";
import type { EventTimes, EventUnit } from "./event-precedence.ts";
import { isPlayable, songFacts, tempoOfSong } from "./schedule-inputs.queries.ts";

const ofEvent = eq(eventPlaylistUnit.companyId, eventPlaylist.companyId);

const hasUnit = (which: SQL | undefined) =>
  sql`exists (select 1 from ${eventPlaylistUnit} where ${and(ofEvent, eq(eventPlaylistUnit.eventId, eventPlaylist.id), which)})`;

/** The events of locations within the scope or above it; who sees the whole company sees those without a location too. */
const eventsWithin = (scope: Scope) =>
  and(
    eq(eventPlaylist.companyId, scope.companyId),
    scope.reach === "company" ? undefined : hasUnit(isLocationSeen(scope, eventPlaylistUnit)),
  );

const playsIn = (path: UnitPath) => hasUnit(isOnPaths(eventPlaylistUnit, [path]));

const stateOn = (today: string) => sql<EventState>`case when ${eventPlaylist.endsOn} < ${today}::date then 'past'
  when ${eventPlaylist.startsOn} > ${today}::date then 'upcoming' else 'running' end`;

const columns = {
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
const countOfSongs = (which: SQL = sql`true`) =>
  sql<number>`(select count(*)::int from ${eventPlaylistSong} join ${song} on ${song.id} = ${eventPlaylistSong.songId}
    where ${eventPlaylistSong.companyId} = ${eventPlaylist.companyId} and ${eventPlaylistSong.eventId} = ${eventPlaylist.id} and ${which})`;
const figuresOn = (today: string) => ({
  state: stateOn(today),
  songs: countOfSongs(),
  playable: countOfSongs(sql`${songState(today)} = 'playable'`),
});

/** Beside a second table the columns of figures are named with their own. */
const ofCompany = eq(company.id, eventPlaylist.companyId);

const sortKeys = {
  starts: textKey(sql`${eventPlaylist.startsOn}::text collate "C"`),
  name: textKey(eventPlaylist.nameKey),
  priority: { value: eventPlaylist.priority, type: "integer" },
} satisfies Record<string, KeyPart>;

type Listed = Pick<EventQuery, "search" | "state" | "sort" | "cursor" | "limit"> & { path: UnitPath | undefined; today: string };
const matching = (scope: Scope, { search, state, path, today }: Listed) =>
  and(
    eventsWithin(scope),
    search ? sql`${eventPlaylist.name} ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}` : undefined,
    state && sql`${stateOn(today)} = ${state}`,
    path && playsIn(path),
  );

/** A page of events in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findEventPage(scope: Scope, db: Db, query: Listed) {
  const order = keyset([sortKeys[columnOf(query.sort)], idKey(eventPlaylist.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const rows = await db
    .select({ ...columns, ...figuresOn(query.today), rowKey: order.select })
    .from(eventPlaylist)
    .innerJoin(company, ofCompany)
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export const countEvents = (scope: Scope, db: Db, query: Listed): Promise<number> => db.$count(eventPlaylist, matching(scope, query));

export async function findEvent(scope: Scope, db: Db, id: number, today: string) {
  const [row] = await db
    .select({ ...columns, ...figuresOn(today) })
    .from(eventPlaylist)
    .innerJoin(company, ofCompany)
    .where(and(eventsWithin(scope), eq(eventPlaylist.id, id)));
  return row;
}
export type FoundEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** The events seen that end on a day or later, but for one. */
export const findEventsFrom = (scope: Scope, db: Db, day: string, exceptId: number) =>
  db
    .select(columns)
    .from(eventPlaylist)
    .where(and(eventsWithin(scope), gte(eventPlaylist.endsOn, day), ne(eventPlaylist.id, exceptId)))
    .orderBy(asc(eventPlaylist.startsOn), asc(eventPlaylist.id));

/** Locks an event until the transaction ends, so that changes of one come one after the other. */
export async function lockEvent(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(columns)
    .from(eventPlaylist)
    .where(and(eventsWithin(scope), eq(eventPlaylist.id, id)))
    .for("update");
  return row;
}
export type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>;

/** The locations of events with their paths, the widest first, and whether the caller sees each. */
export async function findEventUnits(scope: Scope, db: Db, eventIds: number[]) {
  const rows = await findLocations(scope, db, eventPlaylistUnit, sql`${eventPlaylistUnit.eventId}`.mapWith(Number), eventIds);
  return rows.map(({ itemId: eventId, ...unit }) => ({ eventId, ...unit }));
}

const storesListed = 100;

/** Active stores that match, by name, and those named by id first. */
export async function findStoreChoices(scope: Scope, db: Db, { search = "", chosen }: { search?: string | undefined; chosen: number[] }) {
  const isChosen = sql`${store.id} = any(${sql.param(chosen)}::bigint[])`;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db
    .select({
      ...{ id: store.id, name: store.name, code: store.code },
      ...{ zoneId: store.zoneId, groupId: store.groupId },
    })
    .from(store)
    .where(
      and(
        storesWithin(scope),
        sql`(${isChosen} or (${store.status} = 'active' and (${store.name} ilike ${pattern} or ${store.code} ilike ${pattern})))`,
      ),
    )
    .orderBy(sql`${isChosen} desc`, store.nameKey, store.id)
    .limit(storesListed + 1);
  return { stores: rows.slice(0, storesListed), more: rows.length > storesListed };
}

type Values = Pick<
  typeof eventPlaylist.$inferInsert,
  "name" | "startsOn" | "endsOn" | "weekdays" | "fromMinute" | "toMinute" | "priority" | "mode"
>;

export async function insertEvent(scope: Scope, tx: Tx, values: Values, now: Date): Promise<number> {
  const [row] = await tx
    .insert(eventPlaylist)
    .values({ ...values, companyId: scope.companyId, updatedAt: now })
    .returning({ id: eventPlaylist.id });
  if (!row) throw new Error("no event was written");
  announce(tx, "rules", scope);
  return row.id;
}

export async function saveEvent(scope: Scope, tx: Tx, id: number, values: Partial<typeof eventPlaylist.$inferInsert>, now: Date) {
  await tx
    .update(eventPlaylist)
    .set({ ...values, updatedAt: now })
    .where(and(eq(eventPlaylist.companyId, scope.companyId), eq(eventPlaylist.id, id)));
  announce(tx, "rules", scope);
}

export async function deleteEvent(scope: Scope, tx: Tx, id: number): Promise<void> {
  await tx.delete(eventPlaylist).where(and(eq(eventPlaylist.companyId, scope.companyId), eq(eventPlaylist.id, id)));
  announce(tx, "rules", scope);
}

/** Gives an event these locations and no others. */
export async function replaceEventUnits(scope: Scope, tx: Tx, eventId: number, units: readonly EventUnit[]): Promise<void> {
  await tx.delete(eventPlaylistUnit).where(and(eq(eventPlaylistUnit.companyId, scope.companyId), eq(eventPlaylistUnit.eventId, eventId)));
  await tx.insert(eventPlaylistUnit).values(units.map((unit) => ({ ...ofUnit(unit), companyId: scope.companyId, eventId })));
}

/** An event's songs in order, each with whether it plays on the date. */
export const findEventSongs = (scope: Scope, db: Db, eventId: number, today: string): Promise<EventSong[]> =>
  db
    .select({
      songId: eventPlaylistSong.songId,
      position: eventPlaylistSong.position,
      title: song.title,
      artist: song.artist,
      durationSeconds: song.durationSeconds,
      state: songState(today),
      hasAudio: sql<boolean>`${song.audioFile} is not null`,
    })
    .from(eventPlaylistSong)
    .innerJoin(song, eq(song.id, eventPlaylistSong.songId))
    .where(and(eq(eventPlaylistSong.companyId, scope.companyId), eq(eventPlaylistSong.eventId, eventId)))
    .orderBy(eventPlaylistSong.position, eventPlaylistSong.songId);

/** Gives an event these songs in this order. Gives how many of them are in the library. */
export async function replaceEventSongs(scope: Scope, tx: Tx, library: Scope, eventId: number, songIds: number[]): Promise<number> {
  await tx.delete(eventPlaylistSong).where(and(eq(eventPlaylistSong.companyId, scope.companyId), eq(eventPlaylistSong.eventId, eventId)));
  const { rowCount } = await tx.execute(sql`insert into event_playlist_song (company_id, event_id, song_id, position)
    select ${scope.companyId}::bigint, ${eventId}::bigint, song.id, listed.position
    from unnest(${sql.param(songIds)}::bigint[]) with ordinality as listed (id, position)
    join song on song.company_id = ${library.companyId} and song.id = listed.id`);
  return rowCount ?? 0;
}

/** The company's events with the songs that may be scheduled, in order, and a digest of all that scheduling looks at in them. */
export async function findEventsForScheduling(scope: Scope, db: Db): Promise<EventForScheduling[]> {
  const { imageFileId: _, version: __, ...times } = columns;
  const events = await db.select(times).from(eventPlaylist).where(eq(eventPlaylist.companyId, scope.companyId)).orderBy(eventPlaylist.id);
  if (events.length === 0) return [];
  const units = await findEventUnits(
    scope,
    db,
    events.map(({ id }) => id),
  );
  const songs = await db
    .select({
      eventId: eventPlaylistSong.eventId,
      songIds: sql<number[]>`array_agg(${song.id}::int order by ${eventPlaylistSong.position}) filter (where ${isPlayable})`,
      digest: sql<string>`md5(string_agg(${songFacts}, '^' order by ${eventPlaylistSong.position}))`,
    })
    .from(eventPlaylistSong)
    .innerJoin(song, eq(song.id, eventPlaylistSong.songId))
    .leftJoin(...tempoOfSong)
    .where(and(eq(eventPlaylistSong.companyId, scope.companyId), isNotNull(song.audioFile)))
    .groupBy(eventPlaylistSong.eventId);
  const songsOf = new Map(songs.map((one) => [one.eventId, one]));
  return events.map((event) => ({
    ...event,
    units: units.filter(({ eventId }) => eventId === event.id).map(({ eventId: _, isSeen: __, ...unit }) => unit),
    songIds: songsOf.get(event.id)?.songIds ?? [],
    digest: songsOf.get(event.id)?.digest ?? "",
  }));
}
export type EventForScheduling = EventTimes &
  Pick<LockedEvent, "id" | "name" | "priority" | "mode"> & { units: EventUnit[]; songIds: number[]; digest: string };

/** The countries of the active stores in scope that an event plays in, with how many of its songs may play there on the date and for how long. */
export async function findEventPools(scope: Scope, db: Db, eventId: number, units: LocationIds, today: string) {
  const isThere = units.wholeCompany
    ? undefined
    : sql`(${any(sql`${store.regionId}`, units.regionIds)} or ${any(sql`${store.zoneId}`, units.zoneIds)}
        or ${any(sql`${store.groupId}`, units.groupIds)} or ${any(sql`${store.id}`, units.storeIds)})`;
  const { rows } = await db.execute<{ country: string; stores: number; playable: number; playableSeconds: number }>(sql`
    with place as (
      select ${store.country} as country, count(*)::int as stores from ${store}
      where ${and(storesWithin(scope), eq(store.status, "active"), isThere)} group by 1
    )
    select place.country, place.stores, count(${song.id})::int as playable, coalesce(sum(${song.durationSeconds}), 0)::int as "playableSeconds"
    from place
    left join (${eventPlaylistSong} join ${song} on ${song.id} = ${eventPlaylistSong.songId})
      on ${eventPlaylistSong.companyId} = ${scope.companyId} and ${eventPlaylistSong.eventId} = ${eventId} and ${songState(today)} = 'playable'
        and (cardinality(${song.territories}) = 0 or place.country = any(${song.territories}))
    group by 1, 2 order by 2 desc, 1`);
  return rows;
}

const any = (column: SQL, ids: number[]) => sql`${column} = any(${sql.param(ids)}::bigint[])`;

/** The days of groups to come that an event with these times and locations touches; of published ones those made before its last change. */
const touchedDays = (scope: Scope, event: EventTimes & { id: number }, units: LocationIds, today: string) => {
  const { regionIds, zoneIds, groupIds, storeIds, wholeCompany } = units;
  const isCovered = wholeCompany
    ? undefined
    : sql`(exists (select 1 from ${storeGroup} where ${storeGroup.companyId} = ${groupPlaylist.companyId} and ${storeGroup.id} = ${groupPlaylist.groupId}
        and (${any(sql`${storeGroup.regionId}`, regionIds)} or ${any(sql`${storeGroup.zoneId}`, zoneIds)} or ${any(sql`${storeGroup.id}`, groupIds)}))
      or exists (select 1 from ${store} where ${store.companyId} = ${groupPlaylist.companyId} and ${any(sql`${store.id}`, storeIds)}
        and ${store.groupId} is not distinct from ${groupPlaylist.groupId}))`;
  const changedAt = sql`(select ${eventPlaylist.updatedAt} from ${eventPlaylist}
    where ${eventPlaylist.companyId} = ${groupPlaylist.companyId} and ${eventPlaylist.id} = ${event.id})`;
  return and(
    ...[eq(groupPlaylist.companyId, scope.companyId), ne(groupPlaylist.state, "superseded"), isCovered],
    sql`${groupPlaylist.day} between greatest(${event.startsOn}::date, ${today}::date) and ${event.endsOn}::date`,
    sql`extract(dow from ${groupPlaylist.day}) = any(${sql.param(event.weekdays)}::int[])`,
    sql`(${groupPlaylist.state} <> 'published' or ${groupPlaylist.publishedAt} < coalesce(${changedAt}, 'infinity'))`,
  );
};

/** How many of them are published, and how many are drafts. */
export async function countEventDays(scope: Scope, db: Db, event: EventTimes & { id: number }, units: LocationIds, today: string) {
  const rows = await db
    .select({ state: groupPlaylist.state, days: sql<number>`count(*)::int` })
    .from(groupPlaylist)
    .where(touchedDays(scope, event, units, today))
    .groupBy(groupPlaylist.state);
  const daysOf = (state: string) => rows.find((row) => row.state === state)?.days ?? 0;
  return { publishedDays: daysOf("published"), draftDays: daysOf("draft") };
}

/** The published ones, by day. */
export const findEventDays = (scope: Scope, db: Db, event: EventTimes & { id: number }, units: LocationIds, today: string) =>
  db
    .select({ groupId: groupPlaylist.groupId, day: groupPlaylist.day })
    .from(groupPlaylist)
    .where(and(touchedDays(scope, event, units, today), eq(groupPlaylist.state, "published")))
    .orderBy(groupPlaylist.day, groupPlaylist.groupId);
