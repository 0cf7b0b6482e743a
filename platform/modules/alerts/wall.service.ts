import type { z } from "zod";
import type { changeAlerts as changeEndpoint, WallQuery, WallRow } from "#contract/alerts/wall";
import { type AlertAct, alertKindWords } from "#contract/alerts/words";
import { timeIn } from "#contract/base/dates";
import { libraryScope } from "../../access/scope.ts";
import { unitOf } from "../../access/units.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { notify } from "../notifications/index.ts";
import { listCommandsSince, listNowPlaying } from "../player/index.ts";
import {
  type AlertChange,
  type FoundAlert,
  findAlerts,
  lockAlerts,
  storeAlertChange,
} from "./alerts.queries.ts";
import { toRow } from "./alerts.service.ts";
import { countWall, findOwners, findWallPage, measureRepairs, type Owner } from "./wall.queries.ts";

/**
 * A page of the wall of the scope, or of all companies, with its counts as totals. Throws 404 for a
 * location that is not there or out of scope, 422 for a cursor that is not ours.
 */
export async function listWall(call: ScopedCall, query: WallQuery, { isOfAll = false } = {}) {
  const { scope, db, now, caller } = call;
  const { regionId, zoneId, groupId, storeId } = query;
  if (!isOfAll) await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  const wall = { isOfAll, username: caller.username, now };
  const [{ rows, page }, { total, ...totals }, repairs] = await Promise.all([
    findWallPage(scope, db, query, wall),
    countWall(scope, db, query, wall),
    measureRepairs(scope, db, query, wall),
  ]);
  const stores = rows.map(({ id, companyId, storeId, beganAt }) => ({
    id,
    companyId,
    storeId,
    beganAt,
  }));
  const [triedFor, nowPlayingOf] = await Promise.all([
    listCommandsSince(scope, db, stores, now),
    listNowPlaying(scope, db, stores, now),
  ]);
  return {
    data: rows.map(({ rowKey: _, ...row }): WallRow => {
      const { companyId, companyName, city, phone, alertsInWeek } = row;
      const tried = triedFor(row.id);
      const nowPlaying = nowPlayingOf(row);
      return {
        ...toRow(row),
        companyId,
        companyName,
        city,
        phone,
        alertsInWeek,
        tried,
        nowPlaying,
      };
    }),
    page: { ...page, total, totals: { ...totals, ...repairs } },
  };
}

/** The wall of all companies, for provider staff. */
export const listWallOfAll = async (call: SignedInCall, query: WallQuery) =>
  listWall({ ...call, scope: await libraryScope(call.db, call.caller) }, query, { isOfAll: true });

/** Throws 404 for an alert that is not there or out of scope. */
export async function listOwners({ scope, db, caller }: ScopedCall, id: number) {
  const [one] = await findAlerts(scope, db, [id]);
  if (!one) throw notFound();
  return findOwners(scope, db, { caller, alertIds: [id] });
}

type Change = z.output<typeof changeEndpoint.body>;

/**
 * Changes several alerts alike. An alert that is over, or that somebody changed since the version
 * given, is left unchanged and named. Throws 404 if one does not exist or is out of scope, 422 on
 * `alerts` if all are left, on `to` for a person who does not see their stores.
 */
