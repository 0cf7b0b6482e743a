import { and, asc, count, eq, gte, isNotNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { EventQuery, EventSong } from "#contract/schedule/event-playlists";
import type { EventState } from "#contract/schedule/words";
import { findLocations, isLocationSeen, type LocationIds } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin, storesWithin } from "../../../access/scope-conditions.ts";
import { isOnPaths, ofUnit, type UnitPath } from "../../../access/units.ts";
import { announce } from "../../../db/changes.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import {
  company,
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
  groupPlaylist,
  song,
  store,
  storeGroup,
} from "../../../db/schema/index.ts";
import { songCover } from "../../../db/song-cover.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { songState } from "../../charts/index.ts";
import { isPlayable, songFacts, tempoOfSong } from "../days/schedule-inputs.queries.ts";
import { ofGroup, playlistsWithin } from "../logs/playlists.queries.ts";
import type { EventTimes, EventUnit } from "./event-precedence.ts";

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
const countOfSongs = (scope: Scope, which: SQL = sql`true`) =>
  sql<number>`(select count(*)::int from ${eventPlaylistSong} join ${song} on ${song.id} = ${eventPlaylistSong.songId} and ${songsWithin(scope)}
    where ${eventPlaylistSong.companyId} = ${eventPlaylist.companyId} and ${eventPlaylistSong.eventId} = ${eventPlaylist.id} and ${which})`;
