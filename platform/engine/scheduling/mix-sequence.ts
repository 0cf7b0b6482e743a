import type { MixEntry } from "./input";

/** A part of a mix, with its share of the plays in hundredths. */
export type MixTurn = MixEntry & { playPercent: number };

const MOST_WAYS = 200;

/**
 * Gives the hundredths of a song by which the shares of this many categories may be off and still
 * stay within a song (Tijdeman).
 */
const bounds = (categories: number) => (categories > 1 ? 100 - 100 / (2 * categories - 2) : 0);

/**
 * Turns a mix (60/30/10) into an interleaved sequence of categories whose shares are right to
 * within one song at every point, because what rounding left over is carried from hour to hour. The
 * order is Tijdeman's for the chairman assignment problem (1980): among the categories that are
 * owed enough, the one whose turn would soonest be overdue. What is owed is counted in hundredths
 * of a song; shares are whole or binary fractions, which stay exact.
 */
export class MixSequence {
  private readonly owed = new Map<number, number>();

  /**
   * The category that is due next; nothing changes until it is taken. `left` is how many songs each
   * entry may still have, if not any number.
   */
  due(mix: readonly MixTurn[], left?: readonly number[]): MixTurn | undefined {
    const enough = mix.length > 1 ? 100 / (2 * mix.length - 2) : 0;
    let dueEntry: MixTurn | undefined;
    let soonest = Number.POSITIVE_INFINITY;
    let most: MixTurn | undefined;
    let mostCredit = Number.NEGATIVE_INFINITY;
    for (let place = 0; place < mix.length; place++) {
      const entry = mix[place] as MixTurn;
      if (entry.playPercent <= 0 || left?.[place] === 0) continue;
      const credit = (this.owed.get(entry.categoryId) ?? 0) + entry.playPercent;
      if (credit > mostCredit) [most, mostCredit] = [entry, credit];
      const deadline = (100 - enough - credit) / entry.playPercent;
      if (credit >= enough && deadline < soonest) [dueEntry, soonest] = [entry, deadline];
    }
    // Only after a change of slot, no entry may be owed enough: then the one owed most is due.
    return dueEntry ?? most;
  }

  /**
   * Lists how many of the next `count` songs each entry of the mix may have so that the shares stay
   * right; at most MOST_WAYS ways.
   */
  shares(mix: readonly MixTurn[], count: number): number[][] {
    const ways: number[][] = [];
    const songs: number[] = [];
    const bound = bounds(mix.length);
    const share = (place: number, left: number): void => {
      const entry = mix[place];
      if (!entry) {
        if (left === 0 && ways.length < MOST_WAYS) ways.push(songs.slice());
        return;
      }
      const owed = (this.owed.get(entry.categoryId) ?? 0) + count * entry.playPercent;
      const most = Math.min(left, Math.floor((owed + bound) / 100));
      for (
        songs[place] = Math.max(0, Math.ceil((owed - bound) / 100));
        (songs[place] as number) <= most;
        songs[place] = (songs[place] as number) + 1
      )
        share(place + 1, left - (songs[place] as number));
    };
    share(0, count);
    if (ways.length > 0) return ways;
    // after a change of slot debts may exceed all bounds: then only the due order leads back
    const due = this.inOrder(mix, Array(mix.length).fill(count), count);
    return [mix.map((entry) => due.filter((one) => one === entry).length)];
  }

  /**
   * The next `count` categories in the order in which they are due, each at most as often as its
   * place in the mix has songs.
   */
  inOrder(mix: readonly MixTurn[], songs: readonly number[], count: number): MixTurn[] {
    const order: MixTurn[] = [];
    const left = [...songs];
    for (let place = 0; place < count; place++) {
      const entry = this.due(mix, left);
      if (!entry) break;
      order.push(entry);
      left[mix.indexOf(entry)] = (left[mix.indexOf(entry)] as number) - 1;
      this.take(mix, entry.categoryId);
    }
    for (const { categoryId } of order) this.take(mix, categoryId, -1);
    return order;
  }

  /**
   * True if a category may be taken now and no share is off by a song; after the `last` of some
   * songs the shares must also go on well.
   */
  mayTake(mix: readonly MixTurn[], categoryId: number, last: boolean): boolean {
    const bound = last ? bounds(mix.length) : 99;
    return mix.every(({ categoryId: id, playPercent }) => {
      const owed = (this.owed.get(id) ?? 0) + playPercent - (id === categoryId ? 100 : 0);
      return Math.abs(owed) <= bound;
    });
  }

  /**
   * Counts one song for a category against the mix in force; times = -1 takes it back. A category
   * outside the mix owes nothing.
   */
  take(mix: readonly MixTurn[], categoryId: number, times: 1 | -1 = 1): void {
    if (!mix.some((entry) => entry.categoryId === categoryId)) return;
    for (const { categoryId: id, playPercent } of mix)
      this.owed.set(id, (this.owed.get(id) ?? 0) + playPercent * times);
    this.owed.set(categoryId, (this.owed.get(categoryId) ?? 0) - 100 * times);
  }
}
