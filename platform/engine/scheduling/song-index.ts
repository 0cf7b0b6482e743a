import { artistKey, creditedNames, plainTitle } from "#contract/schedule/artist-credit";
import type { GroupDayInput, SchedulingSong } from "./input";
import { PlayWindows } from "./play-windows";
import { SameHours } from "./same-hours";
import type { Random } from "./seeded-random";

export const NEVER = Number.NEGATIVE_INFINITY;
/** Longer songs count as this long where the usual length is asked. */
const LONG_SONG_SECONDS = 3600;

/**
 * The library in dense typed arrays. A song's place in them is its rank by rest: 0 has rested
 * longest. So a category is an ascending list of ranks, and "the longest-rested to the search
 * depth" is its beginning; nothing is sorted or filtered again while the day is made. Songs of
 * equal rest stand in an order drawn for the day, so that days do not repeat each other.
 */
export class SongIndex {
  readonly count: number;
  readonly songs: SchedulingSong[];
  readonly duration: Int32Array;
  /**
   * 1 where the song may play on this date in this territory (step 4, but for the slot's languages
   * and moods and the song's play windows).
   */
  readonly allowed: Uint8Array;
  /** Second of the last play before this day, NEVER if there is none. */
  readonly lastPlay: Float64Array;
  readonly playCount: Uint16Array;
  readonly sameHours: SameHours;
  readonly windows: PlayWindows;
  /**
   * Mean length of an allowed song, and the length nine in ten are longer than: what a gap must
   * hold to be worth a song.
   */
  readonly meanDuration: number;
  readonly shortDuration: number;
  private readonly placeOfId = new Map<number, number>();
  private readonly rankOfPlace: Int32Array;
  private readonly artistIds = new Map<string, number>();
  private readonly titleIds = new Map<string, number>();
  private readonly albumIds = new Map<string, number>();
  private readonly artistsOf: (readonly number[] | undefined)[];
  private readonly titleOf: (readonly number[] | undefined)[];
  private readonly albumOf: (readonly number[] | undefined)[];
  readonly artistNames: string[] = [];

  constructor(input: GroupDayInput, random: Random) {
    const { songs, history, later, date, territory } = input;
    const count = songs.length;
    for (let place = 0; place < count; place++)
      this.placeOfId.set((songs[place] as SchedulingSong).id, place);
    const lastByPlace = new Float64Array(count).fill(NEVER);
    const countByPlace = new Uint16Array(count);
    for (const { songId, at } of history) {
      const place = this.placeOfId.get(songId);
      if (place === undefined) continue;
      lastByPlace[place] = Math.max(lastByPlace[place] as number, at);
      countByPlace[place] = (countByPlace[place] as number) + 1;
    }

    const places = orderByRest(lastByPlace, random);
    this.count = count;
    this.songs = new Array(count);
    this.rankOfPlace = new Int32Array(count);
    this.duration = new Int32Array(count);
    this.allowed = new Uint8Array(count);
    this.lastPlay = new Float64Array(count);
    this.playCount = new Uint16Array(count);
    this.artistsOf = new Array(count);
    this.titleOf = new Array(count);
    this.albumOf = new Array(count);
    for (let rank = 0; rank < count; rank++) {
      const place = places[rank] as number;
      const song = songs[place] as SchedulingSong;
      this.songs[rank] = song;
      this.rankOfPlace[place] = rank;
      this.duration[rank] = Math.round(song.durationSeconds);
      this.allowed[rank] = mayPlay(song, date, territory) ? 1 : 0;
      this.lastPlay[rank] = lastByPlace[place] as number;
      this.playCount[rank] = countByPlace[place] as number;
    }
    this.sameHours = new SameHours(count, (songId) => this.rankOf(songId), history, later);
    this.windows = new PlayWindows(this.songs, date);
    [this.meanDuration, this.shortDuration] = this.usualDurations();
  }

  rankOf(songId: number): number | undefined {
    const place = this.placeOfId.get(songId);
    return place === undefined ? undefined : this.rankOfPlace[place];
  }

