import type { AlertQuery, AlertRow } from "#contract/alerts/endpoints";
import { alertKindWords } from "#contract/alerts/words";
import { unitOf } from "../../access/units.ts";
import { notFound, OutdatedForm } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  countAlerts,
  type FoundAlert,
  findAlertPage,
  findAlerts,
  lockAlerts,
  storeAlertChange,
  takenBy,
} from "./alerts.queries.ts";

/**
 * Throws 404 for a location that is not there or out of scope, 422 for a cursor that is not ours.
 */
export async function listAlerts({ scope, db }: ScopedCall, query: AlertQuery) {
  const { regionId, zoneId, groupId, storeId } = query;
  await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  const { rows, page } = await findAlertPage(scope, db, query);
  return { data: rows.map(toRow), page: { ...page, total: await countAlerts(scope, db, query) } };
}

/** Throws 404 for an alert that is not there or out of scope. */
export async function showAlert({ scope, db }: ScopedCall, id: number): Promise<AlertRow> {
  const [row] = await findAlerts(scope, db, [id]);
  if (!row) throw notFound();
  return toRow(row);
}

type Target = { acknowledged: boolean; note?: string | undefined; version?: number | undefined };

/**
 * Throws 404 for an alert that is not there or out of scope, 422 on `note` where somebody changed
 * it since the version given.
 */
export async function changeAlert(call: ScopedCall, id: number, target: Target): Promise<AlertRow> {
  const [changed] = await acknowledge(call, [id], target);
  if (!changed) throw notFound();
  return toRow(changed);
}

/**
 * Acknowledges those of the alerts that are within the scope; gives how many. Those that somebody
 * has acknowledged stay theirs.
 */
export async function acknowledgeAlerts(
  call: ScopedCall,
  { ids, note }: { ids: number[]; note?: string | undefined },
) {
  const changed = await acknowledge(
    call,
    ids,
    { acknowledged: true, note },
    { isAcknowledgedKept: true },
  );
  return { acknowledged: changed.length };
}

function acknowledge(
  call: ScopedCall,
  ids: number[],
  target: Target,
  { isAcknowledgedKept = false } = {},
): Promise<FoundAlert[]> {
  const { scope, now, caller } = call;
  return call.database.transaction(async (tx) => {
    const locked = await lockAlerts(scope, tx, ids);
    const before = isAcknowledgedKept
      ? locked.filter(({ acknowledgedAt }) => acknowledgedAt === null)
      : locked;
    const { acknowledged, note = "" } = target;
    const isSame = (one: FoundAlert) =>
      (one.acknowledgedAt !== null) === acknowledged && (one.note ?? "") === note;
    const changing = before.filter((one) => !isSame(one));
    if (changing.length === 0) return before;
    for (const one of changing) refuseOutdatedNote(one, target.version);
    const changingIds = changing.map(({ id }) => id);
    const { username } = caller;
    await storeAlertChange(
      scope,
      tx,
      changingIds,
      acknowledged
        ? { ...takenBy(username, now), note: note || null, notedBy: note ? username : null }
        : { acknowledgedBy: null, acknowledgedAt: null, note: null, notedBy: null },
    );
    const after = new Map((await findAlerts(scope, tx, changingIds)).map((one) => [one.id, one]));
    await audit(
      tx,
      call,
      changing.map((one) => ({
        companyId: scope.companyId,
        action: acknowledged ? "alert acknowledged" : "alert acknowledgement removed",
        itemKind: "alert",
        itemId: one.id,
        itemName: `${one.storeName}: ${alertKindWords[one.kind]}`,
        before: acknowledgementOf(one),
        after: acknowledgementOf(after.get(one.id) ?? one),
      })),
    );
    return before.map((one) => after.get(one.id) ?? one);
  });
}

/**
 * Two people's notes never overwrite each other unseen. The refusal carries the version that saves
 * it all the same.
 */
function refuseOutdatedNote(
  { version, acknowledgedBy, notedBy, note }: FoundAlert,
  loaded: number | undefined,
) {
  if (loaded === undefined || loaded === version) return;
  const who = notedBy ?? acknowledgedBy ?? "Someone";
  const change =
    note === null
      ? `${who} has cleared this in the meantime.`
      : `${who} has changed this to “${note}” in the meantime.`;
  throw new OutdatedForm(version, [
    { field: "note", message: `${change} Save again to keep your entry.` },
  ]);
}

const acknowledgementOf = ({ acknowledgedBy, note }: FoundAlert) => ({ acknowledgedBy, note });

export const toRow = ({
  beganAt,
  toldAt,
  endedAt,
  acknowledgedAt,
  snoozedUntil,
  ...alert
}: FoundAlert): AlertRow => ({
  ...alert,
  beganAt: beganAt.toISOString(),
  toldAt: toldAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
  snoozedUntil: snoozedUntil?.toISOString() ?? null,
});
