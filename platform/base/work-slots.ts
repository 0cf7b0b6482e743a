import { Refusal } from "./refusal.ts";

/** Identifies who takes a slot: a person, and the company they work in. */
export type SlotHolder = { person: string; companyId: number };

/** The most pieces of work that run at once: per person, per company, and in the process. */
type Limits = Record<"person" | "company" | "process", number>;
/** The message if the person's, the company's or all slots are taken. */
type Words = Record<keyof Limits, string>;

type Waiter = { holder: SlotHolder; start: () => void };

/**
 * Bounds how much of one kind of work runs at once in this process: for a person, for a company and
 * for all, so that nobody takes it all from the others (LOAD-1).
 */
export class WorkSlots {
  readonly #running = new Map<string, number>();
  #waiting: Waiter[] = [];

  constructor(
    private readonly limits: Limits,
    private readonly retryAfterSeconds: number,
  ) {}

  /**
   * Takes a slot and returns the function that frees it. Throws 429 with Retry-After if none is
   * free.
   */
  take(holder: SlotHolder | undefined, words: Words): () => void {
    const full = this.#fullOf(holder);
    if (full) throw this.#refusal(words[full]);
    return this.#occupy(holder);
  }

  /**
   * Takes a place as soon as there is one: among those who wait the first whose person and company
   * have one free, so that nobody waits behind another's queue. Throws 429 for a person who has
   * `most` waiting already, and the signal's reason once nobody waits for the answer.
   */
  async wait(
    holder: SlotHolder,
    most: { waiting: number; message: string },
    signal?: AbortSignal,
  ): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.#fullOf(holder)) return this.#occupy(holder);
    if (this.#waiting.filter((one) => one.holder.person === holder.person).length >= most.waiting)
      throw this.#refusal(most.message);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiter);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve(this.#occupy(holder));
      };
      const waiter = { holder, start };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #refusal = (message: string) =>
    new Refusal(429, message, undefined, { "Retry-After": String(this.retryAfterSeconds) });

  #fullOf = (holder: SlotHolder | undefined) =>
    keysOf(holder).find(([kind, key]) => (this.#running.get(key) ?? 0) >= this.limits[kind])?.[0];

  #occupy(holder: SlotHolder | undefined): () => void {
    const keys = keysOf(holder);
    for (const [, key] of keys) this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      for (const [, key] of keys) {
        const left = (this.#running.get(key) ?? 0) - 1;
        if (left > 0) this.#running.set(key, left);
        else this.#running.delete(key);
      }
      this.#startNext();
    };
  }

  #startNext(): void {
    const next = this.#waiting.find(({ holder }) => !this.#fullOf(holder));
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.start();
    this.#startNext();
  }
}

function keysOf(holder: SlotHolder | undefined): [kind: keyof Limits, key: string][] {
  const ofAll: [kind: keyof Limits, key: string] = ["process", "process"];
  return holder
    ? [["person", `person ${holder.person}`], ["company", `company ${holder.companyId}`], ofAll]
    : [ofAll];
}
