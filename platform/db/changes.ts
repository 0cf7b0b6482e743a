import { type SQL, sql } from "drizzle-orm";
import type { PlayerSignal } from "#contract/player/words";

/** What the caches of this process are told about, and what they are told. */
export type Changes = {
  /** Stores were added or changed: their status, location or opening hours. */
  stores: { companyId: number };
  /** A session has ended. */
  sessions: { companyId: number; sessionId: string };
  /** Sign-ins of the company's users have ended: sessions, API tokens, players. */
  signIns: { companyId: number };
  /** A rule of the company was added, changed or removed. */
  rules: { companyId: number };
  /** The ad settings of a location were changed. */
  adSettings: { companyId: number };
  /** Spots of the company were changed or withdrawn. */
  spots: { companyId: number };
  /**
   * Plays of a campaign were taken or given back, or it was paused or resumed: where, and from when
   * on.
   */
  campaigns: { companyId: number; only: PlaysChanged };
  /** Songs of a library were added or changed. */
  songs: { companyId: number };
  /** Webhooks of the company have events to be sent. */
  events: { companyId: number };
  /** Songs were deleted. */
  deletedSongs: { companyId: number; ids: number[] };
  /**
   * Players of some stores have something to fetch; `storeCount` are told the same in all. "alerts"
   * is for those who watch the operations wall.
   */
  players: {
    signal: PlayerSignal | "alerts";
    storeIds: readonly number[];
    storeCount: number;
  };
};
/**
 * The groups whose stores have other plays now (null: the stores without one), and the first date
 * on which they have.
 */
export type PlaysChanged = { groupIds: readonly (number | null)[]; from: string };
type Listener<Topic extends keyof Changes> = (change: Changes[Topic]) => void;

/** Who listens to the committed changes of one database. */
export class ChangeListeners {
  readonly #listeners: { [Topic in keyof Changes]?: Listener<Topic>[] } = {};

  add<Topic extends keyof Changes>(topic: Topic, listener: Listener<Topic>): void {
    const listeners: Listener<Topic>[] = this.#listeners[topic] ?? [];
    Object.assign(this.#listeners, { [topic]: [...listeners, listener] });
  }

  tell<Topic extends keyof Changes>(topic: Topic, change: Changes[Topic]): void {
    const listeners: Listener<Topic>[] = this.#listeners[topic] ?? [];
    for (const listener of listeners) listener(change);
  }
}

type OpenTransaction = {
  listeners: ChangeListeners;
  /** Other processes may have the same database open. */
  isShared: boolean;
  sendNow: (statement: SQL) => void;
  after: (() => void | Promise<void>)[];
};
const openTransactions = new WeakMap<object, OpenTransaction>();

/** Makes a transaction known, so that work can wait for its commit. */
export function trackTransaction(tx: object, transaction: OpenTransaction): void {
  openTransactions.set(tx, transaction);
}

/**
 * Sends a statement of which nobody needs the answer, before all that the transaction sends from
 * here on: it is waited for together with the commit, and where it fails the transaction fails with
 * what it threw.
 */
export const sendNow = (tx: object, statement: SQL): void => openOf(tx).sendNow(statement);

/**
 * Runs work, which must not throw, once the transaction is committed; never if it is rolled back.
 */
export function afterCommit(tx: object, work: () => void | Promise<void>): void {
  openOf(tx).after.push(work);
}

/**
 * Tells this process's caches about a change once its transaction is committed. Called by the query
 * that makes the change.
 */
export function announce<Topic extends keyof Changes>(
  tx: object,
  topic: Topic,
  change: Changes[Topic],
): void {
  const { listeners, after } = openOf(tx);
  after.push(() => listeners.tell(topic, change));
}

/** The channel of PostgreSQL's NOTIFY on which processes tell each other. */
export const changeChannel = "changes";
/** PostgreSQL takes less than 8,000 bytes a message: so many identifiers fit, however long. */
const storesAMessage = 400;

/**
 * Tells the players of stores in every process that hears broadcasts, once the transaction is
 * committed, that there is something to fetch.
 */
export function broadcastToPlayers(
  tx: object,
  { signal, storeIds }: Pick<Changes["players"], "signal" | "storeIds">,
): void {
  const { isShared } = openOf(tx);
  const storesAtATime = isShared ? storesAMessage : storeIds.length;
  for (let first = 0; first < storeIds.length; first += storesAtATime) {
    const change = {
      signal,
      storeIds: storeIds.slice(first, first + storesAtATime),
      storeCount: storeIds.length,
    };
    if (isShared) sendNow(tx, sql`select pg_notify(${changeChannel}, ${JSON.stringify(change)})`);
    else announce(tx, "players", change);
  }
}

/** Tells all who watch the operations wall, in every process, that alerts have changed. */
export const broadcastToWalls = (tx: object): void =>
  broadcastToPlayers(tx, { signal: "alerts", storeIds: [wallKey] });
/** In place of a store, of which none has this number. */
export const wallKey = 0;

function openOf(tx: object): OpenTransaction {
  const transaction = openTransactions.get(tx);
  if (!transaction) throw new Error("not a transaction of Database.transaction");
  return transaction;
}
