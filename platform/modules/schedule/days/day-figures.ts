import { elementAt } from "#contract/base/element-at";
import { groupBreaks } from "#contract/schedule/break-causes";
import type { DayFigures, StoreBreaks } from "#contract/schedule/day-figures";
import type { GroupPlaylist } from "#contract/schedule/positions";
import type { StoredPlaylist } from "../logs/playlists.queries.ts";
import type { DayInputs, PlanningInputs } from "./day-inputs.ts";
import { sharedDaysThread } from "./days-thread.ts";
import { toPlaylist } from "./earlier-day.service.ts";
import type { GroupId } from "./groups.queries.ts";
import { loadChartSongs, loadRepertoire } from "./load-repertoire.ts";
import { type MadeDay, silentSeconds } from "./make-days.ts";
import type { PlanningCall } from "./planning.ts";
import { type ChainDay, neighboursOf } from "./schedule-days.ts";
import { brokenByStores, countryNames } from "./store-breaks.ts";

/**
 * Reviews versions of a group's days in figures, day by day: pauses, what songs break, what found
 * no place, and which of the stores would be left without music. The stores' logs are made for it;
 * nothing is stored.
 */
export async function reviewDays(
  { scope, db }: Pick<PlanningCall, "scope" | "db">,
  prepared: PlanningInputs,
  groupId: GroupId,
  days: readonly { stored: StoredPlaylist; at: ChainDay }[],
): Promise<DayFigures[]> {
  const versions = days.map(({ stored, at }) => ({ at, playlist: toPlaylist(stored, at) }));
  const madeDays = await makeLogs({ scope, db }, { prepared, groupId, versions });
  const countryName = await countryNames();
  return versions.map(({ at, playlist }, place) =>
    measuresOf(at.inputs, playlist, elementAt(madeDays, place), countryName),
  );
}

/**
 * Makes the logs that stores would have of versions of a group's days: of all stores, or of those
 * named. Nothing is stored.
 */
export async function makeLogs(
  { scope, db }: Pick<PlanningCall, "scope" | "db">,
  {
    prepared,
    groupId,
    versions,
    storeIds,
  }: {
    prepared: PlanningInputs;
    groupId: GroupId;
    versions: readonly { at: ChainDay; playlist: GroupPlaylist }[];
    storeIds?: ReadonlySet<number>;
  },
): Promise<MadeDay[]> {
  const first = versions[0]?.at;
  const last = versions.at(-1)?.at;
  if (!first || !last) return [];
  const ats = versions.map(({ at }) => at);
  const logs = { begun: new Map(), ...(storeIds && { storeIds }) };
  return sharedDaysThread.make({
    companyId: scope.companyId,
    days: versions.map(({ at: { day, inputs }, playlist }) => ({ day, inputs, playlist, logs })),
    repertoire: await loadRepertoire(scope, db, {
      chartSongs: await loadChartSongs(scope, db, prepared),
      days: ats,
      keptVersions: versions,
    }),
    stored: await neighboursOf(scope, db, { groupId, from: first.day, to: last.day }),
  });
}

/**
 * Finds rule breaks in stores with other licences than others of their group, or with rules of
 * their own: one log of each such kind is made for it, with its own hours and spots. Empty where
 * all stores are of one kind.
 */
export async function findStoreBreaks(
  { scope, db }: Pick<PlanningCall, "scope" | "db">,
  prepared: PlanningInputs,
  stored: StoredPlaylist,
  at: ChainDay,
): Promise<StoreBreaks[]> {
  const kinds = new Map<string, DayInputs["stores"][number][]>();
  for (const one of at.inputs.stores.filter(({ opening }) => opening.length > 0)) {
    const key = [
      one.store.country,
      ...[...one.slots, ...one.events].map(({ source }) => `${source.level} ${source.unitId}`),
    ].join();
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  }
  if (kinds.size < 2) return [];
  const firsts = [...kinds.values()].map((stores) => elementAt(stores, 0).store.id);
  const version = { at, playlist: toPlaylist(stored, at) };
  const [dayLogs] = await makeLogs(
    { scope, db },
    { prepared, groupId: stored.groupId, versions: [version], storeIds: new Set(firsts) },
  );
  const logs = (dayLogs?.logs ?? []).map((log) => {
    const kind = [...kinds.values()].find((stores) =>
      stores.some(({ store }) => log.storeIds.includes(store.id)),
    );
    return { ...log, storeIds: (kind ?? []).map(({ store }) => store.id) };
  });
  return brokenByStores(at.inputs.stores, stored.summary, logs, await countryNames());
}

function measuresOf(
  { stores }: DayInputs,
  { positions, summary }: GroupPlaylist,
  { logs }: MadeDay,
  countryName: (country: string) => string,
): DayFigures {
  const { gaps, refused, songs } = summary;
  const reasons = positions.flatMap((position, index) =>
    position.kind === "MUSIC" ? [[index, position.trace] as const] : [],
  );
  const breaks = groupBreaks(summary, new Map(reasons));
  const locks = refused.filter(({ kind }) => kind === "LOCK").length;
  return {
    openStores: stores.filter(({ opening }) => opening.length > 0).length,
    songs,
    pauses: gaps.length,
    silentSeconds: silentSeconds(summary),
    longestPauseSeconds: Math.max(0, ...gaps.map(({ seconds }) => seconds)),
    breaks: breaks.map(({ indexes, ...group }) => ({ ...group, songs: indexes.length })),
    storeBreaks: brokenByStores(stores, summary, logs, countryName),
    leftOut: { spots: refused.length - locks, locks },
    ...silentStores(stores, logs, silentSeconds(summary)),
  };
}

/**
 * Finds, among the stores that are open, those without a song and, among the others, the one that
 * is silent for longest, if for longer than the group.
 */
function silentStores(stores: DayInputs["stores"], logs: MadeDay["logs"], groupSeconds: number) {
  const open = new Map(
    stores.flatMap(({ store, opening }) =>
      opening.length > 0 ? [[store.id, store] as const] : [],
    ),
  );
  const withoutMusic: DayFigures["withoutMusic"] = [];
  let mostSilent: DayFigures["mostSilent"] = null;
  for (const { storeIds, positions, silentSeconds } of logs) {
    const names = storeIds.flatMap((id) => {
      const store = open.get(id);
      return store ? [{ id, storeCode: store.code, storeName: store.name }] : [];
    });
    if (!positions.some(({ kind }) => kind === "MUSIC")) withoutMusic.push(...names);
    else if (names[0] && silentSeconds > (mostSilent?.silentSeconds ?? groupSeconds))
      mostSilent = { ...names[0], silentSeconds };
  }
  return { withoutMusic, mostSilent };
}
