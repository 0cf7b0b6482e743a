import { setTimeout as pause } from "node:timers/promises";
import type { Database, DatabaseLogger } from "../platform/db/database.ts";
import { createHistory } from "./history.ts";
import type { Recordings } from "./recordings.ts";
import { publishDays, publishedLogs } from "./schedules.ts";
import {
  affordableDays,
  fillPast,
  fillToday,
  openDemo,
  type ProgressListener,
  seedDemo,
} from "./seed.ts";
import { startSimulator } from "./simulator.ts";

export type DemoNeeds = {
  database: Database;
  filesDir: string;
  stores: number;
  historyDays: number;
  recordings: Promise<Recordings>;
  logger: DatabaseLogger;
  /** Called when campaigns were booked on days, so that these are looked at. */
  keepDays?: (() => void) | undefined;
};
/** Days of the demo's past that are there, of how many; null once all are. */
export type DemoHistory = { days: number; of: number } | null;

const hour = 3_600_000;
const publishedDays = 7;
/** Days of stores. A past so short is there before the server opens. */
const shortPast = 500;
/** A server of more stores opens without today's plays as well. */
const manyStores = 1_000;
const longestRest = 2_000;

/** Reports the progress of the first start to the parent process (`npm run demo`). */
const tell: ProgressListener = (progress) => process.send?.({ progress });

/**
 * Fills the demo once, keeps a week published ahead, and keeps its stores playing what is
 * published, until `stop`. Resolves when the server can open: filling the past goes on after that
 * (docs/decisions/demo-data.md), and `history` gives its progress.
 */
export async function runDemo({
  keepDays,
  ...needs
}: DemoNeeds): Promise<{ history(): DemoHistory; stop(): Promise<void> }> {
  const { database, logger, stores, historyDays } = needs;
  const past = createHistory(database, publishedLogs);
  // days are out before they begin: what plays today was due from midnight on
  const publish = (now: Date, days: number, behind: { stopped?: AbortSignal } = {}) =>
    publishDays(database, { now, days, at: new Date(now.getTime() - 72 * hour), ...behind });
  const demo = { ...needs, now: new Date(), history: past, publish, tell };
  const stopping = new AbortController();
  const behind = {
    ...demo,
    tell: () => {},
    publish: (now: Date, days: number) => publish(now, days, { stopped: stopping.signal }),
    rest: restAsLong(stopping.signal),
  };
  let simulator: ReturnType<typeof startSimulator> | undefined;
  const simulate = () => {
    simulator ??= startSimulator({ database, history: past, now: () => new Date(), logger });
  };
  const isShort = stores * historyDays <= shortPast;
  const of = affordableDays(stores, historyDays);
  let history: DemoHistory = null;
  const countDays = async () => {
    const missing = new Set((await past.findMissing(of, demo.now)).map(({ day }) => day)).size;
    history = missing > 0 ? { days: of - missing, of } : null;
  };
  if (isShort) await seedDemo(demo);
  else {
    await openDemo(demo);
    await publish(demo.now, 1);
    if (stores <= manyStores) await fillToday(demo);
    await countDays();
  }
  if (isShort || stores <= manyStores) simulate();
  const fill = async () => {
    await fillToday(behind);
    simulate();
    await fillPast({ ...behind, onDay: countDays, ...(keepDays && { onCampaigns: keepDays }) });
  };
  const filling = (isShort ? Promise.resolve() : fill()).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      logger.error(
        { err: error },
        "the demo's past could not be filled; the next start goes on with it",
      );
  });
  let pendingPublish = Promise.resolve();
  const timer = setInterval(() => {
    pendingPublish = publishDays(database, { now: new Date(), days: publishedDays }).catch(
      (error: unknown) => logger.error({ err: error }, "the demo's week could not be published"),
    );
  }, hour);
  return {
    history: () => history,
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error("the server stops"));
      await filling;
      await pendingPublish;
      await simulator?.stop();
    },
  };
}

/**
 * The embedded engine does one thing at a time: so that pages are answered, each pause is as long
 * as the work before it.
 */
function restAsLong(signal: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    await pause(Math.min(performance.now() - began, longestRest), undefined, { signal });
    began = performance.now();
  };
}
