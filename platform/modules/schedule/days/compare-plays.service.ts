import type { SpotKind } from "#contract/schedule/positions";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import { findBreakRules, findPlayingSpots } from "./booked-plays.queries.ts";
import type { PlanningInputs } from "./day-inputs.ts";
import { sharedDaysThread } from "./days-thread.ts";
import type { GroupId } from "./groups.queries.ts";
import { loadChartSongs, loadRepertoire } from "./load-repertoire.ts";
import { type ChainDay, chainOf, groupIn, neighboursOf, prepareGroups } from "./schedule-days.ts";

type Plays = {
  /** 0 for a campaign that is not saved. */
  id: number;
  kind: SpotKind;
  spots: readonly { spotId: number; weight: number }[];
  plays: readonly number[];
  exactTimes: readonly number[] | null;
  storeIds: readonly number[];
};

/**
 * A store's day without and with the plays of a campaign, booked already or not, both made from
 * today's rule and charts: its songs, and those of them that break something. Nothing is stored.
 * The store must be within the scope.
 */
export async function compareWithPlays(
  scope: Scope,
  db: Db,
  { groupId, storeId, day }: { groupId: GroupId; storeId: number; day: string },
  { id, kind, spots, plays, exactTimes, storeIds }: Plays,
) {
  const all = wholeCompany(scope.companyId); // a group's day depends on all its stores
  const prepared = await prepareGroups(all, db, [groupId], { from: day, to: day });
  const { stores } = groupIn(prepared, groupId);
  const others = new Map(
    [...prepared.booked.lines].map(([key, lines]) => [
      key,
      lines.filter(({ campaignId }) => campaignId !== id),
    ]),
  );
  const lines = new Map(others);
  for (const store of stores.filter((one) => storeIds.includes(one.id)))
    lines.set(`${store.id} ${day}`, [
      ...(lines.get(`${store.id} ${day}`) ?? []),
      { campaignId: id, plays, minutes: exactTimes ?? [] },
    ]);
  const campaigns = new Map([
    ...prepared.booked.campaigns,
    [id, { id, kind, spots: await findPlayingSpots(all, db, spots) }] as const,
  ]);
  const booked = { campaigns, lines, breaks: await findBreakRules(all, db, stores) };
  const chartSongs = await loadChartSongs(all, db, prepared);
  const stored = await neighboursOf(all, db, { groupId, from: day, to: day });
  const dayOf = async (of: PlanningInputs) => {
    const [at] = await chainOf(of, { groupId, heads: [], from: day, to: day });
    if (!at) throw new Error("a chain without its day");
    return at;
  };
  const without = await dayOf({ ...prepared, booked: { ...prepared.booked, lines: others } });
  // bookings add no songs to choose from
  const repertoire = await loadRepertoire(all, db, { chartSongs, days: [without] });
  const countPlays = async (at: ChainDay) => {
    const logs = { begun: new Map(), storeIds: new Set([storeId]) };
    const [madeDay] = await sharedDaysThread.make({
      companyId: scope.companyId,
      days: [{ day, inputs: at.inputs, logs }],
      repertoire,
      stored,
    });
    const [log] = madeDay?.logs ?? [];
    return {
      songs: log?.positions.filter(({ kind }) => kind === "MUSIC").length ?? 0,
      breaks: log?.breaks ?? 0,
    };
  };
  const before = await countPlays(without);
  const after = await countPlays(await dayOf({ ...prepared, booked }));
  return {
    songsBefore: before.songs,
    songsAfter: after.songs,
    breaksBefore: before.breaks,
    breaksAfter: after.breaks,
  };
}
