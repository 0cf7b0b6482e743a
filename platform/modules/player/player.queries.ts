import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import { itemKinds, type substituteReasons } from "#contract/player/endpoints";
import type { UnverifiedReason } from "#contract/player/words";
import { type Scope, songsWithin, storesWithin } from "../../access/scope.ts";
import { sendNow } from "../../db/changes.ts";
import { plainList } from "../../db/plain-list.ts";
import {
  catalogueItem,
  company,
  inactiveSpan,
  libraryRevision,
  playColumns,
  playLog,
  song,
  spot,
  store,
  storeLog,
} from "../../db/schema/index.ts";
import { songCover } from "../../db/song-cover.ts";
import { statement } from "../../db/statement.ts";
import type { Db, Tx } from "../../db/types.ts";
import { findHeldMedia, type StoreLogLines } from "../schedule/index.ts";
import { makeMediaKey } from "./media-id.ts";
import { dueWithinMs, type Item, type Position, type Sound } from "./verification.ts";

/** The store of a player. */
export async function findPlayerStore(scope: Scope, db: Db, storeId: number) {
  const [row] = await db
    .select({
      id: store.id,
      name: store.name,
      timeZone: store.timeZone,
      volume: store.volume,
      status: store.status,
    })
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, storeId)));
  return row;
}
export type PlayerStore = NonNullable<Awaited<ReturnType<typeof findPlayerStore>>>;

/** Finds the texts of a shop's request for help, and the people it calls. */
export async function findContact(scope: Scope, db: Db, storeId: number) {
  const [row] = await db
    .select({
      storeCode: store.code,
      contact: {
        companyName: company.name,
        phone: sql<
          string | null
        >`'+' || ${company.phoneCountryCode} || ' ' || nullif(${company.phone}, '')`,
        email: company.commEmail,
      },
    })
    .from(store)
    .innerJoin(company, eq(company.id, store.companyId))
    .where(and(storesWithin(scope), eq(store.id, storeId)));
  if (!row) throw new Error(`no store ${storeId}`);
  return row;
}

const inactiveSpans = statement<{
  company: number;
  storeIds: number[];
  userIds: number[];
  from: string;
}>(
  ({ company, storeIds, userIds, from }) => sql`
    select store_id as "storeId", user_id as "userId", since, until from ${inactiveSpan}
    where company_id = ${company} and (store_id = any(${storeIds}::bigint[]) or user_id = any(${userIds}::bigint[]) or store_id is null and user_id is null)
      and (until is null or until > ${from}::timestamptz)`,
);

/**
 * The times up to now, from an instant on, in which stores, the company or the users of players
 * were inactive: nothing was due then. Plays of an offline player reach us after the store is
 * active again. `storeId` and `userId` null: of the company.
 */
