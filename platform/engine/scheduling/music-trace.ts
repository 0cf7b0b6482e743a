import { energyAt, moodAt } from "#contract/schedule/day-arc";
import type { MusicTrace, PositionDifference } from "#contract/schedule/positions";
import { isOfMood } from "./arc-distance";
import { type Choice, rulesFor } from "./choose";
import type { SchedulingSong } from "./input";
import { couldKeep, type Desk } from "./pick";
import type { Programme } from "./programme";
import { type CompiledRules, namesOf } from "./rules";

/**
 * Explains a song by the facts of its real position (`at` in elapsed seconds, `wall` on the wall
 * clock), not of the one assumed when it was chosen.
 */
export function musicTrace(
  desk: Desk,
  choice: Choice,
  { at, wall, fit }: { at: number; wall: number; fit: MusicTrace["fit"] },
): MusicTrace {
  const { times, index } = desk;
  const { rank, programme, entry, stage, searched, candidates, pool, chance, planned } = choice;
  const { slot, event } = programme;
  const rules = rulesFor(programme, { categoryId: entry?.categoryId ?? null });
  const broken =
    stage === "PLANNED"
      ? times.brokenBehind(rank, at, wall, rules)
      : times.broken(rank, at, wall, rules);
  const unmet = broken | (stage === "FALLBACK" || stage === "LEAST_RECENT" ? rules.unbreakable : 0);
  const forLength =
    fit !== null &&
    unmet !== 0 &&
    couldKeep(desk, { at, programme, entry }, unmet | rules.unbreakable);
  const artist = times.nearestArtist(rank, at);
  // Where the song really starts decides whether it was shifted.
  const isPlanKept = planned !== null && choice.difference?.kind !== "REPLACED";
  const shift: PositionDifference | null =
    isPlanKept && planned.at !== wall ? { kind: "SHIFTED", plannedSeconds: planned.at } : null;
  return {
    slot: slot && { id: slot.id, name: slot.name, source: slot.source },
    event: event && { id: event.id, name: event.name, source: event.source },
    category: entry && { id: entry.categoryId, name: entry.name, percent: entry.percent },
    // a song that moved after a promo may break no rule in its new place
    stage: stage === "RELAXED" && (broken & rules.unbreakable) === 0 ? "WIDENED" : stage,
    searched,
    candidates,
    pool,
    rest: { seconds: times.songRest(rank, at), askedSeconds: rules.restSeconds },
    artist: artist && { ...artist, askedSeconds: rules.artistSeconds },
    title: { seconds: times.titleRest(rank, at), askedSeconds: rules.titleSeconds },
    album: albumOf(desk, { rank, at }, rules.albumSeconds),
    ...daysOf(desk, { rank, wall }, rules),
    ...arcOf(programme, index.songs[rank], wall),
    ...windowsOf(index.songs[rank]),
    tempo: { step: times.step("tempo", rank), limit: rules.tempoStep },
    energy: { step: times.step("energy", rank), limit: rules.energyStep },
    rows: rules.rows.flatMap(({ rule, of, most }) => {
      const place = times.placeInRow(rank, of);
      return place === null ? [] : [{ rule, place, limit: most }];
    }),
    chance,
    broken: namesOf(broken & ~rules.unbreakable),
    relaxed: namesOf(broken & rules.unbreakable),
    fit: fit && { ...fit, ...(forLength && { forLength }) },
    difference: isPlanKept ? shift : choice.difference,
  };
}

/** Gives the song's place among its plays in other hours, days and dayparts, as the rules ask. */
function daysOf(
  { times, index }: Desk,
  { rank, wall }: { rank: number; wall: number },
  rules: CompiledRules,
) {
  const { offsetDays, weekOffset, mostPlays, dayparts } = rules;
  const { sameHours } = index;
  const others = dayparts?.othersSince(rank, wall, times);
  return {
    sameHourYesterday: sameHours.isWithin(rank, wall, 1, false),
    ...(offsetDays !== null &&
      offsetDays > 1 && {
        sameHour: { days: sameHours.nearest(rank, wall, offsetDays), limit: offsetDays },
      }),
    ...(weekOffset && { sameHourLastWeek: sameHours.isAWeekAway(rank, wall, true) }),
    ...(mostPlays !== null && {
      playsToday: { place: times.playsOfDay(rank, false) + 1, limit: mostPlays },
    }),
    ...(others && { dayparts: others }),
  };
}

function albumOf(
  { times, index }: Desk,
  { rank, at }: { rank: number; at: number },
  askedSeconds: number | null,
): MusicTrace["album"] {
  const name = index.songs[rank]?.album ?? null;
  return askedSeconds === null || name === null
    ? null
    : { name, seconds: times.albumRest(rank, at), askedSeconds };
}

function arcOf(
  { arc }: Programme,
  song: SchedulingSong | undefined,
  wall: number,
): Pick<MusicTrace, "arc" | "moodArc"> {
  const energy = energyAt(arc, wall);
  const mood = moodAt(arc, wall);
  return {
    ...(energy !== undefined && {
      arc: { asked: Math.round(energy), energy: song?.energy ?? null },
    }),
    ...(mood && { moodArc: { asked: mood, isMet: isOfMood(song, mood) } }),
  };
}

const windowsOf = (song: SchedulingSong | undefined) =>
  song?.windows?.length ? { windows: [...song.windows] } : {};