const figuresOn = (scope: Scope, today: string) => ({
  state: stateOn(today),
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

type Listed = Pick<EventQuery, "search" | "state" | "sort" | "cursor" | "limit"> & {
  path: UnitPath | undefined;
  today: string;
};
const matching = (scope: Scope, { search, state, path, today }: Listed) =>
  and(
    eventsWithin(scope),
    containsText(search, eventPlaylist.name),
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
    .select({ ...columns, ...figuresOn(scope, query.today), rowKey: order.select })
    .from(eventPlaylist)
    .innerJoin(company, ofCompany)
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export const countEvents = (scope: Scope, db: Db, query: Listed): Promise<number> =>
  db.$count(eventPlaylist, matching(scope, query));

export async function findEvent(scope: Scope, db: Db, id: number, today: string) {
  const [row] = await db
    .select({ ...columns, ...figuresOn(scope, today) })
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

/** The events seen that play between two dates, the first ones first. */
export const findEventsBetween = (
  scope: Scope,
  db: Db,
  { from, to }: { from: string; to: string },
  limit: number,
) =>
  db
    .select(columns)
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
    .select(columns)
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

const storesListed = 100;

/** Active stores that match, by name, and those named by id first. */
export async function findStoreChoices(
  scope: Scope,
  db: Db,
  { search = "", chosen }: { search?: string | undefined; chosen: number[] },
) {
  const isChosen = sql`${store.id} = any(${sql.param(chosen)}::bigint[])`;
  const rows = await db
    .select({
      id: store.id,
      name: store.name,
      code: store.code,
      zoneId: store.zoneId,
      groupId: store.groupId,
    })
    .from(store)
    .where(
      and(
        storesWithin(scope),
        sql`(${isChosen} or (${store.status} = 'active' and ${containsText(search, store.name, store.code) ?? sql`true`}))`,
      ),
    )
    .orderBy(sql`${isChosen} desc`, store.nameKey, store.id)
    .limit(storesListed + 1);
  return { stores: rows.slice(0, storesListed), more: rows.length > storesListed };
}

/** Counts the active stores of the scope by their units. */
export const countStoresByUnit = (scope: Scope, db: Db) =>
  db
    .select({
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
      stores: count(),
    })
    .from(store)
    .where(and(storesWithin(scope), eq(store.status, "active")))
    .groupBy(store.regionId, store.zoneId, store.groupId);

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

/** An event's songs in order, each with whether it plays on the date. */
export const findEventSongs = (
  scope: Scope,
  db: Db,
  eventId: number,
  today: string,
): Promise<EventSong[]> =>
  db
    .select({
      songId: eventPlaylistSong.songId,
      position: eventPlaylistSong.position,
      title: song.title,
      artist: song.artist,
      durationSeconds: song.durationSeconds,
      state: songState(today),
      hasAudio: sql<boolean>`${song.audioFile} is not null`,
      cover: songCover,
    })
    .from(eventPlaylistSong)
    .innerJoin(song, eq(song.id, eventPlaylistSong.songId))
    .where(
      and(
        eq(eventPlaylistSong.companyId, scope.companyId),
        eq(eventPlaylistSong.eventId, eventId),
        songsWithin(scope),
      ),
    )
    .orderBy(eventPlaylistSong.position, eventPlaylistSong.songId);

/**
 * Gives an event these songs in this order; those that its company does not see stay hidden in it.
 * Gives how many of them the library has for the company.
 */
export async function replaceEventSongs(
  scope: Scope,
  tx: Tx,
  { library, eventId, songIds }: { library: Scope; eventId: number; songIds: number[] },
): Promise<number> {
  const isSeen = sql`exists (select 1 from ${song} where ${song.id} = ${eventPlaylistSong.songId} and ${songsWithin(library)})`;
  const ofEvent = and(
    eq(eventPlaylistSong.companyId, scope.companyId),
    eq(eventPlaylistSong.eventId, eventId),
  );
  await tx.delete(eventPlaylistSong).where(and(ofEvent, isSeen));
  // a song that was hidden may be opened to the company between the two statements
  const { rowCount } =
    await tx.execute(sql`insert into event_playlist_song (company_id, event_id, song_id, position)
    select ${scope.companyId}::bigint, ${eventId}::bigint, song.id, listed.position
    from unnest(${sql.param(songIds)}::bigint[]) with ordinality as listed (id, position)
    join song on song.company_id = ${library.companyId} and song.id = listed.id and ${songsWithin(library)}
    on conflict (company_id, event_id, song_id) do update set position = excluded.position`);
  return rowCount ?? 0;
}

/** Takes a song out of an event that is locked, also one hidden in it. Gives whether it was there. */
export async function removeEventSong(
  { companyId }: Scope,
  tx: Tx,
  eventId: number,
  songId: number,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(eventPlaylistSong)
    .where(
      and(
        eq(eventPlaylistSong.companyId, companyId),
        eq(eventPlaylistSong.eventId, eventId),
        eq(eventPlaylistSong.songId, songId),
      ),
    );
  return (rowCount ?? 0) > 0;
}

/**
 * Finds the company's events with the songs that may be scheduled, in order, and a digest of all
 * that scheduling uses of them.
 */
export async function findEventsForScheduling(scope: Scope, db: Db): Promise<EventForScheduling[]> {
  const { imageFileId: _, version: __, ...times } = columns;
  const plays = playsOfEvent({
    id: sql`event_playlist.id`,
    priority: sql`event_playlist.priority`,
    mode: sql`event_playlist.mode`,
    fromMinute: sql`event_playlist.from_minute`,
    toMinute: sql`event_playlist.to_minute`,
    companyId: scope.companyId,
  });
  const events = await db
    .select({ ...times, plays })
    .from(eventPlaylist)
    .where(eq(eventPlaylist.companyId, scope.companyId))
    .orderBy(eventPlaylist.id);
  if (events.length === 0) return [];
  const units = await findEventUnits(
    scope,
    db,
    events.map(({ id }) => id),
  );
  const songs = await db
    .select({
      eventId: eventPlaylistSong.eventId,
      songIds: sql<
        number[]
      >`array_agg(${song.id}::int order by ${eventPlaylistSong.position}) filter (where ${isPlayable(scope)})`,
      digest: sql<string>`md5(string_agg(${songFacts}, '^' order by ${eventPlaylistSong.position}))`,
    })
    .from(eventPlaylistSong)
    .innerJoin(song, eq(song.id, eventPlaylistSong.songId))
    .leftJoin(...tempoOfSong)
    .where(
      and(
        eq(eventPlaylistSong.companyId, scope.companyId),
        isNotNull(song.audioFile),
        songsWithin(scope),
      ),
    )
    .groupBy(eventPlaylistSong.eventId);
  const songsOf = new Map(songs.map((one) => [one.eventId, one]));
  return events.map((event) => ({
    ...event,
    units: units
      .filter(({ eventId }) => eventId === event.id)
      .map(({ eventId: _, isSeen: __, ...unit }) => unit),
    songIds: songsOf.get(event.id)?.songIds ?? [],
    digest: songsOf.get(event.id)?.digest ?? "",
  }));
}
export type EventForScheduling = EventTimes &
  Pick<LockedEvent, "id" | "name" | "priority" | "mode"> & {
    units: EventUnit[];
    songIds: number[];
    digest: string;
    plays: string;
  };

/**
 * The countries of the active stores in scope that an event plays in, with how many of its songs
 * may play there on the date and for how long.
 */
export async function findEventPools(
  scope: Scope,
  db: Db,
  { eventId, units, today }: { eventId: number; units: LocationIds; today: string },
) {
  const isThere = units.wholeCompany
    ? undefined
    : sql`(${any(sql`${store.regionId}`, units.regionIds)} or ${any(sql`${store.zoneId}`, units.zoneIds)}
        or ${any(sql`${store.groupId}`, units.groupIds)} or ${any(sql`${store.id}`, units.storeIds)})`;
  const { rows } = await db.execute<{
    country: string;
    stores: number;
    playable: number;
    playableSeconds: number;
  }>(sql`
    with place as (
      select ${store.country} as country, count(*)::int as stores from ${store}
      where ${and(storesWithin(scope), eq(store.status, "active"), isThere)} group by 1
    )
    select place.country, place.stores, count(${song.id})::int as playable, coalesce(sum(${song.durationSeconds}), 0)::int as "playableSeconds"
    from place
    left join (${eventPlaylistSong} join ${song} on ${song.id} = ${eventPlaylistSong.songId})
      on ${eventPlaylistSong.companyId} = ${scope.companyId} and ${eventPlaylistSong.eventId} = ${eventId} and ${songState(today)} = 'playable'
        and ${songsWithin(scope)} and (cardinality(${song.territories}) = 0 or place.country = any(${song.territories}))
    group by 1, 2 order by 2 desc, 1`);
  return rows;
}

const any = (column: SQL, ids: number[]) => sql`${column} = any(${sql.param(ids)}::bigint[])`;

/** An event, saved or as entered in a form. */
type EventAsIs = EventTimes & Pick<LockedEvent, "id" | "priority" | "mode">;

/**
 * Digest of what an event plays on its days: its hours, priority, mode and songs. Name, image,
 * dates and locations are left out.
 */
const playsOfEvent = (
  event: Record<"id" | "fromMinute" | "toMinute" | "priority" | "mode", SQL> & {
    companyId: number;
  },
) =>
  sql<string>`md5(concat_ws('|', ${event.fromMinute}, ${event.toMinute}, ${event.priority}, ${event.mode},
    (select string_agg(listed.song_id::text, ',' order by listed.position, listed.song_id) from event_playlist_song listed
      where listed.company_id = ${event.companyId} and listed.event_id = ${event.id})))`;

/**
 * Finds the future days of groups within the scope that an event with these times and locations
 * affects, and how.
 */
function findTouched(
  scope: Scope,
  db: Db,
  { event, units, today }: { event: EventAsIs; units: LocationIds; today: string },
) {
  const { regionIds, zoneIds, groupIds, storeIds, wholeCompany } = units;
  const isCovered = wholeCompany
    ? sql`true`
    : sql`(${any(sql`${storeGroup.regionId}`, regionIds)} or ${any(sql`${storeGroup.zoneId}`, zoneIds)} or ${any(sql`${storeGroup.id}`, groupIds)}
      or exists (select 1 from ${store} where ${store.companyId} = ${groupPlaylist.companyId} and ${any(sql`${store.id}`, storeIds)}
        and ${store.status} = 'active' and ${store.groupId} is not distinct from ${groupPlaylist.groupId}))`;
  const isOn = sql`(coalesce(${isCovered}, false) and ${groupPlaylist.day} between ${event.startsOn}::date and ${event.endsOn}::date
    and extract(dow from ${groupPlaylist.day}) = any(${sql.param(event.weekdays)}::int[]))`;
  const plays = playsOfEvent({
    id: sql`${event.id}::bigint`,
    priority: sql`${event.priority}::int`,
    mode: sql`${event.mode}::text`,
    fromMinute: sql`${event.fromMinute}::int`,
    toMinute: sql`${event.toMinute}::int`,
    companyId: scope.companyId,
  });
  const hasDraft = sql`exists (select 1 from group_playlist draft where draft.company_id = ${groupPlaylist.companyId} and draft.state = 'draft'
    and draft.group_id is not distinct from ${groupPlaylist.groupId} and draft.day = ${groupPlaylist.day})`;
  return db
    .select({
      groupId: groupPlaylist.groupId,
      day: groupPlaylist.day,
      /**
       * `outdated`: published with an earlier event, or without it; `drafted`: outdated, with a
       * draft that waits for review; `draft`: a draft, which is generated again.
       */
      state: sql<
        "outdated" | "drafted" | "draft"
      >`case when ${groupPlaylist.state} = 'draft' then 'draft' when ${hasDraft} then 'drafted' else 'outdated' end`.as(
        "touched_state",
      ),
    })
    .from(groupPlaylist)
    .leftJoin(storeGroup, ofGroup)
    .where(
      and(
        playlistsWithin(scope),
        sql`${groupPlaylist.day} >= ${today}::date`,
        sql`case ${groupPlaylist.state} when 'draft' then ${isOn} and not exists (select 1 from group_playlist published
            where published.company_id = ${groupPlaylist.companyId} and published.state = 'published'
              and published.group_id is not distinct from ${groupPlaylist.groupId} and published.day = ${groupPlaylist.day})
          when 'published' then (${groupPlaylist.events} ->> ${String(event.id)}::text) is distinct from (case when ${isOn} then ${plays} end)
          else false end`,
      ),
    )
    .orderBy(groupPlaylist.day, groupPlaylist.groupId);
}

/**
 * Counts the affected days: published and outdated, with and without a draft that waits, and
 * drafts.
 */
export async function countEventDays(
  scope: Scope,
  db: Db,
  { event, units, today }: { event: EventAsIs; units: LocationIds; today: string },
) {
  const touched = findTouched(scope, db, { event, units, today }).as("touched");
  const rows = await db
    .select({ state: touched.state, days: sql<number>`count(*)::int` })
    .from(touched)
    .groupBy(touched.state);
  const daysOf = (state: string) => rows.find((row) => row.state === state)?.days ?? 0;
  return {
    publishedDays: daysOf("outdated"),
    publishedWithDraft: daysOf("drafted"),
    draftDays: daysOf("draft"),
  };
}

/** Finds the affected days that are published and outdated and have no draft, by day. */
export const findEventDays = async (
  scope: Scope,
  db: Db,
  { event, units, today }: { event: EventAsIs; units: LocationIds; today: string },
) =>
  (await findTouched(scope, db, { event, units, today })).filter(
    ({ state }) => state === "outdated",
  );
