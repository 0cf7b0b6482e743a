import type { MinuteRule } from "#contract/schedule/separation-words";
import { unitIdOf } from "./companies.ts";
import { type DemoLibrary, demoLibrary } from "./library.ts";
import { LATEST_CLOSING } from "./opening-hours.ts";
import { demoOrganisation } from "./organisation.ts";
import { hash, type Random, seededRandom } from "./random.ts";
import { type DemoRules, demoRules } from "./rules.ts";
import type { DemoSong } from "./songs.ts";

/**
 * One play of a store's day: when, in seconds since the local midnight that the day begins with,
 * and what.
 */
export type PlannedPlay = {
  second: number;
  kind: "MUSIC" | "AD" | "JINGLE" | "TOH";
  /** A song's id for MUSIC, else a spot's. */
  itemId: number;
  seconds: number;
  /** Its place in the published log; null for days that were never published. */
  position: number | null;
  /** The campaign that a log's spot plays for. */
  campaignId: number | null;
};

/**
 * Makes up days for stores that have no published log: by the demo's rules, the same for the same
 * rule, day and variant.
 */
export type DayPlanner = (
  companyId: number,
  groupId: number | null,
  day: string,
) => { key: string; plays: () => readonly PlannedPlay[] };

/**
 * Groups of a company that hear the same day, so that a month stays quick to make and yet differs
 * from group to group.
 */
const VARIANTS = 4;
const KEPT_PLANS = 40;
/** The shortest song is longer than this; a smaller rest before a spot is silent. */
const SHORTEST_SONG = 110;

export function createDayPlanner(): DayPlanner {
  const library = demoLibrary();
  const organisation = demoOrganisation(0, new Date(0));
  const rules = demoRules(organisation, library.catalogue);
  const zoneOf = new Map(organisation.groups.map(({ id, zoneId }) => [id, zoneId]));
  // The minutes of a day ask for the same plans again and again.
  const plans = new Map<string, PlannedPlay[]>();
  return (companyId, groupId, day) => {
    const ruleOf = (unit: "groupId" | "zoneId", id: number | null | undefined) =>
      rules.rules.find((entry) => entry[unit] != null && entry[unit] === id);
    const rule =
      ruleOf("groupId", groupId) ??
      ruleOf("zoneId", groupId && zoneOf.get(groupId)) ??
      companyRule(rules, companyId);
    const key = `${rule.id} ${day} ${(groupId ?? 0) % VARIANTS}`;
    const plays = () => {
      const plan = plans.get(key) ?? planDay(library, rules, rule, seededRandom(`plan ${key}`));
      if (plans.size >= KEPT_PLANS) plans.clear();
      plans.set(key, plan);
      return plan;
    };
    return { key, plays };
  };
}

function companyRule(rules: DemoRules, companyId: number) {
  const rule = rules.rules.find((entry) => entry.id === unitIdOf(companyId, 1));
  if (!rule) throw new Error(`the demo has no rule for company ${companyId}`);
  return rule;
}

function planDay(
  library: DemoLibrary,
  rules: DemoRules,
  rule: DemoRules["rules"][number],
  random: Random,
): PlannedPlay[] {
  const draw = songDrawer(library, rules, rule, random);
  const breaks = breaksOfDay(rules, rule.companyId);
  const plays: PlannedPlay[] = [];
  let second = 0;
  const play = (kind: PlannedPlay["kind"], itemId: number, seconds: number) => {
    plays.push({ second, kind, itemId, seconds, position: null, campaignId: null });
    second += seconds;
  };
  for (const { at, spots } of breaks) {
    while (at - second > SHORTEST_SONG / 2) {
      const song = draw(second, at - second);
      play("MUSIC", song.id, song.durationSeconds);
    }
    second = Math.max(second, at); // a spot that came early would be of the hour before
    for (const spot of spots) play(spot.kind, spot.id, spot.durationSeconds);
  }
  return plays;
}

type Break = { at: number; spots: DemoRules["spots"] };

