import type { Caller } from "../access/caller.ts";
import type { Scope } from "../access/scope.ts";
import { Refusal } from "./refusal.ts";

/** Whose work takes a place: a person, and the company they work in. */
export type PlaceHolder = { person: string; companyId: number };

/** The caller, in the company whose data the call is about: provider staff work in many. */
export const placeHolderOf = ({ caller, scope }: { caller: Caller; scope?: Scope | undefined }): PlaceHolder => ({
  person: keyOfPerson(caller),
  companyId: scope?.companyId ?? caller.companyId,
});

/** A user's id is unique only within its company. */
export const keyOfPerson = ({ companyId, id }: Pick<Caller, "companyId" | "id">) => `${companyId}/${id}`;

type Limits = Record<"person" | "company" | "process", { most: number; message: string }>;

/**
 * Bounds how much of one kind of work runs at once in this process: for a person, for a company and for all, so that nobody takes it all
 * from the others (LOAD-1).
 */
export class Places {
  readonly #running = new Map<string, number>();

  constructor(
    private readonly limits: Limits,
    private readonly retryAfterSeconds: number,
  ) {}

  /** Takes a place and returns the function that frees it. Throws 429 with Retry-After when there is none. */
  take(holder: PlaceHolder | undefined): () => void {
    const counted: [kind: keyof Limits, key: string][] = [["process", "process"]];
    if (holder) counted.unshift(["person", `person ${holder.person}`], ["company", `company ${holder.companyId}`]);
    for (const [kind, key] of counted) {
      const { most, message } = this.limits[kind];
      if ((this.#running.get(key) ?? 0) >= most)
        throw new Refusal(429, message, undefined, { "Retry-After": String(this.retryAfterSeconds) });
    }
    for (const [, key] of counted) this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      for (const [, key] of counted) {
        const left = (this.#running.get(key) ?? 0) - 1;
        if (left > 0) this.#running.set(key, left);
        else this.#running.delete(key);
      }
    };
  }
}
