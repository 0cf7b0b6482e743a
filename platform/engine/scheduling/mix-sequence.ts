import type { MixEntry } from "./input";

/**
 * Turns a mix (60/30/10) into an interleaved sequence of categories whose shares are right to within one song at every
 * point, because what rounding left over is carried from hour to hour. The order is Tijdeman's for the chairman assignment
 * problem (1980): among the categories that are owed enough, the one whose turn would soonest be overdue. What is owed is
 * counted in hundredths of a song, so that whole percentages stay exact.
 */
export class MixSequence {
  private readonly owed = new Map<number, number>();

  /** The category that is due next; nothing changes until it is taken. */
  due(mix: readonly MixEntry[]): MixEntry | undefined {
    const enough = mix.length > 1 ? 100 / (2 * mix.length - 2) : 0;
    let dueEntry: MixEntry | undefined;
    let soonest = Number.POSITIVE_INFINITY;
    let most: MixEntry | undefined;
    let mostCredit = Number.NEGATIVE_INFINITY;
    for (const entry of mix) {
      if (entry.percent <= 0) continue;
      const credit = (this.owed.get(entry.categoryId) ?? 0) + entry.percent;
      if (credit > mostCredit) [most, mostCredit] = [entry, credit];
      const deadline = (100 - enough - credit) / entry.percent;
      if (credit >= enough && deadline < soonest) [dueEntry, soonest] = [entry, deadline];
    }
    // Only after a change of slot can nobody be owed enough: then it is whoever is owed most.
    return dueEntry ?? most;
  }

  /** Counts one song for a category against the mix in force; times = -1 takes it back. A category outside the mix owes nothing. */
  take(mix: readonly MixEntry[], categoryId: number, times: 1 | -1 = 1): void {
    if (!mix.some((entry) => entry.categoryId === categoryId)) return;
    for (const { categoryId: id, percent } of mix) this.owed.set(id, (this.owed.get(id) ?? 0) + percent * times);
    this.owed.set(categoryId, (this.owed.get(categoryId) ?? 0) - 100 * times);
  }
}
