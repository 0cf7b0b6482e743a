import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { memberNames } from "#contract/base/records";
import type { serviceParts, serviceStates, serviceStatus } from "#contract/status/endpoints";
import type { Database } from "../../db/database.ts";
import { takesFiles } from "../../files/disk-room.ts";
import type { Services } from "../../services.ts";
import type { StorageState } from "../session/index.ts";
import { findLastJobEnd } from "./status.queries.ts";

type Part = (typeof serviceParts)[number];
type State = (typeof serviceStates)[number];
type Status = z.output<typeof serviceStatus.data>;

/**
 * Milliseconds for which an answer is given again, so that visitors cannot make work, and that a
 * check may take.
 */
const keptFor = 30_000;
const checkedWithin = 3_000;
/** Jobs run each minute; a process that starts has this long until the first. */
const jobsWithin = 5 * 60_000;

export type StatusNeeds = Pick<Services, "files" | "mail"> & {
  storage: () => Promise<StorageState>;
};

const ofStorage = { writable: "operational", "read only": "read only", full: "degraded" } as const;
const stateOf = (isWell: boolean): State => (isWell ? "operational" : "degraded");

/**
 * Checks each part of the service on request, at most twice a minute, and remembers since when its
 * state has lasted.
 */
export function statusService({ files, mail, storage }: StatusNeeds) {
  const states = new Map<Part, { state: State; since: number }>();
  const began = Date.now();
  let checked: { at: number; work: Promise<Status> } | undefined;

  const look = async (database: Database): Promise<Status> => {
    const checks: Record<Part, () => Promise<State>> = {
      api: async () => "operational",
      database: async () => ((await database.alive()) ? ofStorage[await storage()] : "degraded"),
      files: async () =>
        stateOf(
          (await files.stat(`status/${randomUUID()}`)) === undefined && (await takesFiles(files)),
        ),
      email: async () => stateOf(await mail.answers()),
      jobs: async () =>
        stateOf(
          Date.now() -
            Math.max(began, (await findLastJobEnd(database.reserved.db))?.getTime() ?? 0) <
            jobsWithin,
        ),
    };
    const parts = memberNames(checks).map(async (part) => {
      const state = await within(checkedWithin, checks[part]());
      const last = states.get(part);
      const { since } = last?.state === state ? last : { since: last ? Date.now() : began };
      states.set(part, { state, since });
      return { part, state, since: new Date(since).toISOString() };
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

/** "degraded" where the check fails or takes too long. */
async function within(ms: number, check: Promise<State>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(() => resolve("degraded"), ms);
  });
  return Promise.race([check.catch((): State => "degraded"), late]).finally(() =>
    clearTimeout(timer),
  );
}