export async function findInactiveSpans(
  { companyId: company }: Scope,
  tx: Tx,
  people: { storeIds: number[]; userIds: number[] },
  from: Date,
): Promise<(Span & { storeId: number | null; userId: number | null })[]> {
  type Row = { storeId: number | null; userId: number | null; since: Date; until: Date | null };
  const { rows } = await tx.execute<Row>(
    inactiveSpans({ company, ...people, from: from.toISOString() }),
  );
  return rows.map(({ since, until, ...whose }) => ({
    ...whose,
    from: since.getTime(),
    to: until?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

/**
 * Changes with the store's current logs of the days, and with the data of songs and of the
 * company's spots.
 */
export async function findPlanVersion(
  scope: Scope,
  db: Db,
  storeId: number,
  days: string[],
): Promise<string> {
  const logs = and(
    eq(storeLog.companyId, scope.companyId),
    eq(storeLog.storeId, storeId),
    inArray(storeLog.day, days),
  );
  const { rows } = await db.execute<{ version: string }>(sql`select concat_ws(' ',
    (select string_agg(${storeLog.id}::text, ',' order by ${storeLog.id}) from ${storeLog} where ${logs} and ${storeLog.supersededAt} is null),
    (select sum(${libraryRevision.revision}) from ${libraryRevision}),
    (select md5(string_agg(concat_ws('|', ${spot.id}, ${spot.name}, ${spot.brandId}, ${spot.audioFile}, ${spot.active}, ${spot.cueInMs}, ${spot.cueOutMs}), '^' order by ${spot.id}))
      from ${spot} where ${spot.companyId} = ${scope.companyId})) as version`);
  return rows[0]?.version ?? "";
}

/** Songs are global; a scope is asked for because every query takes one. */
export const findSongs = (_scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      cover: songCover,
      audioFile: song.audioFile,
      cueInMs: song.cueInMs,
      cueOutMs: song.cueOutMs,
    })
    .from(song)
    .where(sql`${song.id} = any(${sql.param(ids)}::bigint[])`);

export const findSpots = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: spot.id,
      name: spot.name,
      brand: catalogueItem.name,
      audioFile: spot.audioFile,
      cueInMs: spot.cueInMs,
      cueOutMs: spot.cueOutMs,
    })
    .from(spot)
    .leftJoin(
      catalogueItem,
      and(eq(catalogueItem.companyId, spot.companyId), eq(catalogueItem.id, spot.brandId)),
    )
    .where(
      and(eq(spot.companyId, scope.companyId), sql`${spot.id} = any(${sql.param(ids)}::bigint[])`),
    );

/**
 * Finds the file of a song or spot in a log of the store between the days, superseded
 * or not; undefined if no log has it, it was withdrawn or reserved for another company, or the spot
 * has ended.
 */
export async function findMediaFile(
  scope: Scope,
  db: Db,
  storeId: number,
  media: { kind: "song" | "spot"; id: number },
  { today, ...days }: { from: string; to: string; today: string },
): Promise<string | undefined> {
  const ids =
    media.kind === "song"
      ? { songIds: [media.id], spotIds: [] }
      : { songIds: [], spotIds: [media.id] };
  const { songs, spots } = await findHeldMedia(scope, db, { storeId, ...days }, ids);
  if (songs.size + spots.size === 0) return undefined;
  const [row] =
    media.kind === "song"
      ? await db
          .select({ file: song.audioFile })
          .from(song)
          .where(and(eq(song.id, media.id), eq(song.active, true), songsWithin(scope)))
      : await db
          .select({ file: spot.audioFile })
          .from(spot)
          .where(
            and(
              eq(spot.companyId, scope.companyId),
              eq(spot.id, media.id),
              eq(spot.active, true),
              // a store that is open past midnight still plays the day before
              sql`(${spot.validTo} is null or ${spot.validTo} >= ${today}::date - 1)`,
            ),
          );
  return row?.file ?? undefined;
}

type Stores = { company: number; storeIds: readonly number[] };
const addStoreStates = statement<Stores>(
  ({ company, storeIds }) => sql`insert into store_state (company_id, store_id)
    select ${company}::bigint, store_id from unnest(${storeIds}::bigint[]) as store_id order by store_id on conflict do nothing`,
);
const lockStates = statement<Stores>(
  ({ company, storeIds }) =>
    sql`select 1 from store_state where company_id = ${company} and store_id = any(${storeIds}::bigint[]) order by store_id for update`,
);

/**
 * Serialises each store's batches and claims from here to the transaction's end.
 * Does not wait for an answer: the next reads are queued behind it.
 */
export function lockStoreStates(
  { companyId: company }: Scope,
  tx: Tx,
  storeIds: readonly number[],
): void {
  sendNow(tx, addStoreStates({ company, storeIds }));
  sendNow(tx, lockStates({ company, storeIds }));
}

/**
 * Instants go out as whole epoch milliseconds, which `toInstant` reads: writing and reading them as
 * dates takes three times as long.
 */
const instants = (at: readonly (number | null)[]) =>
  plainList(at.map((one) => one && Math.trunc(one)));
const toInstant = (milliseconds: SQL) => sql`to_timestamp(${milliseconds} / 1000)`;
/** Stores' spans in columns, and as rows with the columns store_id, begins and ends. */
const columnsOfSpans = (spans: readonly (Span & { storeId: number })[]) => ({
  storeIds: plainList(spans.map(({ storeId }) => storeId)),
  begins: instants(spans.map(({ from }) => from)),
  ends: instants(spans.map(({ to }) => to)),
});
type SpanColumns = ReturnType<typeof columnsOfSpans>;
const rowsOfSpans = ({ storeIds, begins, ends }: { [Name in keyof SpanColumns]: SQL }) => sql`(
  select store_id, ${toInstant(sql`begins`)} as begins, ${toInstant(sql`ends`)} as ends
  from unnest(${storeIds}::bigint[], ${begins}::double precision[], ${ends}::double precision[]) as told(store_id, begins, ends))`;
/** The date of an instant on the clock of a store that is joined. */
const dateOf = (instant: SQL) => sql`(${instant} at time zone ${store.timeZone})::date`;

/*
 * Plays are looked up one by one in a lateral subquery with "offset 0" or "limit", which PostgreSQL
 * cannot flatten: a plan made while a month had few plays would otherwise read the whole month for
 * each batch. Ordering by the primary key makes it use that index.
 */

const knownEvents = statement<{
  company: number;
  storeIds: string;
  eventIds: string;
  from: string;
  to: string;
}>(
  ({ company, storeIds, eventIds, from, to }) => sql`
    select told.store_id as "storeId", told.event_id as "eventId"
    from unnest(${storeIds}::bigint[], ${eventIds}::uuid[]) as told(store_id, event_id)
    cross join lateral (select from ${playLog} where ${playLog.companyId} = ${company} and ${playLog.storeId} = told.store_id
      and ${playLog.eventId} = told.event_id and ${playLog.startedAt} between ${from}::timestamptz and ${to}::timestamptz
      order by ${playLog.startedAt} limit 1) as known`,
);

/**
 * Finds which of the events stores have reported before, with any start within the span; keys are
 * `eventKey`. Months of the log outside the span are not searched.
 */
export async function findKnownEvents(
  { companyId: company }: Scope,
  tx: Tx,
  events: readonly { storeId: number; eventId: string }[],
  { from, to }: Span,
): Promise<Set<string>> {
  const storeIds = plainList(events.map(({ storeId }) => storeId));
  const eventIds = plainList(events.map(({ eventId }) => eventId));
  const { rows } = await tx.execute<{ storeId: number; eventId: string }>(
    knownEvents({ company, storeIds, eventIds, from: asInstant(from), to: asInstant(to) }),
  );
  return new Set(rows.map(eventKey));
}
export const eventKey = ({ storeId, eventId }: { storeId: number; eventId: string }) =>
  `${storeId} ${eventId}`;

/** Instants in epoch milliseconds. */
export type Span = { from: number; to: number };

/** A position of a store's log; undefined where the log has fewer. */
export function positionAt(
  { id: logId, day, createdAt, supersededAt, positions }: StoreLogLines,
  position: number,
): Position | undefined {
  const line = positions[position];
  return (
    line && {
      kind: line.kind,
      songId: line.songId ?? null,
      spotId: line.spotId ?? null,
      durationSeconds: Math.round(line.durationSeconds),
      logId,
      position,
      day,
      startsAt: line.startsAt ?? 0,
      campaignId: line.bookingId || null,
      from: createdAt,
      until: supersededAt,
    }
  );
}

/** The positions of a store's logs that a play in the span may be of. */
export function positionsWithin(logs: readonly StoreLogLines[], span: Span): Position[] {
  const from = span.from - dueWithinMs;
  const to = span.to + dueWithinMs;
  return logs.flatMap((log) =>
    log.positions.flatMap(({ startsAt = 0 }, position) =>
      startsAt < from || startsAt > to ? [] : (positionAt(log, position) ?? []),
    ),
  );
}

/**
 * Songs and spots out of the store's own logs, by kind and id ("song-12"): those that stood in one
 * from 28 days before the span to the two days ahead that players get, and a date more either way,
 * since a log's date is the store's and may not be UTC's.
 */
export async function findStoredPool(
  scope: Scope,
  tx: Tx,
  storeId: number,
  media: { songIds: number[]; spotIds: number[] },
  span: Span,
) {
  const date = (at: number, days: number) =>
    new Date(at + days * 86_400_000).toISOString().slice(0, 10);
  const pool = await findHeldMedia(
    scope,
    tx,
    { storeId, from: date(span.from, -29), to: date(span.to, 3) },
    media,
  );
  const { rows } = await tx.execute<Item>(sql`
    select 'MUSIC' as kind, ${song.id} as "songId", null::bigint as "spotId", ${song.durationSeconds} as "durationSeconds"
    from ${song} where ${song.id} = any(${sql.param([...pool.songs])}::bigint[])
    union all
    select ${spot.kind}, null, ${spot.id}, ${spot.durationSeconds}
    from ${spot} where ${spot.companyId} = ${scope.companyId} and ${spot.id} = any(${sql.param([...pool.spots])}::bigint[])`);
  return new Map(
    rows.map((item) => [
      item.songId === null
        ? makeMediaKey({ kind: "spot", id: item.spotId ?? 0 })
        : makeMediaKey({ kind: "song", id: item.songId }),
      item,
    ]),
  );
}

const verifiedInstants = statement<SpanColumns & { company: number }>(
  (values) => sql`
    select span.store_id as "storeId", play.due_at as "dueAt"
    from ${rowsOfSpans(values)} as span
    join ${store} on ${store.companyId} = ${values.company} and ${store.id} = span.store_id
    cross join lateral (select ${playLog.dueAt} from ${playLog}
      where ${playLog.companyId} = ${values.company} and ${playLog.storeId} = span.store_id and ${playLog.reason} is null
        and ${playLog.day} between ${dateOf(sql`begins`)} and ${dateOf(sql`ends`)} and ${playLog.startedAt} between begins and ends offset 0) as play`,
);

/**
 * At which instants about those given stores' positions were due that have a verified play already;
 * keys are `instantKey`.
 */
export async function findVerifiedInstants(
  { companyId: company }: Scope,
  tx: Tx,
  dueTimes: readonly { storeId: number; dueAt: number }[],
): Promise<Set<string>> {
  if (dueTimes.length === 0) return new Set();
  const spans = [...byStore(dueTimes)].flatMap(([storeId, own]) =>
    spansOf(own.map(({ dueAt }) => dueAt)).map(({ from, to }) => ({
      storeId,
      from: from - dueWithinMs,
      to: to + dueWithinMs,
    })),
  );
  const { rows } = await tx.execute<{ storeId: number; dueAt: Date }>(
    verifiedInstants({ company, ...columnsOfSpans(spans) }),
  );
  return new Set(rows.map(({ storeId, dueAt }) => instantKey(storeId, dueAt.getTime())));
}

/** Gives spans that contain all of the instants; hours without any are left out. */
function spansOf(at: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const instant of [...at].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && instant - last.to < 3_600_000) last.to = instant;
    else spans.push({ from: instant, to: instant });
  }
  return spans;
}
export const instantKey = (storeId: number, at: number) => `${storeId} ${at}`;
const asInstant = (at: number) => new Date(at).toISOString();

