import type { Database, DatabaseLogger } from "../db/client.ts";
import { publishedLogs, publishWeek } from "./schedules.ts";
import { seedDemo, type Tell } from "./seed.ts";
import { startSimulator } from "./simulator.ts";

type Needs = { database: Database; filesDir: string; stores: number; historyDays: number; logger: DatabaseLogger };

const hour = 3_600_000;

/** Says how far the first start is, to who waits for it (`npm run demo`). */
const tell: Tell = (progress) => process.send?.({ progress });

/** Fills the demo once, keeps a week published ahead, and keeps its stores playing what is published, until `stop`. */
export async function runDemo({ database, logger, ...sizes }: Needs): Promise<{ stop(): Promise<void> }> {
  const publish = (say: Tell = () => {}) => publishWeek(database, new Date(), say);
  await seedDemo({ database, logger, now: new Date(), beforeHistory: () => publish(tell), publishedLogs, tell, ...sizes });
  await publish(tell);
  const simulator = startSimulator({ database, now: () => new Date(), logger, publishedLogs });
  let publishing = Promise.resolve();
  const timer = setInterval(() => {
    publishing = publish().catch((error: unknown) => logger.error({ err: error }, "the demo's week could not be published"));
  }, hour);
  return {
    async stop() {
      clearInterval(timer);
      await publishing;
      await simulator.stop();
    },
  };
}
