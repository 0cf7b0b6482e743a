import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import {
  handOverShift,
  handOverShiftOfAll,
  type Shift,
  type ShiftAlert,
  showShift,
  showShiftOfAll,
} from "#contract/alerts/shift";
import { alertCauseLabels, alertKindWords, shiftHours } from "#contract/alerts/words";
import { showInstant } from "#contract/base/dates";
import { withNames } from "~/lib/audit/people.server";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { duration } from "~/lib/stores/store-state";
import { withMembers } from "~/ui/frame/address";
import { alertTones } from "./alerts.server";
import { shiftPath } from "./paths";
import { shiftTexts } from "./shift-texts";
import { isOfAll, leadBack } from "./wall.server";

const Address = z.object({ hours: showShift.query.shape.hours });
const { body } = handOverShift;

const minutes = (count: number) => duration(count * 60_000);

/** Loads a shift's hand-over, for all companies or for the person's own. */
export async function loadShift(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const query = readQuery(request, Address);
  const [{ data }, { company }] = await load(() =>
    Promise.all([
      isOfAll(pageContext) ? api.call(showShiftOfAll, { query }) : api.call(showShift, { query }),
      findCompanies(context, pageContext),
    ]),
  );
  const now = new Date();
  const alerts = await withNames(pageContext, data.alerts, "acknowledgedBy", "notedBy", "closedBy");
  const rows = alerts.map((alert) => shownAlert(alert, pageContext, now));
  const zone = zoneOf(company);
  const own = data.own.map((alert) => ({
    value: ids.encrypt("alert", alert.id),
    label: shiftTexts.own(alert.storeName, alertKindWords[alert.kind], sinceOf(alert)),
  }));
  return {
    hours: query.hours,
    choices: shiftHours.choices.map((hours) => ({
      label: shiftTexts.hours(hours),
      to: withMembers(shiftPath, { hours: hours === shiftHours.usual ? undefined : hours }),
      current: hours === query.hours,
    })),
    lead: shiftTexts.lead(showInstant(new Date(data.since), zone), showInstant(now, zone)),
    counts: data.counts,
    open: rows.filter(({ ended, snoozed }) => !ended && !snoozed),
    snoozed: rows.filter(({ ended, snoozed }) => !ended && snoozed),
    over: rows.filter(({ ended }) => ended),
    own,
    colleagues: data.colleagues.map(({ username, name }) => ({
      value: username,
      label: `${name} (${username})`,
    })),
    constraints: constraintsOf(body),
    values: { ids: own.map(({ value }) => value) },
    repeating: data.repeating.map(({ companyName, city, ...store }) => ({
      key: `${companyName} ${store.storeId}`,
      name: store.storeName,
      place: [companyName, city].filter(Boolean).join(", "),
      alerts: store.alerts,
      lasted: minutes(store.minutes),
    })),
    repairs: data.repairs.map(shownRepair),
  };
}

const shownRepair = ({ cause, alerts, minutes: count }: Shift["repairs"][number]) => ({
  key: cause ?? "none",
  cause: cause ? alertCauseLabels[cause] : shiftTexts.noCause,
  alerts,
  time: minutes(count),
});

const sinceOf = ({ beganAt, timeZone }: ShiftAlert) => showInstant(new Date(beganAt), timeZone);

function shownAlert(alert: ShiftAlert, { ids }: PageContext, now: Date) {
  const { kind, timeZone, beganAt, endedAt, ending, cause, snoozedUntil, opened, taken } = alert;
  const at = (instant: string) => showInstant(new Date(instant), timeZone);
  const endings = {
    closed: shiftTexts.closed(cause ? alertCauseLabels[cause] : "", alert.closedBy ?? ""),
    recovered: "Recovered",
    deactivated: "Store deactivated",
  };
  return {
    key: ids.encrypt("alert", alert.id),
    store: alert.storeName,
    place: [alert.companyName, alert.city].filter(Boolean).join(", "),
    kind: { words: alertKindWords[kind], tone: alertTones[kind] },
    began: at(beganAt),
    lasted: duration((endedAt ? Date.parse(endedAt) : now.getTime()) - Date.parse(beganAt)),
    inShift: [opened ? "opened" : "opened before", taken ? "taken" : ""].filter(Boolean).join(", "),
    owner: alert.acknowledgedBy,
    note: alert.note,
    notedBy: alert.notedBy,
    snoozed: snoozedUntil && Date.parse(snoozedUntil) > now.getTime() ? at(snoozedUntil) : null,
    ended: endedAt && at(endedAt),
    ending: ending && endings[ending],
  };
}

/** Hands the selected alerts over, and reports what became of the email. */
export async function saveHandOver(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const form = await readForm(args.request, body, { ids });
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    isOfAll(pageContext)
      ? api.call(handOverShiftOfAll, { body: value })
      : api.call(handOverShift, { body: value }),
  );
  return refused ?? leadBack(args, shiftPath, "success", reply.message);
}
