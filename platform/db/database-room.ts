import { setTimeout } from "node:timers/promises";
import { isDiskFull } from "./constraint-error.ts";

/** Milliseconds for which an answer is given again: readiness is asked every few seconds. */
const keptFor = 10_000;
/** Milliseconds after which a database that is merely busy counts as one with room. */
const answersWithin = 1_000;
/** Takes a megabyte of new pages, which are given back with the statement. */
const takePages =
  "create temp table room on commit drop as select n, repeat('x', 1000) from generate_series(1, 1000) n";

/**
 * Tells whether the database can store more, by asking it for new pages at most six times a minute:
 * with a full disk it still reads, and still writes into pages that it has.
 */
export function databaseRoom(query: (text: string) => Promise<unknown>): () => Promise<boolean> {
  let answer: { at: number; hasRoom: Promise<boolean> } | undefined;
  return () => {
    if (!answer || Math.abs(Date.now() - answer.at) >= keptFor) {
      const tried = query(takePages).then(
        () => true,
        (error: unknown) => !isDiskFull(error),
      );
      const late = setTimeout(answersWithin, true, { ref: false });
      answer = { at: Date.now(), hasRoom: Promise.race([tried, late]) };
    }
    return answer.hasRoom;
  };
}
