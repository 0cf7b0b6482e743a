import { fit } from "./find-songs.ts";
import type { Match } from "./narrow.ts";
import { firstAt, type Segment, type SongOrder } from "./segment.ts";
import type { Place, SongSort } from "./song.ts";

type OrderName = SongOrder | "id";
/** Songs in an order; if `isMeant` is given, only those for which it is true. */
type Order = { songs: Uint32Array; isMeant?: (song: number) => boolean };

/**
 * The songs of a match in the order of a sort; work done for one page is kept for the
 * next.
 */
export class Walks {
  readonly #orders = new Map<string, Order>();
  #fitOf: Uint8Array | undefined;
  #counts: Uint32Array | undefined;

  constructor(private readonly match: Match) {}

  /** Yields the songs after a place, in a sort's order or backwards. */
  *walk(sort: SongSort, from?: Place & { back: boolean }): Generator<Place, void, undefined> {
    const back = from?.back ?? false;
    if (sort !== "relevance") {
      const [name, turned] =
        sort === "newest"
          ? (["id", true] as const)
          : [sort.replace("-", "") as SongOrder, sort.startsWith("-")];
      yield* this.#along(name, turned !== back, from);
      return;
    }
    const levels = Object.values(fit).filter((level) => this.#countAt(level) > 0);
    for (const level of back ? levels.reverse() : levels) {
      const key = `${level} `;
      if (from && (back ? key > from.key : `${level}~` < from.key)) continue;
      const begin = from?.key.startsWith(key) ? { ...from, key: from.key.slice(2) } : undefined;
      for (const { key: title, id } of this.#along("title", back, begin, level))
        yield { key: key + title, id };
    }
  }

  *#along(
    name: OrderName,
    down: boolean,
    from?: Place,
    level?: number,
  ): Generator<Place, void, undefined> {
    const { segment } = this.match;
    const { songs, isMeant } = this.#orderOf(name, level);
    const keyOf = keysOf(segment, name);
    const idOf = (song: number) => segment.ids[song] as number;
    const isBehind = (song: number, { key, id }: Place) => {
      const own = keyOf(song);
      return own === key ? (down ? idOf(song) >= id : idOf(song) > id) : own > key;
    };
    const begin = from
      ? firstAt(songs.length, (at) => isBehind(songs[at] as number, from))
      : down
        ? songs.length
        : 0;
    for (let at = down ? begin - 1 : begin; at >= 0 && at < songs.length; at += down ? -1 : 1) {
      const song = songs[at] as number;
      if (!isMeant || isMeant(song)) yield { key: keyOf(song), id: idOf(song) };
    }
  }

  #countAt(level: number): number {
    if (!this.#counts) {
      this.#counts = new Uint32Array(Math.max(...Object.values(fit)) + 1);
      const { fits } = this.match;
      for (let at = 0; at < fits.length; at++)
        this.#counts[fits[at] as number] = (this.#counts[fits[at] as number] as number) + 1;
    }
    return this.#counts[level] as number;
  }

  /** Where few songs match, sorting them is quicker than looking for a page of them among all. */
  #orderOf(name: OrderName, level?: number): Order {
    const key = `${name} ${level}`;
    const existingOrder = this.#orders.get(key);
    if (existingOrder) return existingOrder;
    const { segment, songs, fits } = this.match;
    const count = level === undefined ? songs.length : this.#countAt(level);
    const order =
      name === "id"
        ? { songs }
        : areFew(count, segment.size)
          ? sorted(
              segment,
              level === undefined ? songs : songs.filter((_, at) => fits[at] === level),
              name,
            )
          : this.#among(name, level);
    this.#orders.set(key, order);
    return order;
  }

  #among(name: SongOrder, level?: number): Order {
    const { segment, songs, fits } = this.match;
    const fitOf = this.#fitOf ?? new Uint8Array(segment.size);
    if (!this.#fitOf)
      for (let at = 0; at < songs.length; at++) fitOf[songs[at] as number] = fits[at] as number;
    this.#fitOf = fitOf;
    return {
      songs: segment.orders[name],
      isMeant: (song) => (level === undefined ? fitOf[song] !== 0 : fitOf[song] === level),
    };
  }
}

const areFew = (songs: number, of: number) => songs * songs < 2 * of;

function sorted({ orders, ranks }: Segment, songs: Uint32Array, name: SongOrder): Order {
  return {
    songs: songs
      .map((song) => ranks[name][song] as number)
      .sort()
      .map((rank) => orders[name][rank] as number),
  };
}

function keysOf(segment: Segment, name: OrderName): (song: number) => string {
  if (name === "title") return (song) => segment.titles[song] ?? "";
  if (name === "artist") return (song) => segment.artists[song] ?? "";
  if (name === "duration") return (song) => String(segment.durations[song]).padStart(5, "0");
  return () => "";
}
