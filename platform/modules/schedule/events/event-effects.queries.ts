import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LocationIds } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin, storesWithin } from "../../../access/scope-conditions.ts";
import {
  eventPlaylistSong,
  groupPlaylist,
  song,
  store,
  storeGroup,
} from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { songState } from "../../charts/index.ts";
import { ofGroup, playlistsWithin } from "../logs/playlists.queries.ts";
import type { LockedEvent } from "./event-playlists.queries.ts";
import type { EventTimes } from "./event-precedence.ts";

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
type EventInForm = EventTimes & Pick<LockedEvent, "id" | "priority" | "mode">;

/**
 * Digest of what an event plays on its days: its hours, priority, mode and songs. Name, image,
 * dates and locations are left out.
 */
export const playsOfEvent = (
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
  { event, units, today }: { event: EventInForm; units: LocationIds; today: string },
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
  { event, units, today }: { event: EventInForm; units: LocationIds; today: string },
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
  { event, units, today }: { event: EventInForm; units: LocationIds; today: string },
) =>
  (await findTouched(scope, db, { event, units, today })).filter(
    ({ state }) => state === "outdated",
  );