  /**
   * Artists, titles and albums are resolved when a song is first looked at: most of a large library
   * never is on one day.
   */
  artists(rank: number): readonly number[] {
    const existingIds = this.artistsOf[rank];
    if (existingIds) return existingIds;
    const names = creditedNames((this.songs[rank] as SchedulingSong).artist);
    const ids = names.map((name) => {
      const id = idOf(this.artistIds, artistKey(name));
      this.artistNames[id] ??= name;
      return id;
    });
    this.artistsOf[rank] = [...new Set(ids)];
    return this.artistsOf[rank];
  }

  /** The one title of a song, as a list like its artists. */
  titles(rank: number): readonly number[] {
    this.titleOf[rank] ??= [
      idOf(this.titleIds, plainTitle((this.songs[rank] as SchedulingSong).title)),
    ];
    return this.titleOf[rank];
  }

  /** Finds its albums by name only: the songs of a film are one album, with any singer. */
  albums(rank: number): readonly number[] {
    const { album } = this.songs[rank] as SchedulingSong;
    this.albumOf[rank] ??= album === null ? [] : [idOf(this.albumIds, album.trim().toLowerCase())];
    return this.albumOf[rank];
  }

  private usualDurations(): [number, number] {
    const songsOfLength = new Int32Array(LONG_SONG_SECONDS + 1);
    let songs = 0;
    let sum = 0;
    for (let rank = 0; rank < this.count; rank++) {
      if (this.allowed[rank] === 0) continue;
      const seconds = Math.min(this.duration[rank] as number, LONG_SONG_SECONDS);
      songsOfLength[seconds] = (songsOfLength[seconds] as number) + 1;
      songs++;
      sum += seconds;
    }
    if (songs === 0) return [240, 180];
    let short = 0;
    for (
      let passed = songsOfLength[0] as number;
      passed <= songs / 10;
      passed += songsOfLength[short] as number
    )
      short++;
    return [sum / songs, short];
  }
}

/**
 * Places in the input, longest-rested first: those that never played in a drawn order, then the
 * others by their last play.
 */
function orderByRest(lastByPlace: Float64Array, random: Random): Int32Array {
  const count = lastByPlace.length;
  const shuffledPlaces = new Int32Array(count);
  for (let place = 0; place < count; place++) {
    const other = Math.floor(random() * (place + 1));
    shuffledPlaces[place] = shuffledPlaces[other] as number;
    shuffledPlaces[other] = place;
  }
  const places = new Int32Array(count);
  // One number for a song that played, its second before its place in the drawn order: numbers sort
  // many times as fast as by a comparison.
  const keys = new Float64Array(count);
  let unplayed = 0;
  let played = 0;
  for (let turn = 0; turn < count; turn++) {
    const place = shuffledPlaces[turn] as number;
    const last = lastByPlace[place] as number;
    if (last === NEVER) places[unplayed++] = place;
    else keys[played++] = Math.floor(last) * count + turn;
  }
  for (const key of keys.subarray(0, played).sort())
    places[unplayed++] = shuffledPlaces[((key % count) + count) % count] as number;
  return places;
}

/** True if a song may play on a date (YYYY-MM-DD) in a territory; null is any. */
export const mayPlay = (song: SchedulingSong, date: string, territory: string | null): boolean =>
  song.active && !song.blocked && song.durationSeconds > 0 && isLicensed(song, date, territory);

type Licence = Pick<SchedulingSong, "licensedFrom" | "licensedTo" | "territories">;

/** True if a song's licence has a date (YYYY-MM-DD) and a territory; null is any. */
export function isLicensed(song: Licence, date: string, territory: string | null): boolean {
  return (
    (song.licensedFrom === null || song.licensedFrom <= date) &&
    (song.licensedTo === null || song.licensedTo >= date) &&
    (territory === null || song.territories === null || song.territories.includes(territory))
  );
}

function idOf(ids: Map<string, number>, name: string): number {
  const existingId = ids.get(name);
  if (existingId !== undefined) return existingId;
  ids.set(name, ids.size);
  return ids.size - 1;
}
