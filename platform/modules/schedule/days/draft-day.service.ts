import { addDays, daysBetween, showPlaylistDate } from "#contract/base/dates";
import { elementAt } from "#contract/base/element-at";
import { previewDays } from "#contract/schedule/endpoints";
import { invalid } from "../../../base/refusal.ts";
import { lockGroupDays, replaceDrafts } from "../logs/write-playlists.queries.ts";
import { sharedDaysThread } from "./days-thread.ts";
import { findLocks } from "./earlier-day.service.ts";
import type { EarlierDay } from "./group-day.ts";
import { loadChartSongs, loadRepertoire } from "./load-repertoire.ts";
import type { DayToMake } from "./make-days.ts";
import { digestWithLocks } from "./planned-day.service.ts";
import type { PlanningCall } from "./planning.ts";
import {
  chainTo,
  datesTo,
  type GroupDay,
  groupIn,
  loadNearbyVersions,
  neighboursOf,
  prepareGroups,
  sameHeads,
  todayOf,
} from "./schedule-days.ts";

const tries = 3;

/**
 * Stores the missing drafts up to a day, and gives the current state. They are made outside of the
 * transaction that stores them.
 */
export async function draftDay(
  call: PlanningCall,
  { groupId, day }: GroupDay,
  { besidePublished = false } = {},
) {
  const { scope, database, db, now } = call;
  let again = besidePublished;
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepareGroups(scope, db, [groupId], datesTo(day, now));
    const today = todayOf(groupIn(prepared, groupId), now);
    if (day > today && daysBetween(today, day) - 1 > previewDays)
      throw invalid({
        day: `Choose a day up to ${showPlaylistDate(addDays(today, previewDays))}.`,
      });
    const { chain, heads, at } = await chainTo(call, prepared, { groupId, day });
    const daysToMake = chain.filter(
      (one) => one.missing || (again && one.day === day && one.draft?.digest !== one.expected),
    );
    if (day < today || daysToMake.length === 0) return { prepared, at };
    const days: (DayToMake & { earlier: EarlierDay })[] = [];
    for (const one of daysToMake)
      days.push({
        day: one.day,
        inputs: one.inputs,
        earlier: { begun: [], locked: await findLocks(call, one) },
      });
    const madeDays = await sharedDaysThread.make({
      companyId: scope.companyId,
      days,
      repertoire: await loadRepertoire(scope, db, {
        chartSongs: await loadChartSongs(scope, db, prepared),
        days: daysToMake,
        keptVersions: days.map(({ earlier }) => earlier),
      }),
      stored: await neighboursOf(scope, db, { groupId, from: today, to: day }),
    });
    const drafts = daysToMake.map(({ day: newDay, expected, facts, choices, events }, place) => {
      const { positions, summary } = elementAt(madeDays, place);
      return {
        day: newDay,
        digest: digestWithLocks(expected, positions),
        facts,
        choices,
        events,
        positions,
        summary,
      };
    });
    const stored = await database.transaction(async (tx) => {
      await lockGroupDays(scope, tx, groupId);
      if (
        !sameHeads(
          heads,
          await loadNearbyVersions(scope, tx, { groupIds: [groupId], from: today, to: day }),
        )
      )
        return false;
      await replaceDrafts(scope, tx, groupId, drafts);
      return true;
    });
    if (stored) again = false;
    else if (attempt >= tries)
      throw invalid({ day: "Someone else is changing these days. Try again." });
  }
}
