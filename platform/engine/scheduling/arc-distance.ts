import { energyAt, type Mood, moodAt } from "#contract/schedule/day-arc";
import type { SchedulingSong } from "./input";
import type { Programme } from "./programme";
import type { Rotation } from "./rotation";
import type { SongIndex } from "./song-index";

/** Stands for a song whose energy is not known: it is neither near nor far. */
const UNKNOWN_ENERGY = 25;
/** A song of another mood is as far as one whose energy is this far off; one of no mood half of it. */
const OTHER_MOOD = 40;

/** More songs than are played in two days: deeper, an arc has nothing more to choose from. */
const MOST_DEPTH = 400;

/**
 * The number of a rotation's longest-rested songs that a place chooses from. An arc asks for half of them:
 * songs that it passes over stay the longest rested, and would soon be all that is looked at.
 */
export const depthIn = ({ depth, arc }: Programme, { size }: Rotation): number =>
  arc.length === 0 ? depth : Math.max(depth, Math.min(MOST_DEPTH, Math.ceil(size / 2)));

/**
 * How far a song lies from what the arc asks for at a second of the wall, by energy (0 to 100) and
 * mood together; null where nothing is asked.
 */
export function arcDistance(
  { songs }: SongIndex,
  { arc }: Programme,
  wall: number,
): ((rank: number) => number) | null {
  const energy = energyAt(arc, wall);
  const mood = moodAt(arc, wall);
  if (energy === undefined && !mood) return null;
  return (rank) => energyDistance(songs[rank], energy) + moodDistance(songs[rank], mood);
}

function energyDistance(song: SchedulingSong | undefined, target: number | undefined): number {
  if (target === undefined) return 0;
  const energy = song?.energy ?? null;
  return energy === null ? UNKNOWN_ENERGY : Math.abs(energy - target);
}

function moodDistance(song: SchedulingSong | undefined, target: Mood | null): number {
  if (!target) return 0;
  const isMet = isOfMood(song, target);
  if (isMet === null) return OTHER_MOOD / 2;
  return isMet ? 0 : OTHER_MOOD;
}

/** True if a song has a mood; null where its mood is not known. */
export const isOfMood = (song: SchedulingSong | undefined, { id }: Mood): boolean | null =>
  song?.mood == null ? null : song.mood === id;
