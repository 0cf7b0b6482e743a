import { type AlertKind, alertKinds, alertKindWords } from "#contract/alerts/words";
import { recordOf } from "#contract/base/records";
import { wholeCompany } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import { broadcastToWalls } from "../../db/changes.ts";
import type { Database } from "../../db/database.ts";
import type { Tx } from "../../db/types.ts";
import { type Notice, notify, type Recipient } from "../notifications/index.ts";
import { announceEvents } from "../webhooks/index.ts";
import {
  endAlerts,
  findCompaniesToWatch,
  findOfflineChanges,
  findPeopleToTell,
  forgetPassedFaults,
  lockToWatch,
  markAlertsNotified,
  type NoticeToSend,
  noteFaults,
  raiseAlerts,
} from "./watch-stores.queries.ts";

/** Stores that a notice names; it counts the others. */
const namesEach = 10;

/**
 * For the job: watches all companies, one after the other. A failure does not stop the rest; it is
 * thrown at the end.
 */
export async function watchAllStores(database: Database, now: Date): Promise<void> {
  const failures = new Failures();
  for (const companyId of await findCompaniesToWatch(database.db))
    await failures.attempt(`company ${companyId}`, () => watchStores(database, companyId, now));
  failures.throwAny("not all stores were watched for alerts");
}

/**
 * Runs each minute (docs/decisions/alerts.md): records faults of a company's stores, raises those
 * that last, ends those that are over, and notifies people of both. All in one transaction: each
 * fault that is marked as notified has been notified.
 */
export const watchStores = (database: Database, companyId: number, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    const scope = wholeCompany(companyId);
    if (!(await lockToWatch(scope, tx))) return;
    await noteFaults(scope, tx, now);
    await forgetPassedFaults(scope, tx, now);
    const changes = [await endAlerts(scope, tx, now), await raiseAlerts(scope, tx, now)];
    if (changes.some(({ rowCount }) => rowCount)) broadcastToWalls(tx);
    for (const kind of ["store.offline", "store.back"] as const)
      await announceEvents(scope, tx, {
        kind,
        now,
        facts: await findOfflineChanges(scope, tx, now, kind),
      });
    for (const what of ["recovery", "fault"] as const) {
      const alertIds = await markAlertsNotified(scope, tx, now, what);
      if (alertIds.length > 0)
        await notifyPeople(
          tx,
          companyId,
          await findPeopleToTell(scope, tx, alertIds, namesEach),
          what,
        );
    }
  });

/** Sends one notice per person; people with the same notice are notified in one call. */
async function notifyPeople(
  tx: Tx,
  companyId: number,
  people: NoticeToSend[],
  what: "fault" | "recovery",
): Promise<void> {
  const byUser = new Map<number, NoticeToSend[]>();
  for (const one of people) byUser.set(one.userId, [...(byUser.get(one.userId) ?? []), one]);
  const alike = new Map<string, { notice: Notice; recipients: Recipient[] }>();
  for (const [userId, kinds] of byUser) {
    const notice = noticeOf(companyId, kinds, what);
    const key = JSON.stringify(notice);
    alike.set(key, {
      notice,
      recipients: [...(alike.get(key)?.recipients ?? []), { companyId, userId }],
    });
  }
  for (const { notice, recipients } of alike.values()) await notify(tx, recipients, notice);
}

const faultWords: Record<AlertKind, [one: string, several: string]> = {
  help: ["calls for help", "call for help"],
  offline: ["is offline", "are offline"],
  silent: ["is online but silent", "are online but silent"],
  "low-volume": ["plays below the threshold volume", "play below the threshold volume"],
  "not-playing": ["has not played for 24 hours", "have not played for 24 hours"],
  "log-ending": ["is running out of music", "are running out of music"],
  paused: ["has paused its music for long today", "have paused their music for long today"],
};
const recoveryLabels: Record<AlertKind, string> = {
  help: "helped",
  offline: "online again",
  silent: "playing again",
  "low-volume": "loud enough again",
  "not-playing": "playing again after 24 hours",
  "log-ending": "supplied with a log again",
  paused: "playing on a new day",
};
const recoveryWords: typeof faultWords = recordOf(alertKinds, (kind) => [
  `is ${recoveryLabels[kind]}`,
  `are ${recoveryLabels[kind]}`,
]);

function noticeOf(companyId: number, alerts: NoticeToSend[], what: "fault" | "recovery"): Notice {
  const kinds = alertKinds.flatMap((kind) => alerts.filter((one) => one.kind === kind));
  const [first] = kinds;
  if (!first) throw new Error("a notice needs at least one alert");
  const isFault = what === "fault";
  const words = (isFault ? faultWords : recoveryWords)[first.kind];
  const kind = isFault ? "WARN" : "SUCCESS";
  if (kinds.length === 1 && first.stores === 1)
    return {
      kind,
      title: `${first.names[0]} ${words[0]}`,
      item: { kind: "store", id: first.storeId, companyId },
    };
  const item = { kind: isFault ? "open alerts" : "ended alerts", id: companyId, companyId };
  if (kinds.length === 1)
    return { kind, title: `${first.stores} stores ${words[1]}`, detail: namesOf(first), item };
  const faults = kinds.reduce((sum, { stores }) => sum + stores, 0);
  const label = (of: AlertKind) => (isFault ? alertKindWords[of] : capitalised(recoveryLabels[of]));
  const detail = kinds.map((one) => `${label(one.kind)}: ${namesOf(one)}`);
  return {
    kind,
    title: isFault ? `${faults} new alerts` : `${faults} alerts are over`,
    detail: detail.join(" "),
    item,
  };
}

const namesOf = ({ names, stores }: NoticeToSend) =>
  `${names.join(", ")}${stores > names.length ? ` and ${stores - names.length} more` : ""}.`;
const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
