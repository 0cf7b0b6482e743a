import { sum } from "#contract/base/sum";
import type { Mood } from "#contract/schedule/day-arc";
import type { TriedOutcome } from "#contract/schedule/what-if";
import { type BreakCause, causesOf } from "#contract/schedule/words";
import { mayPlay } from "../../../engine/scheduling.ts";
import type { DayInputs } from "../days/day-inputs.ts";
import type { Repertoire } from "../days/engine-input.ts";
import { type MadeDay, silentSeconds } from "../days/make-days.ts";

type Play = {
  day: number;
  hour: number;
  songId: number;
  categoryId: number | null;
  causes: readonly BreakCause[];
  /** The energy and the mood that an arc asks for there. */
  askedEnergy: number | undefined;
  askedMood: Mood | undefined;
};
/** Days on which an hour is looked for again: yesterday, two days before, last week. */
const sameHourDays = [1, 2, 7];

/** Lists the songs of days in their order, each with the causes for which it breaks a rule. */
export function playsOf(days: readonly Pick<MadeDay, "positions" | "summary">[]): Play[] {
  return days.flatMap(({ positions, summary }, day) => {
    const causes = new Map(summary.violations.map((one) => [one.index, causesOf(one)]));
    return positions.flatMap(({ kind, songId, startSeconds, categoryId = null, trace }, index) =>
      kind === "MUSIC" && songId !== undefined
        ? [
            {
              day,
              hour: Math.floor(startSeconds / 3600) % 24,
              songId,
              categoryId,
              causes: causes.get(index) ?? [],
              askedEnergy: trace && "arc" in trace ? trace.arc?.asked : undefined,
              askedMood: trace && "moodArc" in trace ? trace.moodArc?.asked : undefined,
            },
          ]
        : [],
    );
  });
}

/** Computes the figures of days that were tried. */
export function outcomeOf(
  days: readonly MadeDay[],
  inputs: readonly DayInputs[],
  { songs, membersOf }: Repertoire,
): TriedOutcome {
  const plays = playsOf(days);
  const played = new Set(plays.map(({ songId }) => songId));
  const broken = plays.filter(({ causes }) => causes.length > 0);
  const causes = countBy(broken.flatMap((play) => play.causes));
  const keys = new Set(plays.map(({ day, hour, songId }) => `${day} ${hour} ${songId}`));
  const mixes = inputs.flatMap(({ slots }) => slots.flatMap(({ mix }) => mix));
  const names = new Map(mixes.map(({ categoryId, name }) => [categoryId, name]));
  const { day = "", territory = null } = inputs[0] ?? {};
  const playable = new Set(
    songs.flatMap((song) => (mayPlay(song, day, territory) ? [song.id] : [])),
  );
  const membersIn = (categoryId: number) =>
    (membersOf.get(categoryId)?.songIds ?? []).filter((id) => playable.has(id));
  const songOf = new Map(songs.map((song) => [song.id, song]));
  const inMix = new Set([...names.keys()].flatMap(membersIn));
  const openHours = inputs
    .flatMap(({ opening }) => opening)
    .reduce((sum, { from, to }) => sum + (to - from) / 3600, 0);
  const hours = [...new Set(plays.map(({ hour }) => hour))].sort((a, b) => a - b);
  const isIn = (hour: number) => (play: Play) => play.hour === hour;
  return {
    plays: plays.length,
    songs: played.size,
    neverPlayed: [...inMix].filter((id) => !played.has(id)).length,
    pauseSeconds: days.reduce((sum, { summary }) => sum + silentSeconds(summary), 0),
    breaks: broken.length,
    causes: [...causes]
      .map(([cause, count]) => ({ cause, songs: count }))
      .sort((one, other) => other.songs - one.songs),
    sameHour: sameHourDays.map((distance) => ({
      days: distance,
      plays: plays.filter(({ day: of, hour, songId }) =>
        keys.has(`${of - distance} ${hour} ${songId}`),
      ).length,
    })),
    parts: [...names].map(([categoryId, name]) => {
      const own = plays.filter((play) => play.categoryId === categoryId);
      const members = membersIn(categoryId);
      return {
        categoryId,
        name,
        songs: members.length,
        played: members.filter((id) => played.has(id)).length,
        turnoverHours:
          own.length === 0 ? null : Math.round((10 * members.length * openHours) / own.length) / 10,
      };
    }),
    hours: hours.map((hour) => {
      const own = plays.filter(isIn(hour));
      const moods = countBy(own.flatMap(({ songId }) => songOf.get(songId)?.mood ?? []));
      return {
        hour,
        plays: own.length,
        breaks: broken.filter(isIn(hour)).length,
        askedEnergy: meanOf(own.map(({ askedEnergy }) => askedEnergy)),
        energy: meanOf(own.map(({ songId }) => songOf.get(songId)?.energy)),
        askedMood: own.find(({ askedMood }) => askedMood)?.askedMood ?? null,
        moods: [...moods].map(([moodId, count]) => ({ moodId, plays: count })),
      };
    }),
  };
}

/** The mean of what is known, as a whole number. */
function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const numbers = values.filter((value) => typeof value === "number");
  return numbers.length === 0 ? null : Math.round(sum(numbers) / numbers.length);
}

/** Finds the songs whose plays differ most between two runs of days, at most `most`. */
export function songDifferences(
  present: readonly MadeDay[],
  trial: readonly MadeDay[],
  { songs }: Repertoire,
  most: number,
) {
  const before = countBy(playsOf(present).map(({ songId }) => songId));
  const after = countBy(playsOf(trial).map(({ songId }) => songId));
  return songs
    .map(({ id, title, artist }) => ({
      songId: id,
      title,
      artist,
      present: before.get(id) ?? 0,
      trial: after.get(id) ?? 0,
    }))
    .filter((song) => song.present !== song.trial)
    .sort(
      (one, other) =>
        Math.abs(other.trial - other.present) - Math.abs(one.trial - one.present) ||
        one.songId - other.songId,
    )
    .slice(0, most);
}

function countBy<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