const substitutesBeside = statement<
  SpanColumns & { company: number; earliest: string; latest: string }
>(({ company, earliest, latest, storeIds, begins, ends }) => {
  const longest = sql`interval '1 hour'`; // as in the check play_log_seconds
  return sql`
      select distinct ${playLog.storeId} as "storeId", ${playLog.startedAt} as "startedAt", ${playLog.seconds} as seconds
      from ${rowsOfSpans({ storeIds, begins, ends })} as sound
      join ${store} on ${store.companyId} = ${company} and ${store.id} = sound.store_id
      join ${playLog} on ${playLog.companyId} = ${company} and ${playLog.storeId} = sound.store_id and ${playLog.reason} = 'SUBSTITUTE'
        and ${playLog.day} between ${dateOf(sql`(begins - ${longest})`)} and ${dateOf(sql`ends`)}
        and ${playLog.startedAt} > begins - ${longest} and ${playLog.startedAt} < ends
        and ${playLog.startedAt} + make_interval(secs => ${playLog.seconds}) > begins
      where ${playLog.startedAt} between ${earliest}::timestamptz - ${longest} and ${latest}::timestamptz`;
});

/** The stores' substitutes that count and overlap one of these at all. */
export async function findSubstitutesBeside(
  { companyId: company }: Scope,
  tx: Tx,
  sounds: readonly StoreSound[],
): Promise<StoreSound[]> {
  if (sounds.length === 0) return [];
  const spans = sounds.map(({ storeId, at, seconds }) => ({
    storeId,
    from: at,
    to: at + seconds * 1000,
  }));
  const earliest = Math.min(...spans.map(({ from }) => from));
  const latest = Math.max(...spans.map(({ to }) => to));
  const { rows } = await tx.execute<{ storeId: number; startedAt: Date; seconds: number }>(
    substitutesBeside({
      company,
      earliest: asInstant(earliest),
      latest: asInstant(latest),
      ...columnsOfSpans(spans),
    }),
  );
  return rows.map(({ startedAt, ...sound }) => ({ ...sound, at: startedAt.getTime() }));
}
export type StoreSound = Sound & { storeId: number };

