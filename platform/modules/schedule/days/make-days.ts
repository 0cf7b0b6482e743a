import { isDeepStrictEqual } from "node:util";
import { elementAt } from "#contract/base/element-at";
import { countCauses } from "#contract/schedule/break-causes";
import type {
  DaySummary,
  GroupPlaylist,
  LogPosition,
  StoreLog,
} from "#contract/schedule/positions";
import {
  packLog,
  packPlaylist,
  type StoredPosition,
  type StoredSummary,
} from "../logs/playlist-record.ts";
import { type RefusedPlays, refusedPlays } from "../logs/refused-plays.ts";
import { foldLog } from "../logs/store-log-record.ts";
import type { NewLog } from "../logs/write-store-logs.queries.ts";
import { storeFacts } from "./day-digests.ts";
import type { DayInputs } from "./day-inputs.ts";
import { type HistoryDay, historyOf, type Repertoire } from "./engine-input.ts";
import { type EarlierDay, makeGroupDay, makeStoreLogs } from "./group-day.ts";

/**
 * Days of a group to make, in their order. Plain data, like the result, because it is passed to a
 * thread.
 */
export type DaysToMake = {
  /** The company of the days: companies take turns at the thread. */
  companyId: number;
  /** True if nobody waits for these days: they are made when no others are to be made. */
  isBackground?: boolean;
  days: readonly DayToMake[];
  repertoire: Repertoire;
  /** The days before, between and after those to make. */
  stored: readonly HistoryDay[];
};

export type DayToMake = {
  day: string;
  inputs: DayInputs;
  /** The version that the day keeps as far as it can. */
  earlier?: EarlierDay | undefined;
  /** The day is made already: only logs are wanted of it. */
  playlist?: GroupPlaylist | undefined;
  logs?: LogsToMake | undefined;
};
/**
 * The stores whose logs to make, by default all; `begun` has, by store, the positions of its log
 * that have begun and stay. If the day turns out the same as its earlier version, the logs of the
 * stores in `unchanged` stay.
 */
export type LogsToMake = {
  begun: ReadonlyMap<number, readonly LogPosition[]>;
  storeIds?: ReadonlySet<number>;
  unchanged?: ReadonlySet<number>;
};

/**
 * The rule breaks of a log, in total and by cause, and the number of the day's songs that its
 * stores may play.
 */
export type LogBreaks = {
  breaks: number;
  causes: ReturnType<typeof countCauses>;
  licensed: number;
  songs: number;
};

/** A day and its stores' logs, packed; stores that play the same share one log. */
export type MadeDay = {
  day: string;
  positions: StoredPosition[];
  summary: StoredSummary;
  /**
   * True if its positions equal those of the earlier version, and that may stay; unchanged stores
   * then have no log here.
   */
  stays: boolean;
  logs: (LogBreaks & {
    storeIds: number[];
    positions: StoredPosition[];
    silentSeconds: number;
    refused: DaySummary["refused"];
  })[];
};

/** A day as its tables keep it: stores that play the same share one record. */
export type DayRecord = Omit<MadeDay, "logs"> & {
  logs: NewLog[];
  refused: RefusedPlays[];
  broken: (LogBreaks & { storeIds: number[] })[];
};

/**
 * Makes days of a group one after the other, each with those before it as its history. Pure: no
 * I/O, no clock.
 */
export function* makeDays({ days, repertoire, stored }: DaysToMake): Generator<MadeDay> {
  const replaced = new Set(
    days.flatMap(({ day, earlier, playlist }) => (earlier?.playlist || playlist ? [] : [day])),
  );
  const newDays = new Map<string, HistoryDay>();
  for (const { day, inputs, earlier, playlist: readyPlaylist, logs } of days) {
    const remainingDays = stored.filter(
      (other) => other.day !== day && !newDays.has(other.day) && !replaced.has(other.day),
    );
    const neighbours = [...remainingDays, ...newDays.values()];
    const playlist = readyPlaylist ?? makeGroupDay(inputs, repertoire, neighbours, earlier);
    const packed = packPlaylist(playlist);
    newDays.set(day, historyOf(day, packed.positions));
    const stays = logs?.unchanged !== undefined && isSame(packed, earlier?.playlist);
    const storeLogs = logs
      ? [
          ...makeStoreLogs(inputs, repertoire, neighbours, {
            playlist,
            ...optionsOf(logs, stays),
          }),
        ]
      : [];
    yield {
      day,
      stays,
      ...packed,
      logs: storeLogs.map(({ stores, log, licensed, songs }) => ({
        storeIds: stores.map(({ id }) => id),
        ...breaksOf(log),
        licensed,
        songs,
        positions: packLog(log, playlist.positions, packed.summary),
        silentSeconds: silentSeconds(log.summary),
        refused: log.summary.refused,
      })),
    };
  }
}

/** Makes the same days as their tables keep them. */
export function* makeDayRecords(work: DaysToMake): Generator<DayRecord> {
  let place = 0;
  for (const { logs, ...day } of makeDays(work)) {
    const { inputs } = elementAt(work.days, place++);
    const stores = new Map(inputs.stores.map((one) => [one.store.id, one]));
    const folded = logs.flatMap(({ storeIds, positions }) => {
      const log = foldLog(positions, day.positions);
      return storeIds.map((storeId) => ({ storeId, log, facts: factsOf(stores.get(storeId)) }));
    });
    const broken = logs.flatMap(({ storeIds, breaks, causes, licensed, songs }) =>
      breaksMore({ breaks, causes }, day.summary)
        ? [{ storeIds, breaks, causes, licensed, songs }]
        : [],
    );
    yield { ...day, logs: folded, refused: refusedPlays(inputs, logs), broken };
  }
}

/**
 * True if a log breaks more than its group's day: more songs, or unbreakable rules for more songs.
 */
export function breaksMore(
  { breaks, causes }: Pick<LogBreaks, "breaks" | "causes">,
  { violations }: Pick<DaySummary, "violations">,
): boolean {
  const givenUp = causes.reduce((sum, cause) => sum + cause.givenUp, 0);
  const ofGroup = violations.reduce((sum, { relaxed }) => sum + relaxed.length, 0);
  return breaks > violations.length || (breaks > 0 && givenUp > ofGroup);
}

function breaksOf({
  positions,
  summary,
}: Pick<StoreLog, "positions" | "summary">): Pick<LogBreaks, "breaks" | "causes"> {
  const reasons = new Map(
    positions.flatMap((position) =>
      position.kind === "MUSIC" ? [[position.index, position.trace] as const] : [],
    ),
  );
  return {
    breaks: positions.length > 0 ? summary.violations.length : 0,
    causes: countCauses(summary, reasons),
  };
}

const factsOf = (one: DayInputs["stores"][number] | undefined) => (one ? storeFacts(one) : null);

const isSame = (
  { positions }: Pick<MadeDay, "positions">,
  earlier: GroupPlaylist | undefined,
): boolean =>
  earlier !== undefined && isDeepStrictEqual(positions, packPlaylist(earlier).positions);

const optionsOf = ({ begun, storeIds, unchanged }: LogsToMake, stays: boolean) => ({
  only: ({ id }: { id: number }) =>
    (storeIds === undefined || storeIds.has(id)) && !(stays && unchanged?.has(id)),
  begunOf: ({ id }: { id: number }) => begun.get(id),
});

export const silentSeconds = ({ gaps }: Pick<DaySummary, "gaps">): number =>
  gaps.reduce((sum, { seconds }) => sum + seconds, 0);
