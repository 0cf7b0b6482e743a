import { addDays } from "#contract/base/dates";
import { elementAt } from "#contract/base/element-at";
import { separationLimits } from "#contract/schedule/separation-words";
import type {
  GroupDayInput,
  ScheduledPlay,
  SchedulingCategory,
  SchedulingEvent,
  SchedulingSong,
} from "../../../engine/scheduling.ts";
import type { DayEvent } from "./day-events.ts";
import type { DayInputs } from "./day-inputs.ts";
import { slotCategories } from "./rule-slots.ts";

/** The stored days before a day that its songs rest from. */
export const historyDays = 28;
/** The stored days after a day whose hours it keeps apart from. */
export const laterDays = separationLimits.days;

/**
 * The songs that the categories of the rules hold, and which of them each has, with their weights.
 */
export type Repertoire = {
  songs: readonly SchedulingSong[];
  membersOf: ReadonlyMap<number, { songIds: number[]; weights: number[] }>;
  /** Plays where the charts leave a day silent. */
  fallback?: number[];
};

/**
 * A day near the one that is made: its songs in order, and the wall-clock second at
 * which each begins.
 */
export type HistoryDay = { day: string; songIds: readonly number[]; starts: readonly number[] };

/** Gives the parts of a made day that days near it need. */
export function historyOf(
  day: string,
  positions: readonly { songId?: number | undefined; startSeconds: number }[],
): HistoryDay {
  const songs = positions.flatMap(({ songId, startSeconds }) =>
    songId === undefined ? [] : [{ songId, startSeconds }],
  );
  return {
    day,
    songIds: songs.map(({ songId }) => songId),
    starts: songs.map(({ startSeconds }) => startSeconds),
  };
}

/** No category of a rule has these ids: charts' are above 0, filters' far below. */
const fallbackId = 0;
const eventCategory = (eventId: number) => -eventId;

export const toEvent = ({
  id,
  name,
  source,
  from,
  to,
  mode,
  songIds,
}: DayEvent): SchedulingEvent => ({
  id,
  name,
  source,
  from,
  to,
  ...(mode === "RULES"
    ? { category: { id: eventCategory(id), name } }
    : { songIds, loops: mode === "LOOP" }),
});

export function engineInput(
  inputs: DayInputs,
  { songs, membersOf, fallback = [] }: Repertoire,
  neighbours: readonly HistoryDay[],
  keptSongs: readonly { songId: number }[],
): GroupDayInput {
  const { groupId, day, ruleVersion, opening, territory, slots, spots, digests, events } = inputs;
  const plays = (days: readonly HistoryDay[]) =>
    days.flatMap((neighbour) => {
      const offset = Math.round((Date.parse(neighbour.day) - Date.parse(day)) / 1000);
      return neighbour.songIds.map(
        (songId, place): ScheduledPlay => ({
          songId,
          at: elementAt(neighbour.starts, place) + offset,
        }),
      );
    });
  const categories: SchedulingCategory[] = digests.map(([id]) => ({
    id,
    name: nameOf(inputs, id),
    songIds: [],
    ...membersOf.get(id),
  }));
  if (fallback.length > 0) categories.push({ id: fallbackId, name: "Fallback", songIds: fallback });
  const ofEvents = new Map(
    [...events, ...inputs.stores.flatMap((store) => store.events)].map((event) => [
      event.id,
      event,
    ]),
  );
  for (const { id, name, mode, songIds } of ofEvents.values())
    if (mode === "RULES") categories.push({ id: eventCategory(id), name, songIds });
  // not the songs loaded for other groups: a brand hears the charts of its own rules, and the
  // fallback if needed
  const own = new Set(categories.flatMap(({ songIds }) => Array.from(songIds)));
  for (const { songIds } of ofEvents.values()) for (const songId of songIds) own.add(songId);
  for (const { songId } of keptSongs) own.add(songId);
  return {
    date: day,
    unitId: groupId ?? 0,
    ruleVersion,
    opening,
    territory,
    songs: songs.filter(({ id }) => own.has(id)),
    categories,
    slots,
    events: events.map(toEvent),
    fallbackCategoryId: fallback.length > 0 ? fallbackId : null,
    history: plays(
      neighbours.filter(
        (neighbour) => neighbour.day < day && neighbour.day >= addDays(day, -historyDays),
      ),
    ),
    later: plays(
      neighbours.filter(
        (neighbour) => neighbour.day > day && neighbour.day <= addDays(day, laterDays),
      ),
    ),
    locked: [],
    spots,
  };
}

const nameOf = ({ slots, stores }: DayInputs, id: number): string =>
  [...slots, ...stores.flatMap((store) => store.slots)]
    .flatMap(slotCategories)
    .find(({ categoryId }) => categoryId === id)?.name ?? "";
