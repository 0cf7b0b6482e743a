import type { AsRunFilters, AsRunPlay, AsRunQuery } from "#contract/ads/delivery";
import {
  type AsRunOutcome,
  isOutcome,
  type PlayOutcome,
  playOutcomeWords,
} from "#contract/ads/words";
import { addDays, dateIn, timeIn } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { groupBy } from "#contract/base/group-by";
import { playLogDays } from "#contract/player/limits";
import { unverifiedWords } from "#contract/player/words";
import type { Scope } from "../../../access/scope.ts";
import { unitOf } from "../../../access/units.ts";
import { invalid } from "../../../base/refusal.ts";
import type { ExportRows } from "../../../db/export-cells.ts";
import { type Cursor, pageOf, readCursor, writeCursor } from "../../../db/keyset.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCurrentLogs } from "../../schedule/index.ts";
import {
  type AsRunFileRow,
  asRunColumns,
  type BookedDay,
  bookedDaysInTurn,
  countBookedPlays,
  findBookedPage,
  findSpotNames,
  findUnverifiedPlays,
  findVerifiedPlays,
  selectAsRun,
  type UnverifiedPlay,
  type VerifiedPlay,
} from "./delivery.queries.ts";
import { requireSeen } from "./delivery.service.ts";

/**
 * Throws 404 for a campaign or store that the caller does not see, 422 for a cursor that is not
 * ours.
 */
export async function listAsRun(call: ScopedCall, { companyId: _, outcome, ...query }: AsRunQuery) {
  const { scope, db, now } = call;
  await requireFilters(call, query);
  if (outcome)
    return findPlaysWith(outcome, { scope, db, now, campaignId: query.campaignId }, query);
  const { rows, page } = await findBookedPage(scope, db, query);
  const days = new Map(rows.map((row) => [keyOf(row), row as BookedDay]));
  const played = await playsOfDays({ scope, db, now, campaignId: query.campaignId }, [
    ...days.values(),
  ]);
  const data = rows.map((row) => played.get(keyOf(row))?.get(row.hour)?.[row.place] as AsRunPlay);
  return { data, page: { ...page, total: await countBookedPlays(scope, db, query) } };
}

/**
 * So many days of stores are looked through for an outcome before a page ends though it is not
 * full.
 */
const daysSearched = 2_000;

/**
 * A page of the plays with an outcome. What became of a play is known after its day was looked
 * through alone, so a page of a rare outcome may end early; its cursors lead on from there.
 */
async function findPlaysWith(
  outcome: AsRunOutcome,
  call: CampaignCall,
  { limit, cursor: text, ...which }: Omit<AsRunQuery, "companyId" | "outcome">,
) {
  const cursor = readCursor(text);
  const start = cursor && placeOf(cursor);
  const back = cursor?.back ?? false;
  const placedPlays: Placed[] = [];
  let searched = 0;
  let last: BookedDay | undefined;
  let isCut = false;
  for await (const days of bookedDaysInTurn(call.scope, call.db, which, {
    atATime: daysAtATime,
    from: start,
    back,
  })) {
    const played = await playsOfDays(call, days);
    for (const day of days) {
      const plays = [...(played.get(keyOf(day)) ?? [])].flatMap(([hour, ofHour]) =>
        ofHour.map((play, place) => ({ play, hour, place })),
      );
      placedPlays.push(
        ...(back ? plays.reverse() : plays).filter(
          (one) => isOutcome(one.play.outcome, outcome) && isBeyond(one, start, back),
        ),
      );
    }
    searched += days.length;
    last = days.at(-1);
    isCut = placedPlays.length <= limit && searched >= daysSearched;
    if (isCut || placedPlays.length > limit) break;
  }
  const { rows, page } = pageOf(placedPlays.slice(0, limit + 1), limit, cursor, cursorOf);
  const data = rows.map(({ play }) => play);
  if (!isCut || !last) return { data, page };
  // all plays of the last day were seen: on from an hour that no day has
  const on = writeCursor({ value: `${last.day} ${back ? -1 : 24} 0`, id: last.storeId, back });
  return { data, page: { ...page, ...(back ? { prev: on } : { next: on }) } };
}