export const changeAlerts = (call: ScopedCall, change: Change) =>
  call.database.transaction(async (tx) => {
    const { scope } = call;
    const versions = new Map(change.alerts.map(({ id, version }) => [id, version]));
    const locked = await lockAlerts(scope, tx, [...versions.keys()]);
    if (locked.length < versions.size) throw notFound();
    const owners = await findTargets(call, tx, change, locked);
    const left = locked.flatMap((one) => {
      const why = reasonToLeave(call, one, change, versions.get(one.id));
      return why ? [{ id: one.id, words: `${one.storeName}: ${why}` }] : [];
    });
    const leftIds = new Set(left.map(({ id }) => id));
    const changing = locked.filter(({ id }) => !leftIds.has(id));
    const [firstLeft] = left;
    if (changing.length === 0 && firstLeft) throw invalid({ alerts: firstLeft.words });
    const ids = changing.map(({ id }) => id);
    const [to] = owners;
    await storeAlertChange(scope, tx, ids, columnsOf(call, change, to));
    const after = new Map((await findAlerts(scope, tx, ids)).map((one) => [one.id, one]));
    await audit(
      tx,
      call,
      changing.map((one) => ({
        companyId: scope.companyId,
        action: auditActions[change.act],
        itemKind: "alert",
        itemId: one.id,
        itemName: nameOf(one),
        before: stateOf(one),
        after: stateOf(after.get(one.id) ?? one),
      })),
    );
    if (to && to.username !== call.caller.username)
      await notify(tx, [{ companyId: call.caller.companyId, userId: to.userId }], {
        kind: "WARN",
        title: `${call.caller.username} handed ${call.figures.counted(ids.length, "alert")} over to you`,
        detail: changing.map(nameOf).join(", ").slice(0, 500),
        item: { kind: "open alerts", id: scope.companyId, companyId: scope.companyId },
      });
    return { changed: ids.length, left };
  });

/** To whom alerts are handed over; each of them must be theirs to see. */
async function findTargets(
  { scope, caller }: ScopedCall,
  tx: Tx,
  { act, to }: Change,
  alerts: FoundAlert[],
): Promise<Owner[]> {
  if (act !== "hand-over") return [];
  const ids = alerts.map(({ id }) => id);
  const owners = await findOwners(scope, tx, { caller, alertIds: ids, username: to });
  if (owners.length < ids.length)
    throw invalid({ to: `There is nobody called “${to}” who sees these stores.` });
  return owners;
}

/** Gives the reason not to change an alert; undefined if there is none. */
function reasonToLeave(
  { caller }: ScopedCall,
  { version, endedAt, acknowledgedBy, acknowledgedAt, timeZone }: FoundAlert,
  { act }: Change,
  loaded: number | undefined,
): string | undefined {
  if (endedAt) return "this alert is over.";
  const isOthers = acknowledgedBy !== null && acknowledgedBy !== caller.username;
  const isOutdated = loaded === undefined ? act === "take" && isOthers : loaded !== version;
  if (!isOutdated) return undefined;
  return isOthers && acknowledgedAt
    ? `${acknowledgedBy} has it since ${timeIn(timeZone, acknowledgedAt)}.`
    : "somebody changed this alert meanwhile. Look at it again.";
}

function columnsOf({ caller, now }: ScopedCall, change: Change, to?: Owner): AlertChange {
  const { act, minutes = 0, cause, note } = change;
  const noteColumns = note ? { note, notedBy: caller.username } : {};
  const causeColumn = cause ? { cause } : {};
  const columns: Record<AlertAct, AlertChange> = {
    take: { acknowledgedBy: caller.username, acknowledgedAt: now, snoozedUntil: null },
    release: { acknowledgedBy: null, acknowledgedAt: null },
    "hand-over": { acknowledgedBy: to?.username, acknowledgedAt: now, snoozedUntil: null },
    snooze: { snoozedUntil: new Date(now.getTime() + minutes * 60_000) },
    note: {},
    close: { endedAt: now, ending: "closed", closedBy: caller.username },
  };
  return Object.assign(columns[act], noteColumns, causeColumn);
}

const auditActions: Record<AlertAct, string> = {
  take: "alert taken",
  release: "alert released",
  "hand-over": "alert handed over",
  snooze: "alert put off",
  note: "alert note written",
  close: "alert closed",
};

const nameOf = ({ storeName, kind }: FoundAlert) => `${storeName}: ${alertKindWords[kind]}`;
const stateOf = ({ acknowledgedBy, note, cause, snoozedUntil, ending }: FoundAlert) => ({
  acknowledgedBy,
  note,
  cause,
  snoozedUntil,
  ending,
});
