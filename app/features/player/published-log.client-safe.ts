import { dateIn } from "#contract/base/dates";
import { playerSchedulePath } from "./paths";
import type { PlatformClock } from "./platform-clock.client-safe";
import { itemsAfter, type PlayerSchedule } from "./player-item.client-safe";
import { storedHeader } from "./stored-files.client-safe";

/** Milliseconds between requests for the log while the platform signals changes by itself. */
const refreshEvery = 5 * 60_000;
const itemsShown = 5;

/** The store's log, and the settings that the platform sends with it, as last fetched. */
export class PublishedLog {
  #etag: string | null = null;
  #fetchedAt = { time: 0, day: "" };
  /** Numbers the requests for the log, and names the one that gave the current log. */
  #askedCount = 0;
  #current = 0;

  constructor(
    public schedule: PlayerSchedule,
    private readonly clock: PlatformClock,
  ) {}

  get items() {
    return this.schedule.items;
  }

  /** Gives the present time and the items that come next. */
  upcoming() {
    const now = this.clock.now();
    return { now, next: itemsAfter(this.items, now, itemsShown) };
  }

  /**
   * Fetches the log, which may have been published again or begin a new day. If that fails
   * (undefined), the current log stays, as it does where a later request was answered sooner.
   */
  async fetch(): Promise<"new" | "unchanged" | undefined> {
    const askedAt = Date.now();
    const number = ++this.#askedCount;
    const options: RequestInit = { redirect: "manual", signal: AbortSignal.timeout(20_000) };
    if (this.#etag !== null) options.headers = { "If-None-Match": this.#etag };
    const response = await fetch(playerSchedulePath, options).catch(() => undefined);
    const isUnchanged = response?.status === 304;
    if (!response?.ok && !isUnchanged) return undefined;
    if (number < this.#current) return "unchanged";
    this.#fetchedAt = { time: askedAt, day: this.#today() };
    if (isUnchanged) return "unchanged";
    const fresh: PlayerSchedule | undefined = await response.json().catch(() => undefined);
    if (!fresh?.items) return undefined;
    if (number < this.#current) return "unchanged";
    this.#current = number;
    this.#etag = response.headers.get("ETag") ?? this.#etag;
    if (!response.headers.has(storedHeader)) this.clock.correct(fresh.at, askedAt);
    this.schedule = fresh;
    return "new";
  }

  /** True regularly while no signals arrive, and whenever a new day has begun. */
  isDue(hasSignals: boolean): boolean {
    const wait = hasSignals ? refreshEvery : 0;
    return Date.now() - this.#fetchedAt.time >= wait || this.#fetchedAt.day !== this.#today();
  }

  #today(): string {
    return dateIn(this.schedule.timeZone, new Date(this.clock.now()));
  }
}
