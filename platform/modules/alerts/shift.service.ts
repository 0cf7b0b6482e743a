import type { z } from "zod";
import type {
  handOverShift as handOverEndpoint,
  ShiftAlert,
  Shift as ShownShift,
} from "#contract/alerts/shift";
import { alertKindWords, alertsAtOnce } from "#contract/alerts/words";
import { emailOutcome } from "#contract/emails/words";
import { libraryScope } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { deliverEmail, type Mailer, queueEmail } from "../emails/index.ts";
import { notify } from "../notifications/index.ts";
import { toRow } from "./alerts.service.ts";
import { handOverDetails } from "./hand-over-email.ts";
import {
  assignAlerts,
  type Colleague,
  countShift,
  type FoundShiftAlert,
  findColleagues,
  findOwnAlerts,
  findRepeatingStores,
  findShiftAlerts,
  lockOwnAlerts,
  measureRepairsByCause,
} from "./shift.queries.ts";

type ShiftQuery = { hours: number };

/** Shows the alerts of a shift of `hours` up to now, in scope or for all companies. */
export async function showShift(
  { scope, db, now, caller }: ScopedCall,
  { hours }: ShiftQuery,
  { isOfAll = false } = {},
): Promise<ShownShift> {
  const since = new Date(now.getTime() - hours * 3_600_000);
  const shift = { isOfAll, username: caller.username, now, since };
  const [counts, alerts, own, repeating, repairs] = await Promise.all([
    countShift(scope, db, shift),
    findShiftAlerts(scope, db, shift),
    findOwnAlerts(scope, db, shift, alertsAtOnce),
    findRepeatingStores(scope, db, shift),
    measureRepairsByCause(scope, db, shift),
  ]);
  const ids = own.map(({ id }) => id);
  const people = await findColleagues(scope, db, shift, { caller, ids });
  return {
    since: since.toISOString(),
    counts,
    alerts: alerts.map(toShiftAlert),
    own: own.map(toShiftAlert),
    colleagues: people.flatMap(({ username, name }) =>
      username === caller.username ? [] : [{ username, name }],
    ),
    repeating,
    repairs,
  };
}

/** Shows the same for all companies, to provider staff. */
export const showShiftOfAll = async (call: SignedInCall, query: ShiftQuery) =>
  showShift({ ...call, scope: await libraryScope(call.db, call.caller) }, query, { isOfAll: true });

const toShiftAlert = ({
  companyId,
  companyName,
  city,
  opened,
  taken,
  ...row
}: FoundShiftAlert): ShiftAlert => ({
  ...toRow(row),
  companyId,
  companyName,
  city,
  opened,
  taken,
});

type Body = z.output<typeof handOverEndpoint.body>;

/**
 * Makes a colleague the owner of the caller's own alerts, and emails one list of them. Gives their
 * number and the email's status. Throws 422 on `ids` if none is the caller's own, on `to` for
 * somebody who does not see all their stores.
 */
export async function handOverShift(
  call: ScopedCall & { emails: Mailer },
  { to, ids, note }: Body,
  { isOfAll = false } = {},
) {
  const { scope, now, caller, database, emails } = call;
  const shift = { isOfAll, username: caller.username, now, since: now };
  const { alerts, key } = await database.transaction(async (tx) => {
    const own = await lockOwnAlerts(scope, tx, shift, ids);
    if (own.length === 0)
      throw invalid({ ids: "These alerts are over, or somebody else has them." });
    const ownIds = own.map(({ id }) => id);
    const [colleague] = await findColleagues(scope, tx, shift, {
      caller,
      ids: ownIds,
      username: to,
    });
    if (colleague?.alerts !== own.length || colleague.username === caller.username)
      throw invalid({ to: `There is nobody called “${to}” who sees all these stores.` });
    const { username } = colleague;
    await assignAlerts(scope, tx, own, { username, now });
    await audit(
      tx,
      call,
      own.map((one) => ({
        companyId: one.companyId,
        action: "alert handed over",
        itemKind: "alert",
        itemId: one.id,
        itemName: nameOf(one),
        before: { acknowledgedBy: caller.username },
        after: { acknowledgedBy: username },
      })),
    );
    return { alerts: own.length, key: await announceHandOver(call, tx, { colleague, own, note }) };
  });
  return { alerts, email: await deliverEmail({ database, now, emails }, key) };
}

/** Hands over alerts of all companies, for provider staff. Throws as `handOverShift` does. */
export const handOverShiftOfAll = async (call: SignedInCall & { emails: Mailer }, body: Body) =>
  handOverShift({ ...call, scope: await libraryScope(call.db, call.caller) }, body, {
    isOfAll: true,
  });

const nameOf = ({ storeName, kind }: FoundShiftAlert) => `${storeName}: ${alertKindWords[kind]}`;

/** Notifies a colleague, and queues the one email: the notification is not emailed as well. */
async function announceHandOver(
  { caller, now, figures }: ScopedCall,
  tx: Parameters<typeof notify>[0],
  {
    colleague,
    own,
    note = "",
  }: { colleague: Colleague; own: FoundShiftAlert[]; note?: string | undefined },
) {
  const { companyId, username } = caller;
  const { userId, email, firstName } = colleague;
  const [first] = own;
  const key = await queueEmail(
    tx,
    {
      companyId,
      itemKind: "alert",
      itemId: first?.id ?? 0,
      kind: "hand-over",
      recipient: email,
      details: handOverDetails({
        from: username,
        to: colleague.username,
        firstName,
        note,
        alerts: own.map(({ companyId, id }) => ({ companyId, id })),
      }),
      sender: { companyId, id: caller.id },
      isFurther: true,
    },
    now,
  );
  await notify(
    tx,
    [{ companyId, userId }],
    {
      kind: "WARN",
      title: `${username} handed ${figures.counted(own.length, "alert")} over to you`,
      detail: [note, own.map(nameOf).join(", ")].filter(Boolean).join(" · ").slice(0, 500),
      item: { kind: "open alerts", id: companyId, companyId },
    },
    { mailedAt: now, emailId: key.id },
  );
  return key;
}

/** Describes how many alerts were handed over, and what became of the email. */
export const describeHandOver = (
  { figures }: Pick<SignedInCall, "figures">,
  { alerts, email }: Awaited<ReturnType<typeof handOverShift>>,
): string =>
  [
    `${figures.counted(alerts, "alert")} handed over.`,
    ...(email ? [`${emailOutcome("The list", email)}.`] : []),
  ].join(" ");
