import { LRUCache } from "lru-cache";
import { clearBit, hasBit } from "./bits.ts";
import { findExactly, findSimilar } from "./find-songs.ts";
import { countItems, type Match, narrow, seenAmong } from "./narrow.ts";
import { compareText, positionOf, type Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment-builder.ts";
import type { Facet, IndexedSong, Place, SongFilter, SongSort } from "./song.ts";
import { normalise } from "./text.ts";
import { Walks } from "./walk.ts";

/**
 * Answers that are kept until a song changes: of a page and its facets the second costs nothing.
 */
const matchesKept = 16;

/**
 * All songs of a library: a large segment that was built once, and a small one over it with what
 * changed since.
 */
export class SongIndex {
  #over: Segment | undefined;
  readonly #changed = new Map<number, IndexedSong>();
  readonly #matches = new LRUCache<string, SongMatch>({ max: matchesKept });
  #gone = 0;

  constructor(readonly base: Segment) {}

  /** Songs, without those that were removed. */
  get size(): number {
    return this.base.size - this.#gone + this.#changed.size;
  }

  /** Songs in the small segment: when there are many, a new index should be built. */
  get changes(): number {
    return this.#changed.size;
  }

  /** Takes songs that are new or were changed. */
  update(songs: Iterable<IndexedSong>): void {
    for (const song of songs) {
      this.#hide(song.id);
      this.#changed.set(song.id, song);
    }
    this.#buildOver();
  }

  /** Removes songs that no longer exist. */
  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      this.#hide(id);
      this.#changed.delete(id);
    }
    this.#buildOver();
  }

  #hide(id: number): void {
    const at = positionOf(this.base, id);
    if (at === undefined || !hasBit(this.base.there, at)) return;
    clearBit(this.base.there, at);
    this.#gone++;
  }

  #buildOver(): void {
    const builder = new SegmentBuilder(this.base.codes);
    for (const [, song] of [...this.#changed].sort(([a], [b]) => a - b)) builder.add(song);
    this.#over = drain(builder.finish());
    this.#matches.clear();
  }

  /** The songs that match. */
  match(filter: SongFilter): SongMatch {
    // companies without reserved songs share one cached result
    const { codeOf } = this.base.codes.reservedFor;
    const seenBy = filter.seenBy?.filter((id) => codeOf.has(id));
    const key = JSON.stringify({ ...filter, seenBy });
    const existingMatch = this.#matches.get(key);
    if (existingMatch) return existingMatch;
    const match = new SongMatch(this.#over ? [this.base, this.#over] : [this.base], {
      ...filter,
      seenBy,
    });
    this.#matches.set(key, match);
    return match;
  }
}

export type ItemCount = { id: number; songs: number };

export class SongMatch {
  /** True if no song has the typed words: the songs found have similar ones. */
  readonly similar: boolean;
  readonly total: number;
  readonly #parts: Match[];
  readonly #walks: Walks[];

  constructor(segments: Segment[], filter: SongFilter) {
    const search = normalise(filter.search ?? "");
    let hits = segments.map((segment) =>
      search === "" ? undefined : seenAmong(segment, findExactly(segment, search), filter),
    );
    this.similar = hits.every((songs) => songs?.songs.length === 0);
    if (this.similar)
      hits = segments.map((segment) => seenAmong(segment, findSimilar(segment, search), filter));
    this.#parts = segments.map((segment, at) => narrow(segment, hits[at], filter));
    this.#walks = this.#parts.map((part) => new Walks(part));
    this.total = this.#parts.reduce((sum, { songs }) => sum + songs.length, 0);
  }

  /** Counts the songs of each item of a facet, in no order; id 0 counts the songs without one. */
  countsOf(facet: Facet): ItemCount[] {
    const counts: ItemCount[] = [];
    this.#count(facet, (id, songs) => counts.push({ id, songs }));
    return counts;
  }

  /** The items with the most songs, most first, of those that are meant. */
  mostOf(facet: Facet, atMost: number, isMeant: (id: number) => boolean): ItemCount[] {
    const most: ItemCount[] = [];
    if (atMost === 0) return most;
    this.#count(facet, (id, songs) => {
      const last = most[atMost - 1]; // nearly all have fewer songs than it
      if ((last && songs < last.songs) || !isMeant(id)) return;
      const place = most.findIndex(
        (other) => songs > other.songs || (songs === other.songs && id < other.id),
      );
      most.splice(place < 0 ? most.length : place, 0, { id, songs });
      if (most.length > atMost) most.pop();
    });
    return most;
  }

  #count(facet: Facet, counted: (id: number, songs: number) => void): void {
    const [first, ...rest] = this.#parts;
    if (!first) return;
    const counts = countItems(first, facet); // has room for the codes of all
    for (const part of rest)
      for (const [code, songs] of countItems(part, facet).entries())
        counts[code] = (counts[code] as number) + songs;
    const { ids } = first.segment.codes[facet];
    for (let code = 0; code < counts.length; code++)
      if (counts[code] !== 0) counted(ids[code] as number, counts[code] as number);
  }

  /** Gives the places that follow one; where `from` goes back, those before it, nearest first. */
  places(sort: SongSort, limit: number, from?: Place & { back: boolean }): Place[] {
    const places: Place[] = [];
    for (const place of this.walk(sort, from)) if (places.push(place) >= limit) break;
    return places;
  }

  /** All places in a sort's order. */
  *walk(sort: SongSort, from?: Place & { back: boolean }): Generator<Place, void, undefined> {
    const down = (sort.startsWith("-") || sort === "newest") !== (from?.back ?? false);
    const walks = this.#walks.map((part) => part.walk(sort, from));
    const heads = walks.map((places) => places.next());
    for (;;) {
      let next: { at: number; place: Place } | undefined;
      for (const [at, head] of heads.entries()) {
        if (head.done) continue;
        const order = next
          ? compareText(head.value.key, next.place.key) || head.value.id - next.place.id
          : 0;
        if (!next || (down ? order > 0 : order < 0)) next = { at, place: head.value };
      }
      if (!next) return;
      yield next.place;
      heads[next.at] = (walks[next.at] as (typeof walks)[number]).next();
    }
  }
}

/** Runs work that pauses between its slices to its end at once. */
export function drain<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