/** Instants are in epoch milliseconds. */
export type NewPlay = Omit<Item, "durationSeconds"> & {
  storeId: number;
  eventId: string;
  at: number;
  seconds: number;
  logId: number | null;
  position: number | null;
  reason: UnverifiedReason | null;
  dueAt: number | null;
  campaignId: number | null;
  substituteReason: (typeof substituteReasons)[number] | null;
  device: string | null;
  receivedAt: number;
};

const columnsOf = (plays: readonly NewPlay[]) => {
  const list = (column: (play: NewPlay) => number | string | null) => plainList(plays.map(column));
  return {
    storeIds: list(({ storeId }) => storeId),
    eventIds: list(({ eventId }) => eventId),
    at: instants(plays.map(({ at }) => at)),
    kinds: list(({ kind }) => kind),
    songIds: list(({ songId }) => songId),
    spotIds: list(({ spotId }) => spotId),
    logIds: list(({ logId }) => logId),
    positions: list(({ position }) => position),
    seconds: list(({ seconds }) => seconds),
    reasons: list(({ reason }) => reason),
    due: instants(plays.map(({ dueAt }) => dueAt)),
    campaignIds: list(({ campaignId }) => campaignId),
    substituteReasons: list(({ substituteReason }) => substituteReason),
    devices: plays.map(({ device }) => device),
    received: instants(plays.map(({ receivedAt }) => receivedAt)),
  };
};

