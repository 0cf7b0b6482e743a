import PgBoss from "pg-boss";
import { noteJob } from "../observe/metrics.ts";
import { inSpan } from "../observe/tracing.ts";
import { followChanges } from "./follow-changes.ts";
import { type Job, type JobNeeds, jobs } from "./jobs.ts";
import { ensurePartitions } from "./keep-house.ts";
import { queueDatabase } from "./queue-database.ts";

/** Any number that nothing else in this database locks. */
const startLock = 7_290_043;

/**
 * Starts the platform's background work: the jobs by the clock (jobs.ts), and those after a
 * change (follow-changes.ts). When it resolves, the play log and stores' hours have every partition
 * that a row may fall into.
 */
export async function startJobs(
  needs: JobNeeds,
): Promise<{ keepDays(): void; stop(): Promise<void> }> {
  const { database, logger } = needs;
  await ensurePartitions(database.db, new Date());
  const queue = queueDatabase(database, logger);
  const boss = new PgBoss({ db: queue });
  boss.on("error", (error) =>
    logger.error({ error }, "the job queue failed; it tries again by itself"),
  );
  // several processes may start on one new database, and pg-boss makes its tables without asking
  // whether another does
  await database.dedicated(async (client) => {
    await client.query("select pg_advisory_lock($1)", [startLock]);
    try {
      await boss.start();
      for (const { name, cron } of jobs) {
        await boss.createQueue(name, { name, retryLimit: 0 });
        await boss.schedule(name, cron);
      }
    } finally {
      await client.query("select pg_advisory_unlock($1)", [startLock]);
    }
  });
  queue.start();
  const changes = followChanges(needs);
  const { keepAllCompanies } = changes;
  const stopping = new AbortController();
  const run = (job: Job) =>
    job.run({
      ...needs,
      db: database.db,
      now: new Date(),
      stopped: stopping.signal,
      keepAllCompanies,
    });
  for (const job of jobs)
    await boss.work(job.name, () =>
      inSpan(`job ${job.name}`, {}, () => noteJob(job.name, () => run(job))).catch(
        (error: unknown) => {
          // the queue keeps a job's error only in its tables, and people read the log
          logger.error({ err: error, job: job.name }, "a job failed");
          throw error;
        },
      ),
    );
  keepAllCompanies(); // the server may have been down for long, or the demo just filled
  return {
    /**
     * Queues all days and ledgers: for programs that filled the database other than by changing
     * stores.
     */
    keepDays: keepAllCompanies,
    async stop() {
      stopping.abort(new Error("the server stops"));
      await changes.stop();
      queue.stop();
      // `db` is ours: boss leaves the pool open
      await boss.stop({ graceful: true, wait: true, timeout: 5000 });
    },
  };
}
