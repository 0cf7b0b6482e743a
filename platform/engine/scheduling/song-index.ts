import { plainTitle, splitCredit } from "./artist-credit";
import type { GroupDayInput, ScheduledPlay, SchedulingSong } from "./input";
import type { Random } from "./seeded-random";

export const NEVER = Number.NEGATIVE_INFINITY;
/** Below any play a stored history holds; sorts songs that never played first. */
const HORIZON_SECONDS = 1000 * 86_400;

/**
 * The library in dense typed arrays. A song's place in them is its rank by rest: 0 has rested longest. So a category is an
 * ascending list of ranks, and "the longest-rested to the search depth" is its beginning; nothing is sorted or filtered again
 * while the day is made. Songs of equal rest stand in an order drawn for the day, so that days do not repeat each other.
 */
export class SongIndex {
  readonly count: number;
  readonly songs: SchedulingSong[];
  readonly duration: Int32Array;
  /** 1 where the song may play on this date in this territory (step 4, but for the slot's languages and moods). */
  readonly allowed: Uint8Array;
  /** Second of the last play before this day, NEVER where there is none. */
  readonly lastPlay: Float64Array;
  readonly playCount: Uint16Array;
  /** Bit h is set where the song plays in hour h yesterday or tomorrow. */
  readonly neighbourHours: Int32Array;
  /** Mean length of an allowed song, and the length nine in ten are longer than: what a gap must hold to be worth a song. */
  readonly meanDuration: number;
  readonly shortDuration: number;
  private readonly rankOfId = new Map<number, number>();
  private readonly artistIds = new Map<string, number>();
  private readonly titleIds = new Map<string, number>();
  private readonly artistsOf: (readonly number[] | undefined)[];
  private readonly titleOf: Int32Array;
  readonly artistNames: string[] = [];

  constructor(input: GroupDayInput, random: Random) {
    const { songs, history, later, date, territory } = input;
    const count = songs.length;
    const placeOfId = new Map<number, number>();
    for (let place = 0; place < count; place++) placeOfId.set((songs[place] as SchedulingSong).id, place);
    const lastByPlace = new Float64Array(count).fill(NEVER);
    const countByPlace = new Uint16Array(count);
    for (const { songId, at } of history) {
      const place = placeOfId.get(songId);
      if (place === undefined) continue;
      lastByPlace[place] = Math.max(lastByPlace[place] as number, at);
      countByPlace[place] = (countByPlace[place] as number) + 1;
    }

    const places = orderByRest(lastByPlace, random);
    this.count = count;
    this.songs = new Array(count);
    this.duration = new Int32Array(count);
    this.allowed = new Uint8Array(count);
    this.lastPlay = new Float64Array(count);
    this.playCount = new Uint16Array(count);
    this.neighbourHours = new Int32Array(count);
    this.artistsOf = new Array(count);
    this.titleOf = new Int32Array(count).fill(-1);
    for (let rank = 0; rank < count; rank++) {
      const place = places[rank] as number;
      const song = songs[place] as SchedulingSong;
      this.songs[rank] = song;
      this.rankOfId.set(song.id, rank);
      this.duration[rank] = Math.round(song.durationSeconds);
      this.allowed[rank] = mayPlay(song, date, territory) ? 1 : 0;
      this.lastPlay[rank] = lastByPlace[place] as number;
      this.playCount[rank] = countByPlace[place] as number;
    }
    // A log may run past midnight: its plays at 24:00 and after still belong to yesterday's hours.
    this.markHours(history, (at) => at >= -86_400);
    this.markHours(later, (at) => at >= 86_400 && at < 2 * 86_400);
    [this.meanDuration, this.shortDuration] = this.usualDurations();
  }

  rankOf(songId: number): number | undefined {
    return this.rankOfId.get(songId);
  }

  /** Artists and titles are resolved when a song is first looked at: most of a large library never is on one day. */
  artists(rank: number): readonly number[] {
    const known = this.artistsOf[rank];
    if (known) return known;
    const ids = splitCredit((this.songs[rank] as SchedulingSong).artist).map((name) => {
      const id = idOf(this.artistIds, name);
      this.artistNames[id] = name;
      return id;
    });
    this.artistsOf[rank] = ids;
    return ids;
  }

  title(rank: number): number {
    const known = this.titleOf[rank] as number;
    if (known >= 0) return known;
    const id = idOf(this.titleIds, plainTitle((this.songs[rank] as SchedulingSong).title));
    this.titleOf[rank] = id;
    return id;
  }

  private markHours(plays: readonly ScheduledPlay[], isNeighbour: (at: number) => boolean): void {
    for (const { songId, at } of plays) {
      const rank = isNeighbour(at) ? this.rankOfId.get(songId) : undefined;
      if (rank === undefined) continue;
      this.neighbourHours[rank] = (this.neighbourHours[rank] as number) | (1 << hourOfDay(at));
    }
  }

  private usualDurations(): [number, number] {
    const allowed = this.duration.filter((_, rank) => this.allowed[rank] === 1).sort();
    if (allowed.length === 0) return [240, 180];
    const sum = allowed.reduce((total, seconds) => total + seconds, 0);
    return [sum / allowed.length, allowed[Math.floor(allowed.length / 10)] as number];
  }
}

/** The hour (0 to 23) the wall shows at a second counted from any midnight. */
export function hourOfDay(wall: number): number {
  return ((Math.floor(wall / 3600) % 24) + 24) % 24;
}

/** Places in the input, longest-rested first. One number a song holds both its last play and its drawn tie-break, so the sort is native. */
function orderByRest(lastByPlace: Float64Array, random: Random): Int32Array {
  const count = lastByPlace.length;
  const drawn = new Int32Array(count).map((_, place) => place);
  for (let left = count - 1; left > 0; left--) {
    const other = Math.floor(random() * (left + 1));
    const kept = drawn[left] as number;
    drawn[left] = drawn[other] as number;
    drawn[other] = kept;
  }
  const keys = new Float64Array(count);
  for (let turn = 0; turn < count; turn++) {
    const last = Math.max(lastByPlace[drawn[turn] as number] as number, -HORIZON_SECONDS);
    keys[turn] = (Math.floor(last) + HORIZON_SECONDS) * count + turn;
  }
  keys.sort();
  const places = new Int32Array(count);
  for (let rank = 0; rank < count; rank++) places[rank] = drawn[(keys[rank] as number) % count] as number;
  return places;
}

function mayPlay(song: SchedulingSong, date: string, territory: string | null): boolean {
  return (
    song.active &&
    !song.blocked &&
    song.durationSeconds > 0 &&
    (song.licensedFrom === null || song.licensedFrom <= date) &&
    (song.licensedTo === null || song.licensedTo >= date) &&
    (territory === null || song.territories === null || song.territories.includes(territory))
  );
}

function idOf(ids: Map<string, number>, name: string): number {
  const known = ids.get(name);
  if (known !== undefined) return known;
  ids.set(name, ids.size);
  return ids.size - 1;
}
