import { type SQL, sql } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import type { Scope } from "../../access/scope.ts";
import { plainList } from "../../db/plain-list.ts";
import { inactiveSpan, playLog, song, spot, store } from "../../db/schema/index.ts";
import { statement } from "../../db/statement.ts";
import type { Tx } from "../../db/types.ts";
import { findHeldMedia, type StoreLogLines } from "../schedule/index.ts";
import { instants, toInstant } from "./instant-columns.ts";
import { makeMediaKey } from "./media-id.ts";
import { dueWithinMs, type Item, type Position, type Sound } from "./verification.ts";

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
    knownEvents({ company, storeIds, eventIds, from: toIsoInstant(from), to: toIsoInstant(to) }),
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
 * Finds the songs and spots of the store's own logs, by kind and id ("song-12"), from 28 days before
 * the span to the two days ahead that players get. Adds a date at either end, because a log's date is
 * the store's, which may differ from UTC's.
 */
export async function findStoredPool(
  scope: Scope,
  tx: Tx,
  {
    storeId,
    media,
    span,
  }: { storeId: number; media: { songIds: number[]; spotIds: number[] }; span: Span },
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
const toIsoInstant = (at: number) => new Date(at).toISOString();

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
      earliest: toIsoInstant(earliest),
      latest: toIsoInstant(latest),
      ...columnsOfSpans(spans),
    }),
  );
  return rows.map(({ startedAt, ...sound }) => ({ ...sound, at: startedAt.getTime() }));
}
export type StoreSound = Sound & { storeId: number };
