import type { RefusalReason } from "#contract/ads/words";
import { addDays } from "#contract/base/dates";
import type { DaySummary, SpotTrace } from "#contract/schedule/positions";
import type { DayInputs } from "../days/day-inputs.ts";
import type { StoredPosition } from "./playlist-record.ts";

/**
 * Plays by hour of a calendar date that a store owes a campaign and that its log does not have, or
 * has at another time.
 */
export type RefusedPlays = {
  storeId: number;
  campaignId: number;
  day: string;
  because: RefusalReason;
  plays: number[];
};

type JudgedLog = {
  storeIds: number[];
  positions: StoredPosition[];
  refused: DaySummary["refused"];
};

/** Seconds off its exact time from which a play counts as moved. */
const onTime = 60;

/**
 * Counts the plays owed to campaigns that the logs of a day leave out, and those that they move out
 * of their hour or from their exact time.
 */
export function refusedPlays(
  { day, stores }: DayInputs,
  logs: readonly JudgedLog[],
): RefusedPlays[] {
  const inputs = new Map(stores.map((one) => [one.store.id, one]));
  return logs.flatMap((log) => {
    // stores that share a log share their owed plays in open hours
    const { spots } = inputs.get(log.storeIds[0] ?? 0) ?? {};
    const ofLog = spots ? refusedOfLog(spots, log) : [];
    return log.storeIds.flatMap((storeId) => {
      const closed = (inputs.get(storeId)?.closed ?? []).map((one) => ({
        ...one,
        because: "CLOSED" as const,
      }));
      return byHour(storeId, day, [...ofLog, ...closed]);
    });
  });
}

/** Hours of the day that the log belongs to: from 24 on they are of the next date. */
type RefusedHour = { campaignId: number; hour: number; plays: number; because: RefusalReason };

function refusedOfLog(
  { owed, spots }: DayInputs["stores"][number]["spots"],
  { positions, refused }: JudgedLog,
): RefusedHour[] {
  if (owed.length === 0) return [];
  const ofHour = (campaignId: number, seconds: number) =>
    `${campaignId} ${Math.floor(seconds / 3600)}`;
  const playable = new Set(spots.map(({ bookingId }) => bookingId));
  const reasons = new Map(
    refused.map(({ bookingId = 0, atSeconds, because }) => [ofHour(bookingId, atSeconds), because]),
  );
  const placed = new Map<string, { booked: number; starts: number }[]>();
  for (const { bookingId, startSeconds, trace } of positions) {
    if (bookingId === undefined) continue;
    const { bookedSeconds = startSeconds } = (trace ?? {}) as Partial<SpotTrace>;
    const key = ofHour(bookingId, bookedSeconds);
    placed.set(key, [...(placed.get(key) ?? []), { booked: bookedSeconds, starts: startSeconds }]);
  }
  return owed.flatMap(({ campaignId, hour, plays, minutes = [] }): RefusedHour[] => {
    const key = `${campaignId} ${hour}`;
    const own = placed.get(key) ?? [];
    const isMoved = ({ booked, starts }: (typeof own)[number]) =>
      Math.floor(starts / 3600) !== hour ||
      (minutes.includes((booked % 3600) / 60) && Math.abs(starts - booked) >= onTime);
    const reason = reasons.get(key);
    const because: RefusalReason = !playable.has(campaignId)
      ? "NO_SPOT"
      : reason === undefined || reason === "UNKNOWN_SONG"
        ? "TIME_TAKEN"
        : reason;
    const refused: RefusedHour[] = [
      { campaignId, hour, plays: plays - own.length, because },
      { campaignId, hour, plays: own.filter(isMoved).length, because: "MOVED" },
    ];
    return refused.filter((one) => one.plays > 0);
  });
}

function byHour(storeId: number, logDay: string, refused: readonly RefusedHour[]): RefusedPlays[] {
  const rows = new Map<string, RefusedPlays>();
  for (const { campaignId, hour, plays, because } of refused) {
    const day = addDays(logDay, Math.floor(hour / 24));
    const key = `${campaignId} ${day} ${because}`;
    const row = rows.get(key) ?? {
      storeId,
      campaignId,
      day,
      because,
      plays: Array.from({ length: 24 }, () => 0),
    };
    rows.set(key, row);
    row.plays[hour % 24] = (row.plays[hour % 24] ?? 0) + plays;
  }
  return [...rows.values()];
}