/** A play with its place among those of its hour. */
type Placed = { play: AsRunPlay; hour: number; place: number };
type PlayPlace = { storeId: number; day: string; hour: number; place: number };

const cursorOf = ({ play: { storeId, day }, hour, place }: Placed) => ({
  value: `${day} ${hour} ${place}`,
  id: storeId,
});

/** Throws 422 on `cursor` for one of another list. */
function placeOf({ value, id }: Cursor): PlayPlace {
  const [, day, hour, place] = /^(\d{4}-\d\d-\d\d) (-1|\d{1,2}) (\d{1,4})$/.exec(value) ?? [];
  if (!field.isoDate.safeParse(day).success)
    throw invalid({ cursor: "This page link is no longer valid." });
  return { storeId: id, day: day ?? "", hour: Number(hour), place: Number(place) };
}

/**
 * True if a play comes after the place, or before it when going back. Those on days of other stores
 * and dates do.
 */
function isBeyond(
  { play, hour, place }: Placed,
  start: PlayPlace | undefined,
  back: boolean,
): boolean {
  if (!start || play.storeId !== start.storeId || play.day !== start.day) return true;
  const distance = hour - start.hour || place - start.place;
  return back ? distance < 0 : distance > 0;
}

/** So many days of stores are made at once: some hundred plays, and the logs that they stand in. */
const daysAtATime = 50;

/**
 * The same as rows of a file: what became of each play is known here alone, so each select is of rows
 * that are handed to it. Throws 404 for a campaign or store that the caller does not see.
 */
export async function exportPlays(
  call: ScopedCall,
  { companyId: _, outcome, ...which }: AsRunFilters,
): Promise<ExportRows> {
  const { scope, db, now } = call;
  await requireFilters(call, which);
  return {
    columns: asRunColumns,
    async *slices(cells) {
      for await (const days of bookedDaysInTurn(scope, db, which, { atATime: daysAtATime })) {
        const played = await playsOfDays({ scope, db, now, campaignId: which.campaignId }, days);
        const rows = days.flatMap((day) =>
          [...(played.get(keyOf(day))?.values() ?? [])]
            .flat()
            .filter((play) => !outcome || isOutcome(play.outcome, outcome))
            .map((play) => fileRowOf(day, play)),
        );
        if (rows.length > 0) yield selectAsRun(cells, rows);
      }
    },
  };
}

function fileRowOf({ storeCode, timeZone }: BookedDay, play: AsRunPlay): AsRunFileRow {
  const clock = (at: string | null) => at && timeIn(timeZone, new Date(at)) + at.slice(16, 19);
  return {
    storeCode,
    store: play.storeName,
    day: play.day,
    hour: `${String(play.hour).padStart(2, "0")}:00`,
    due: clock(play.dueAt),
    started: clock(play.startedAt),
    seconds: play.seconds,
    spot: play.spotName,
    outcome: playOutcomeWords[play.outcome],
    reason: play.reason && unverifiedWords[play.reason],
  };
}

async function requireFilters(
  call: ScopedCall,
  { campaignId, storeId }: Omit<AsRunFilters, "companyId">,
): Promise<void> {
  await requireSeen(call, campaignId);
  if (storeId !== undefined) await unitOf(call.scope, call.db, { storeId });
}

type CampaignCall = { scope: Scope; db: Db; now: Date; campaignId: number };
/** Holds the plays of each hour by store and date, as many as are booked. */
type PlaysOfDays = Map<string, Map<number, AsRunPlay[]>>;

const keyOf = ({ storeId, day }: { storeId: number; day: string }) => `${storeId} ${day}`;

