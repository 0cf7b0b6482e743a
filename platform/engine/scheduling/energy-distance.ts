import { energyAt } from "#contract/schedule/energy-arc";
import type { Programme } from "./programme";
import type { Rotation } from "./rotation";
import type { SongIndex } from "./song-index";

/** Stands for a song whose energy is not known: it is neither near nor far. */
const UNKNOWN_DISTANCE = 25;

/** More songs than are played in two days: deeper, an arc has nothing more to choose from. */
const MOST_DEPTH = 400;

/**
 * The number of a rotation's longest-rested songs that a place chooses from. An arc asks for half of them:
 * songs that it passes over stay the longest rested, and would soon be all that is looked at.
 */
export const depthIn = ({ depth, energyArc }: Programme, { size }: Rotation): number =>
  energyArc.length === 0 ? depth : Math.max(depth, Math.min(MOST_DEPTH, Math.ceil(size / 2)));

/**
 * How far a song's energy lies from what the arc asks for at a second of the wall: 0 to 100, null
 * where nothing is asked.
 */
export function energyDistance(
  { songs }: SongIndex,
  { energyArc }: Programme,
  wall: number,
): ((rank: number) => number) | null {
  const target = energyAt(energyArc, wall);
  if (target === undefined) return null;
  return (rank) => {
    const energy = songs[rank]?.energy ?? null;
    return energy === null ? UNKNOWN_DISTANCE : Math.abs(energy - target);
  };
}
