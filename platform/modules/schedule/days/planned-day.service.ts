import type { StoreBreaks } from "#contract/schedule/day-figures";
import type { DaySummary } from "#contract/schedule/positions";
import { wholeCompany } from "../../../access/scope.ts";
import type { StoredPosition } from "../logs/playlist-record.ts";
import { findCurrentLogs } from "../logs/store-logs.queries.ts";
import { digestOf, editedDigest, isEdited } from "./day-digests.ts";
import type { EarlierDay } from "./group-day.ts";
import { type DayRecord, type DayToMake, silentSeconds } from "./make-days.ts";
import type { DayWork, PlannedDay, PlanningCall } from "./planning.ts";
import type { ChainDay } from "./schedule-days.ts";
import { brokenByStores, type countryNames } from "./store-breaks.ts";

/** A day with work to do, and its inputs. */
export type ChosenDay = Pick<PlannedDay, "at" | "work" | "unchanged" | "isDraft"> & {
  before: EarlierDay;
  toMake: DayToMake;
};

/** True if a day without a song has none again, for the same facts. */
export const isStillSilent = ({ published, changed }: ChainDay, { summary }: DayRecord) =>
  published?.songs === 0 && summary.songs === 0 && !changed.facts;

/** Gives a day as it is stored, with its rule breaks; of a followed day, only the new ones. */
export async function toPlannedDay(
  call: Pick<PlanningCall, "scope" | "db">,
  day: ChosenDay,
  { positions, summary, stays, logs, refused, broken }: DayRecord,
  countryName: Awaited<ReturnType<typeof countryNames>>,
): Promise<PlannedDay> {
  const { at, work, unchanged, isDraft, before } = day;
  const storeBreaks = brokenByStores(at.inputs.stores, summary, broken, countryName);
  const isFollowed = work === "follow";
  return {
    at,
    work,
    version: { day: at.day, ...digestsFor(at, work, positions), positions, summary },
    stays,
    unchanged,
    logs,
    refused,
    isDraft,
    silent: silentSeconds(summary),
    newBreaks: isFollowed ? countGivenUp(summary) - countGivenUp(before.playlist?.summary) : 0,
    storeBreaks: isFollowed ? await findNewStoreBreaks(call, day, storeBreaks) : storeBreaks,
  };
}

/** Counts the songs for which a day gives up an unbreakable rule. */
const countGivenUp = (summary: Pick<DaySummary, "violations"> | undefined): number =>
  (summary?.violations ?? []).filter(({ relaxed }) => relaxed.length > 0).length;

/** Finds the breaks of stores' logs that give up more than the logs that the stores have now. */
async function findNewStoreBreaks(
  { scope, db }: Pick<PlanningCall, "scope" | "db">,
  { at, before }: ChosenDay,
  storeBreaks: readonly StoreBreaks[],
): Promise<StoreBreaks[]> {
  const broken = storeBreaks.filter((one) => givenUpIn(one) > 0);
  const storeIds = broken.flatMap(({ stores: [first] }) => first?.id ?? []);
  if (storeIds.length === 0) return [];
  const all = wholeCompany(scope.companyId); // a group's day depends on all its stores
  const logs = await findCurrentLogs(all, db, storeIds, [at.day]);
  const earlier = new Map(
    logs.map(({ storeId, positions }) => [
      storeId,
      positions.reduce((sum, one) => sum + relaxedOf(one, before).length, 0),
    ]),
  );
  return broken.filter((one) => givenUpIn(one) > (earlier.get(one.stores[0]?.id ?? 0) ?? 0));
}

const givenUpIn = ({ causes }: StoreBreaks): number =>
  causes.reduce((sum, { givenUp }) => sum + givenUp, 0);

/** The unbreakable rules that a position of a store's log gives up, there or in the group's day. */
function relaxedOf({ planned, trace }: StoredPosition, { playlist }: EarlierDay) {
  const own = planned === undefined ? trace : playlist?.positions[planned]?.trace;
  return own && "relaxed" in own ? (own.relaxed ?? []) : [];
}

/**
 * Where only facts are followed, a rule or chart that changed is still one that waits for a person.
 */
function digestsFor(at: ChainDay, work: DayWork, positions: Locks) {
  const { facts, choices: choicesNow, events, expected, published, draft, isDraftCurrent } = at;
  if (work === "publish" && draft && isDraftCurrent) {
    const choices = draft.choices ?? choicesNow;
    // a draft of a published day that was edited plays its events as they were
    const drawnEvents = choices === choicesNow ? events : draft.events;
    return { facts, choices, events: drawnEvents, digest: draft.digest };
  }
  if (work !== "follow" || !published)
    return { facts, choices: choicesNow, events, digest: digestWithLocks(expected, positions) };
  const choices = published.choices ?? choicesNow;
  const digest = digestOf({ facts, choices });
  return {
    facts,
    choices,
    events: published.events,
    digest: isEdited(published.digest) ? editedDigest(digest) : digest,
  };
}

type Locks = readonly Pick<StoredPosition, "locked">[];

/**
 * The digest of a day that was made of its inputs, and of the songs that people had locked before.
 */
export const digestWithLocks = (expected: string, positions: Locks): string =>
  positions.some(({ locked }) => locked) ? editedDigest(expected) : expected;