/** Finds what became of the plays booked on days of stores (docs/decisions/ad-delivery.md). */
async function playsOfDays(
  { scope, db, now, campaignId }: CampaignCall,
  days: readonly BookedDay[],
): Promise<PlaysOfDays> {
  if (days.length === 0) return new Map();
  const dates = days.map(({ day }) => day).sort();
  const which = {
    storeIds: [...new Set(days.map(({ storeId }) => storeId))],
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
  };
  const logged = await findLogged(scope, db, campaignId, days);
  const verified = groupBy(await findVerifiedPlays(scope, db, campaignId, which), keyOf);
  const spotIds = [
    ...new Set(
      [...logged.values()].flatMap(({ positions }) => positions.map(({ spotId }) => spotId)),
    ),
  ];
  const unverified = groupBy(
    await findUnverifiedPlays(scope, db, spotIds, which),
    ({ storeId }) => storeId,
  );
  const played = [...verified.values()].flatMap((plays) => plays.map(({ spotId }) => spotId));
  const names = await findSpotNames(scope, db, [...new Set([...spotIds, ...played])]);
  return new Map(
    days.map((day) => {
      const key = keyOf(day);
      const evidence = {
        logged: logged.get(key) ?? { positions: [], openHours: undefined },
        verified: verified.get(key) ?? [],
        unverified: unverified.get(day.storeId) ?? [],
      };
      return [key, playsOfDay(day, evidence, names, now)];
    }),
  );
}

type LoggedPosition = {
  hour: number;
  startsAt: number;
  spotId: number;
  logId: number;
  position: number;
};
/**
 * A campaign's positions on a date of a store, and the hours in which its log has anything;
 * undefined where the store has no log.
 */
type Logged = { positions: LoggedPosition[]; openHours: Set<number> | undefined };

/**
 * A new version of a log begins after the positions that have begun, so the log in force has the
 * whole day. Small hours stand in the log before.
 */
async function findLogged(
  scope: Scope,
  db: Db,
  campaignId: number,
  days: readonly BookedDay[],
): Promise<Map<string, Logged>> {
  const logged = new Map<string, Logged>(
    days.map((day) => [keyOf(day), { positions: [], openHours: undefined }]),
  );
  const dates = new Set(days.flatMap(({ day }) => [day, addDays(day, -1)]));
  for (const log of await findCurrentLogs(
    scope,
    db,
    [...new Set(days.map(({ storeId }) => storeId))],
    [...dates],
  )) {
    const { id: logId, storeId } = log;
    const own = logged.get(keyOf(log));
    if (own) own.openHours ??= new Set();
    for (const [
      position,
      { startSeconds, startsAt = 0, bookingId, spotId = 0 },
    ] of log.positions.entries()) {
      const at = logged.get(
        keyOf({ storeId, day: addDays(log.day, Math.floor(startSeconds / 86_400)) }),
      );
      if (!at) continue;
      const hour = Math.floor(startSeconds / 3600) % 24;
      at.openHours = (at.openHours ?? new Set()).add(hour);
      if (bookingId === campaignId) at.positions.push({ hour, startsAt, spotId, logId, position });
    }
  }
  return logged;
}

type DayEvidence = {
  logged: Logged;
  verified: readonly VerifiedPlay[];
  unverified: readonly UnverifiedPlay[];
};