const addPlays = statement<ReturnType<typeof columnsOf> & { company: number }>(
  (columns) => sql`
    with told as (
      select * from unnest(
        ${columns.storeIds}::bigint[], ${columns.eventIds}::uuid[], ${columns.at}::double precision[], ${columns.kinds}::text[], ${columns.songIds}::bigint[],
        ${columns.spotIds}::bigint[], ${columns.logIds}::bigint[], ${columns.positions}::int[], ${columns.seconds}::int[], ${columns.reasons}::text[],
        ${columns.due}::double precision[], ${columns.campaignIds}::bigint[], ${columns.substituteReasons}::text[], ${columns.devices}::text[],
        ${columns.received}::double precision[]
      ) as told(store_id, event_id, at, kind, song_id, spot_id, log_id, position, seconds, reason, due, campaign_id, substitute_reason, device, received)
    ), written as (
      insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, spot_id, log_id, position, seconds, received_at,
        reason, due_at, campaign_id, device, substitute_reason)
      select store.company_id, store.id, event_id, ${toInstant(sql`at`)}, (${toInstant(sql`at`)} at time zone store.time_zone)::date,
        kind, song_id, spot_id, log_id, position, seconds, ${toInstant(sql`received`)}, reason, ${toInstant(sql`due`)}, campaign_id, device, substitute_reason
      from told join store on store.company_id = ${columns.company}::bigint and store.id = told.store_id
      returning store_id, day, kind, spot_id, started_at, seconds, reason, due_at, campaign_id
    ), ${addToTotals(columns.company)}
    select 1`,
);

