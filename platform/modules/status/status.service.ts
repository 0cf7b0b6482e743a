import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { serviceParts, serviceStatus } from "#contract/status/endpoints";
import type { Database } from "../../db/database.ts";
import { takesFiles } from "../../files/disk-room.ts";
import type { Services } from "../../services.ts";
import { findLastJobEnd } from "./status.queries.ts";

type Part = (typeof serviceParts)[number];
type Status = z.output<typeof serviceStatus.data>;

/**
 * Milliseconds for which an answer is given again, so that visitors cannot make work, and that a
 * check may take.
 */
const keptFor = 30_000;
const checkedWithin = 3_000;
/** Jobs run each minute; a process that starts has this long until the first. */
const jobsWithin = 5 * 60_000;

/**
 * Checks each part of the service on request, at most twice a minute, and remembers since when its
 * state has lasted.
 */
export function statusService({ files, mail }: Pick<Services, "files" | "mail">) {
  const states = new Map<Part, { isWell: boolean; since: number }>();
  const began = Date.now();
  let checked: { at: number; work: Promise<Status> } | undefined;

  const look = async (database: Database): Promise<Status> => {
    const checks: Record<Part, () => Promise<boolean>> = {
      api: async () => true,
      database: async () => (await database.alive()) && (await database.hasRoom()),
      files: async () =>
        (await files.stat(`status/${randomUUID()}`)) === undefined && (await takesFiles(files)),
      email: () => mail.answers(),
      jobs: async () =>
        Date.now() - Math.max(began, (await findLastJobEnd(database.reserved.db))?.getTime() ?? 0) <
        jobsWithin,
    };
    const parts = Object.entries(checks).map(async ([name, check]) => {
      const part = name as Part;
      const isWell = await within(checkedWithin, check());
      const lastState = states.get(part);
      const state =
        lastState?.isWell === isWell
          ? lastState
          : { isWell, since: lastState ? Date.now() : began };
      states.set(part, state);
      return {
        part,
        state: isWell ? ("operational" as const) : ("degraded" as const),
        since: new Date(state.since).toISOString(),
      };
    });
    return { parts: await Promise.all(parts) };
  };

  return {
    showStatus(database: Database): Promise<Status> {
      if (!checked || Date.now() - checked.at > keptFor)
        checked = { at: Date.now(), work: look(database) };
      return checked.work;
    },
  };
}

/** False where the check fails or takes too long. */
async function within(ms: number, check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  return Promise.race([check.catch(() => false), late]).finally(() => clearTimeout(timer));
}
