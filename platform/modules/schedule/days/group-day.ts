import type {
  GroupPlaylist,
  LogPosition,
  PlaylistPosition,
  StoreLog,
} from "#contract/schedule/positions";
import {
  type LockedSong,
  mayPlay,
  scheduleGroupDay,
  scheduleStoreLog,
} from "../../../engine/scheduling.ts";
import type { DayInputs, StoreInputs } from "./day-inputs.ts";
import { engineInput, type HistoryDay, type Repertoire, toEvent } from "./engine-input.ts";
import type { GroupStore } from "./group-store.ts";

/**
 * The parts that a new version of a day keeps: an earlier version as far as it can; the positions
 * that have begun; and the songs that people locked.
 */
export type EarlierDay = {
  playlist?: GroupPlaylist | undefined;
  begun: readonly PlaylistPosition[];
  locked: readonly LockedSong[];
};

/** The songs of a version that people locked, as a later version of the day takes them over. */
export const locksOf = (positions: readonly PlaylistPosition[]): LockedSong[] =>
  positions.flatMap((position) =>
    position.kind === "MUSIC" && position.locked
      ? [{ songId: position.songId, at: position.startSeconds, categoryId: position.categoryId }]
      : [],
  );

/** Makes the group's day: the order of its music, apart from the songs of neighbouring days. */
export function makeGroupDay(
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  { playlist, begun, locked }: EarlierDay = nothingKept,
): GroupPlaylist {
  const keptSongs = [
    ...(playlist?.positions ?? []).flatMap((position) =>
      position.kind === "MUSIC" ? [position] : [],
    ),
    ...locked,
  ];
  return scheduleGroupDay({
    ...engineInput(inputs, repertoire, neighbours, keptSongs),
    playlist,
    begun,
    locked,
  });
}

const nothingKept: EarlierDay = { begun: [], locked: [] };

/**
 * Makes the logs of the group's stores, on their own clocks, with the songs their group plays on
 * the days around as history. `begunOf` gives the positions of a store's log that have begun and
 * stay; stores with the same positions must get the same array. Stores whose begun positions, hours,
 * zone, country, rules, events and staggering are all the same share one log, which is made once.
 */
export function* makeStoreLogs(
  inputs: DayInputs,
  repertoire: Repertoire,
  neighbours: readonly HistoryDay[],
  { playlist, only = () => true, begunOf = () => undefined }: StoreLogOptions,
): Generator<{ stores: readonly GroupStore[]; log: StoreLog; licensed: number; songs: number }> {
  const planned = playlist.positions.flatMap((position) =>
    position.kind === "MUSIC" ? [position] : [],
  );
  const shared = engineInput(inputs, repertoire, neighbours, planned);
  const chosenStores = inputs.stores.filter(({ store }) => only(store));
  for (const [first, ...others] of groupByIdenticalLog(chosenStores, begunOf)) {
    const {
      store,
      opening,
      slots,
      events,
      spots: { spots },
      isStaggered,
    } = first;
    const begun = begunOf(store) ?? nothingBegun;
    const { timeZone, country: territory } = store;
    const stores = [first, ...others].map((one) => one.store);
    if (opening.length === 0 && begun.length === 0) {
      yield {
        stores,
        log: { ...closedDay(inputs, store), summary: playlist.summary },
        licensed: 0,
        songs: 0,
      };
      continue;
    }
    const ownEvents = events.map(toEvent);
    const own = { opening, slots, spots, events: ownEvents, timeZone, territory, isStaggered };
    const licensed = shared.songs.filter((song) => mayPlay(song, inputs.day, territory)).length;
    yield {
      stores,
      log: scheduleStoreLog({ ...shared, ...own, playlist, begun }),
      licensed,
      songs: shared.songs.length,
    };
  }
}

/** Groups stores that have the same log. */
function groupByIdenticalLog(
  stores: readonly StoreInputs[],
  begunOf: NonNullable<StoreLogOptions["begunOf"]>,
): [StoreInputs, ...StoreInputs[]][] {
  const lots = new Map<readonly LogPosition[], Map<string, [StoreInputs, ...StoreInputs[]]>>();
  for (const one of stores) {
    const { store, opening, slots, events, spots, isStaggered } = one;
    const begun = begunOf(store) ?? nothingBegun;
    const rules = [...slots, ...events].map(
      ({ id, from, source }) => `${id} ${from} ${source.level} ${source.unitId}`,
    );
    const { timeZone, country } = store;
    const key = JSON.stringify([opening, timeZone, country, rules, spots.key, isStaggered]);
    const lotsByKey = lots.get(begun) ?? new Map<string, [StoreInputs, ...StoreInputs[]]>();
    lots.set(begun, lotsByKey);
    const lot = lotsByKey.get(key);
    if (lot) lot.push(one);
    else lotsByKey.set(key, [one]);
  }
  return [...lots.values()].flatMap((lotsByKey) => [...lotsByKey.values()]);
}

type StoreLogOptions = {
  playlist: GroupPlaylist;
  only?: ((store: GroupStore) => boolean) | undefined;
  begunOf?: ((store: GroupStore) => readonly LogPosition[] | undefined) | undefined;
};

const nothingBegun: readonly LogPosition[] = [];

function closedDay({ day, ruleVersion }: DayInputs, { id, timeZone }: GroupStore) {
  const positions: LogPosition[] = [];
  return { date: day, unitId: id, ruleVersion, timeZone, positions, leftOut: [] };
}
