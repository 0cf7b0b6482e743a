import { type SQL, sql } from "drizzle-orm";
import type { PlayerSignal } from "#contract/player/words";

/** Maps each topic that the caches of this process listen to, to the change that they receive. */
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
   * Plays of a campaign were taken or given back, or it was paused or resumed; `only` says in which
   * groups and from which date.
   */
  campaigns: { companyId: number; only: ChangedPlays };
  /** Songs of a library were added or changed. */
  songs: { companyId: number };
  /** A person of the company, or of its provider, wants a rule tried. */
  ruleTrials: { companyId: number };
  /** Webhooks of the company have events to be sent. */
  events: { companyId: number };
  /** Songs were deleted. */
  deletedSongs: { companyId: number; ids: number[] };
  /**
   * Players of some stores have something to fetch. `storeCount` counts the stores notified of it
   * altogether. "alerts" is for people who watch the operations wall.
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
export type ChangedPlays = { groupIds: readonly (number | null)[]; from: string };
type Listener<Topic extends keyof Changes> = (change: Changes[Topic]) => void;

/** Keeps and calls the listeners for committed changes of one database. */
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

/** Registers a transaction, so that work can wait for its commit. */
export function trackTransaction(tx: object, transaction: OpenTransaction): void {
  openTransactions.set(tx, transaction);
}

/**
 * Sends a statement without waiting for its answer; the database runs it before all that the
 * transaction sends later. The commit waits for it, and if it fails, the transaction fails with the
 * same error.
 */
export const sendNow = (tx: object, statement: SQL): void => openOf(tx).sendNow(statement);

/**
 * Runs work, which must not throw, once the transaction is committed; never if it is rolled back.
 */
export function afterCommit(tx: object, work: () => void | Promise<void>): void {
  openOf(tx).after.push(work);
}

/**
 * Notifies this process's caches of a change once its transaction is committed. Called by the query
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

/** The channel of PostgreSQL's NOTIFY on which processes announce changes to each other. */
export const changeChannel = "changes";
/** PostgreSQL's messages have less than 8,000 bytes: this many identifiers fit, however long. */
const storesAMessage = 400;

/**
 * Signals the players of stores in every process that hears broadcasts, once the transaction is
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

/** Signals all who watch the operations wall, in every process, that alerts have changed. */
export const broadcastToWalls = (tx: object): void =>
  broadcastToPlayers(tx, { signal: "alerts", storeIds: [wallKey] });
/** Takes the place of a store's id in signals to the wall; no store has this number. */
export const wallKey = 0;

function openOf(tx: object): OpenTransaction {
  const transaction = openTransactions.get(tx);
  if (!transaction) throw new Error("not a transaction of Database.transaction");
  return transaction;
}
