import type { StoreBreaks } from "#contract/schedule/day-figures";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { NewPlaylist, Publication } from "../logs/write-playlists.queries.ts";
import type { GroupId } from "./groups.queries.ts";
import type { DayRecord } from "./make-days.ts";
import type { ChainDay } from "./schedule-days.ts";

/** The needs of making days; the demo and jobs have no caller. */
export type PlanningCall = Pick<ScopedCall, "scope" | "database" | "db" | "now"> & {
  /** Aborts work that runs behind when the process ends; no further group is planned. */
  stopped?: AbortSignal;
};

/**
 * The work on a day: `draft` makes one; `publish` publishes its draft if that is
 * current, else a day made now; `follow` publishes a new version that keeps what it can of the
 * published one. If nothing changed, `follow` keeps the published version and the logs of stores
 * whose own facts are the same; what has begun to play stays in all.
 */
export type DayWork = "draft" | "publish" | "follow";

export type PlannedGroup = {
  groupId: GroupId;
  name: string;
  /** `stores` have a new log; of a version that `stays`, others keep theirs. */
  days: {
    day: string;
    id: number;
    work: DayWork;
    stays: boolean;
    stores: number;
    openStores: number;
    silent: number;
    newBreaks: number;
    storeBreaks: StoreBreaks[];
  }[];
};
export type Plan = {
  from: string;
  to: string;
  work: (at: ChainDay, groupId: GroupId) => DayWork | null;
  publishing: (at: ChainDay) => Omit<Publication, "at">;
  /** Stores that get new logs of a day that is followed, even from the same inputs. */
  outdatedLogs?: (at: ChainDay, groupId: GroupId) => readonly number[] | undefined;
  /** True if nobody waits for the days: others are made first. */
  isBackground?: boolean;
  /** Done in the transaction of each group. */
  record?: (tx: Tx, group: PlannedGroup) => Promise<void>;
};

export type PlannedDay = {
  at: ChainDay;
  work: DayWork;
  version: NewPlaylist;
  stays: boolean;
  /** The stores whose logs stay with it. */
  unchanged: ReadonlySet<number> | undefined;
  logs: DayRecord["logs"];
  refused: DayRecord["refused"];
  isDraft: boolean;
  silent: number;
  /** Songs for which a day that is followed gives up unbreakable rules, beyond those before. */
  newBreaks: number;
  /** Only the new ones of a day that is followed. */
  storeBreaks: StoreBreaks[];
};

export const noStores: ReadonlySet<number> = new Set();