function breaksOfDay(rules: DemoRules, companyId: number): Break[] {
  const playing = new Map(
    rules.spots
      .filter((spot) => spot.companyId === companyId && spot.active)
      .map((spot) => [spot.id, spot]),
  );
  const breaks: Break[] = [];
  for (let minute = 0; minute < LATEST_CLOSING; minute++) {
    const due = rules.spotTimes.flatMap(({ spotId, minuteOfHour }) =>
      minuteOfHour === minute % 60 ? (playing.get(spotId) ?? []) : [],
    );
    if (due.length > 0) breaks.push({ at: minute * 60, spots: due });
  }
  return breaks;
}

/** The songs with an item of each list that the line names. */
function matchingSongs(
  { catalogue, songs }: DemoLibrary,
  { mixItems }: DemoRules,
  line: DemoRules["mixes"][number],
): DemoSong[] {
  const ids = mixItems.flatMap((item) =>
    item.ruleId === line.ruleId && item.position === line.position ? [item.itemId] : [],
  );
  const kindOf = new Map(catalogue.map(({ id, kind }) => [id, kind]));
  const kinds = new Set(ids.map((id) => kindOf.get(id)));
  return songs.filter(({ genreId, moodId, languageId, tempoId, eraId, ratingChartId }) => {
    const own = [genreId, moodId, languageId, tempoId, eraId, ratingChartId].filter(
      (id) => id != null && ids.includes(id),
    );
    return own.length === kinds.size;
  });
}

/**
 * Draws a song by the rule's mix that has rested, and near a break the one of some that ends
 * closest to it.
 */
function songDrawer(
  library: DemoLibrary,
  rules: DemoRules,
  rule: DemoRules["rules"][number],
  random: Random,
) {
  const byId = new Map(library.songs.map((song) => [song.id, song]));
  const songsOfChart = (line: DemoRules["mixes"][number]) =>
    library.chartSongs
      .filter((entry) => entry.companyId === line.chartCompanyId && entry.chartId === line.chartId)
      .flatMap(({ songId }) => byId.get(songId) ?? []);
  const mix = rules.mixes.filter(
    (line) => line.companyId === rule.companyId && line.ruleId === rule.id,
  );
  const pools = mix.map((line) => ({
    percent: line.percent,
    songs: (line.chartId === undefined
      ? matchingSongs(library, rules, line)
      : songsOfChart(line)
    ).filter((song) => song.active !== false && song.licenceEndsInDays === undefined),
  }));
  const minutesOf = (name: MinuteRule) => {
    const separationRule = rule.separation?.find((one) => one.name === name);
    return separationRule && "minutes" in separationRule ? separationRule.minutes : 0;
  };
  const lastPlay = new Map<string, number>();
  const hasRested = (key: string, second: number, minutes: number) =>
    second - (lastPlay.get(key) ?? Number.NEGATIVE_INFINITY) >= minutes * 60;

  return (second: number, room: number): DemoSong => {
    let roll = random.int(1, 100);
    const pool = pools.find(({ percent }) => {
      roll -= percent;
      return roll <= 0;
    });
    const songs = (pool ?? pools[0])?.songs ?? [];
    let best = random.pick(songs);
    let bestMiss = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 16; tries++) {
      const song = random.pick(songs);
      if (
        !hasRested(`song ${song.id}`, second, minutesOf("MINIMUM_REST")) ||
        !hasRested(song.artist, second, minutesOf("ARTIST_SEPARATION"))
      )
        continue;
      const miss = room > 300 ? 0 : Math.abs(room - song.durationSeconds);
      if (miss < bestMiss) [best, bestMiss] = [song, miss];
      if (miss === 0) break;
    }
    lastPlay.set(`song ${best.id}`, second);
    lastPlay.set(best.artist, second);
    return best;
  };
}

/**
 * Seconds by which a store's clock runs behind the plan, so that stores of a group do not play in
 * step.
 */
export const startDelay = (storeId: number) => hash(`delay ${storeId}`) % 45;