function playsOfDay(
  day: BookedDay,
  { logged, verified, unverified }: DayEvidence,
  names: ReadonlyMap<number, string>,
  now: Date,
) {
  const today = dateIn(day.timeZone, now);
  const time = timeIn(day.timeZone, now);
  const isOver = (hour: number) =>
    day.day < today || (day.day === today && hour < Number(time.slice(0, 2)));
  const empty = {
    dueAt: null,
    startedAt: null,
    seconds: null,
    spotId: null,
    spotName: null,
    reason: null,
  };
  const play = (
    hour: number,
    outcome: PlayOutcome,
    details: Partial<AsRunPlay> = {},
  ): AsRunPlay => {
    const spotName = details.spotId ? (names.get(details.spotId) ?? null) : null;
    const { storeId, storeName, timeZone } = day;
    return {
      storeId,
      storeName,
      timeZone,
      day: day.day,
      hour,
      outcome,
      ...empty,
      ...details,
      spotName,
    };
  };
  const toPlayTiming = ({ startedAt, seconds }: { startedAt: Date; seconds: number }) => ({
    startedAt: startedAt.toISOString(),
    seconds,
  });
  const playedOf = (hour: number, one: VerifiedPlay) =>
    play(hour, "PLAYED", {
      ...toPlayTiming(one),
      dueAt: one.dueAt.toISOString(),
      spotId: one.spotId,
    });
  const dueInstants = new Set(verified.map(({ dueAt }) => dueAt.getTime()));
  const waiting = [...unverified];

  const missedOf = (one: LoggedPosition): AsRunPlay => {
    const duePlay = { dueAt: new Date(one.startsAt).toISOString(), spotId: one.spotId };
    const at = waiting.findIndex((reported) => isOf(reported, one));
    if (at >= 0) {
      const [reported] = waiting.splice(at, 1) as [UnverifiedPlay];
      return play(one.hour, "NOT_VERIFIED", {
        ...duePlay,
        ...toPlayTiming(reported),
        reason: reported.reason,
      });
    }
    return play(one.hour, isOver(one.hour) ? "NOT_RECEIVED" : "DUE", duePlay);
  };
  const absent = (hour: number): AsRunPlay => {
    if (!isOver(hour)) return play(hour, "DUE");
    if (day.day < addDays(today, -playLogDays)) return play(hour, "NOT_KEPT");
    if (day.status === "inactive" && isSince(day, hour)) return play(hour, "STORE_INACTIVE");
    return play(
      hour,
      logged.openHours && !logged.openHours.has(hour) ? "STORE_CLOSED" : "NOT_IN_LOG",
    );
  };

  const hours = new Map<number, AsRunPlay[]>();
  const spare: VerifiedPlay[] = verified.filter(({ hour }) => !day.plays[hour]);
  for (const [hour, count] of day.plays.entries()) {
    if (count === 0) continue;
    const own = verified.filter((one) => one.hour === hour);
    spare.push(...own.slice(count));
    const rest = logged.positions.filter(
      (one) => one.hour === hour && !dueInstants.has(Math.trunc(one.startsAt)),
    );
    const plays = own.slice(0, count).map((one) => playedOf(hour, one));
    plays.push(...rest.slice(0, count - plays.length).map(missedOf));
    plays.sort((one, other) => ((one.dueAt ?? "") < (other.dueAt ?? "") ? -1 : 1));
    while (plays.length < count) plays.push(absent(hour));
    hours.set(hour, plays);
  }
  // a play that was due in another hour than it is booked in still counts on its day
  for (const [hour, plays] of hours)
    for (const [place, { outcome }] of plays.entries()) {
      if (outcome === "PLAYED" || !isOver(hour)) continue;
      const one = spare.shift();
      if (one) plays[place] = playedOf(hour, one);
    }
  return hours;
}

/**
 * True if a reported play names a position or, in another version of the log, is of its spot at
 * about its time.
 */
function isOf({ logId, position, spotId, startedAt }: UnverifiedPlay, at: LoggedPosition): boolean {
  if (logId === at.logId) return position === at.position;
  return spotId === at.spotId && Math.abs(startedAt.getTime() - at.startsAt) <= nearMs;
}

/** As far from its time as a play may be to count (docs/domain.md section 4). */
const nearMs = 10 * 60_000;

/** True if a store has had its status since before an hour ended. */
function isSince({ statusSince, timeZone, day }: BookedDay, hour: number): boolean {
  const since = dateIn(timeZone, statusSince);
  return (
    since < day || (since === day && Number(timeIn(timeZone, statusSince).slice(0, 2)) <= hour)
  );
}