/**
 * Writes plays of stores to the log and adds them to the daily totals, in one statement. Days are
 * dates on each store's own clock. That the events are new has been found out while their stores
 * are locked.
 */
export const insertPlays = ({ companyId: company }: Scope, tx: Tx, plays: readonly NewPlay[]) =>
  tx.execute(addPlays({ company, ...columnsOf(plays) }));

/** Matches rows of the play log that count as played: verified plays and substitutes. */
export const isPlay: SQL = sql.raw("coalesce(reason, 'SUBSTITUTE') = 'SUBSTITUTE'");

/**
 * WITH parts that add the rows of a part `written` (store_id, day, kind, spot_id, started_at,
 * seconds, reason, due_at, campaign_id) to the daily totals of a company, by type and by campaign,
 * and delete the counts of campaigns with a date that they fall on. Rows are locked in the
 * order of their keys, so that two statements do not deadlock.
 */
export function addToTotals(companyId: number | SQL): SQL {
  const figures = itemKinds.map((kind) => {
    const ofKind = sql.raw(`kind = '${kind}'`);
    return sql`count(*) filter (where ${ofKind}), count(*) filter (where ${ofKind} and reason is null), count(*) filter (where ${ofKind} and ${isPlay}),
      coalesce(sum(seconds) filter (where ${ofKind} and ${isPlay}), 0)`;
  });
  const at = sql`(started_at) filter (where kind = 'MUSIC' and ${isPlay})`;
  const sums = playColumns.map((name) => `${name} = store_day_plays.${name} + excluded.${name}`);
  return sql`added as (
      insert into store_day_plays (company_id, day, store_id, ${sql.raw(playColumns.join(", "))}, music_first_at, music_last_at)
      select ${companyId}::bigint, day, store_id, ${sql.join(figures, sql`, `)}, min${at}, max${at}
      from written group by day, store_id order by day, store_id
      on conflict (company_id, day, store_id) do update set ${sql.raw(sums.join(", "))},
        music_first_at = least(store_day_plays.music_first_at, excluded.music_first_at),
        music_last_at = greatest(store_day_plays.music_last_at, excluded.music_last_at)
    ), added_to_campaigns as (
      insert into campaign_plays (company_id, campaign_id, day, store_id, spot_id, verified)
      select ${companyId}::bigint, campaign_id, (due_at at time zone store.time_zone)::date as due_day, store_id, spot_id, count(*)
      from written join store on store.company_id = ${companyId}::bigint and store.id = written.store_id
      where campaign_id is not null and reason is null
      group by campaign_id, due_day, store_id, spot_id order by campaign_id, due_day, store_id, spot_id
      on conflict (company_id, campaign_id, day, store_id, spot_id) do update set verified = campaign_plays.verified + excluded.verified
      returning campaign_id, day, store_id
    ), taken_from_counted as (
      delete from campaign_delivery using added_to_campaigns as added where campaign_delivery.company_id = ${companyId}::bigint
        and campaign_delivery.campaign_id = added.campaign_id and campaign_delivery.store_id = added.store_id and counted_to >= added.day
    )`;
}

const lastPlayed = statement<{ company: number; storeIds: string; at: string }>(
  ({
    company,
    storeIds,
    at,
  }) => sql`update store_state set last_played_at = greatest(last_played_at, ${toInstant(sql`at`)}), started_at = least(started_at, ${toInstant(sql`at`)})
    from unnest(${storeIds}::bigint[], ${at}::double precision[]) as ends(store_id, at)
    where store_state.company_id = ${company} and store_state.store_id = ends.store_id`,
);

/** Sets when each store's last play ended. Only ever later: batches come late and in any order. */
export const moveLastPlayed = (
  { companyId: company }: Scope,
  tx: Tx,
  ends: readonly { storeId: number; at: number }[],
) =>
  tx.execute(
    lastPlayed({
      company,
      storeIds: plainList(ends.map(({ storeId }) => storeId)),
      at: instants(ends.map(({ at }) => at)),
    }),
  );
