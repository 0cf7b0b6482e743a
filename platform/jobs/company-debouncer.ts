import type { Database, DatabaseLogger } from "../db/database.ts";
import type { Db } from "../db/types.ts";
import { findClients } from "../modules/schedule/index.ts";

/**
 * Changes in quick succession are followed together: at the earliest `followAfter`, at the latest
 * `followWithin` milliseconds after the first.
 */
const followAfter = 300;
const followWithin = 30_000;

/**
 * The needs of work that follows a change: the database, the instant, and when to stop; `hasNews`
 * tells that more was noted since.
 */
export type KeepCall = {
  database: Database;
  db: Db;
  now: Date;
  stopped: AbortSignal;
  hasNews: () => boolean;
};

/**
 * Runs `keep` for the companies noted, one after the other, shortly after the first was noted;
 * later notes wait as long again, so that many changes are followed together. For a
 * company of which only parts were noted, `keep` gets these. Nothing is kept in a queue: a
 * killed process leaves nothing behind that others wait for, and the ten-minute job does
 * the rest. Two processes may keep the same at once: days are planned, and rows of the
 * ledger written, under their locks. Rests after a run `restAfterWork` times as long as it took,
 * at most 30 s: while changes come all day, the people who make them have the rest of the machine.
 */
export function companyDebouncer<Part = never>(
  database: Database,
  {
    logger,
    job,
    keep,
    restAfterWork = 1,
  }: {
    logger: DatabaseLogger;
    job: string;
    keep: (call: KeepCall, companyId: number, parts?: readonly Part[]) => Promise<unknown>;
    restAfterWork?: number;
  },
) {
  const stopping = new AbortController();
  let noted: Map<number, Part[] | "whole"> | "all" = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let restsUntil = 0;
  const hasNews = () => noted === "all" || noted.size > 0;
  const failed = (error: unknown, companyId?: number) =>
    logger.error({ err: error, job, companyId }, "a job failed");
  async function keepNoted(): Promise<void> {
    const companies =
      noted === "all"
        ? (await findClients(database.db)).map((id) => [id, "whole"] as const)
        : [...noted];
    noted = new Map();
    for (const [companyId, parts] of companies) {
      if (stopping.signal.aborted) return;
      const call = {
        database,
        db: database.db,
        now: new Date(),
        stopped: stopping.signal,
        hasNews,
      };
      await keep(call, companyId, parts === "whole" ? undefined : parts).catch((error: unknown) =>
        failed(error, companyId),
      );
    }
  }
  function run() {
    timer = undefined;
    const begun = performance.now();
    running = keepNoted()
      .catch(failed)
      .finally(() => {
        running = undefined;
        const ended = performance.now();
        restsUntil = ended + Math.min(restAfterWork * (ended - begun), followWithin);
        if (hasNews()) start();
      });
  }
  function start() {
    if (stopping.signal.aborted || running) return;
    timer ??= setTimeout(run, Math.max(followAfter, restsUntil - performance.now()));
  }
  return {
    /** All companies, one as a whole, or a part of it. */
    note(company: number | "all", part?: Part): void {
      if (company === "all") noted = "all";
      else if (noted !== "all") {
        const before = noted.get(company) ?? [];
        noted.set(company, part === undefined || before === "whole" ? "whole" : [...before, part]);
      }
      start();
    },
    /** Resolves once the current run has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
