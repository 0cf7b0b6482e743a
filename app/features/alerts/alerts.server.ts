import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import {
  AlertQuery,
  type AlertRow,
  acknowledgeAlerts,
  alertNote,
  changeAlert,
  findAlert,
  listAlerts,
} from "#contract/alerts/endpoints";
import { type AlertKind, alertKindWords } from "#contract/alerts/words";
import { showInstant } from "#contract/base/dates";
import type { Input } from "#contract/base/endpoint";
import { version } from "#contract/base/fields";
import { locationPath } from "#contract/base/location-path";
import { mayOpen } from "#contract/base/roles";
import { findStore } from "#contract/stores/endpoints";
import { storePath } from "~/features/stores/paths";
import { withNames } from "~/lib/audit/people.server";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { contactOf } from "~/lib/stores/contact";
import { helpCallOf } from "~/lib/stores/help-call";
import { duration } from "~/lib/stores/store-state";
import { loadStoresToday } from "~/lib/stores/stores-today.server";
import { commandPlaces, troubleSteps } from "~/lib/stores/trouble-texts";
import type { Tone } from "~/ui/frame/pill";
import { alertFinding, alertsFinding } from "./finding";
import { alertsPath } from "./paths";
import { alertsTexts } from "./texts";

const Address = listAddress(AlertQuery.omit({ companyId: true, storeId: true, limit: true }).shape);

/** A page of the alerts that match the filters of the address. */
export async function loadAlerts({ request }: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, person } = pageContext;
  const { row, ...query } = readQuery(request, Address, { ids });
  const [{ alerts, today }, unacknowledged, locations] = await load(() =>
    Promise.all([
      loadRows(pageContext, { query }),
      api.call(listAlerts, { query: { acknowledged: "no", limit: 1 } }),
      loadLocations(pageContext),
    ]),
  );
  redirectFromMisplaced(request, locations, query);
  const filters = {
    kind: query.kind,
    acknowledged: query.acknowledged,
    ...encryptUnits(query, ids),
  };
  const isWhole = query.state === "open" && !Object.values(filters).some(Boolean);
  const numbers = {
    open: alerts.page.total ?? alerts.data.length,
    unacknowledged: unacknowledged.page.total ?? 0,
  };
  return {
    state: query.state,
    // the finding is about all open alerts, so a filtered list has none
    finding: isWhole ? alertsFinding(numbers, pageContext.figures) : undefined,
    filters,
    choices: unitChoices(locations, query, ids),
    sort: query.sort,
    row,
    page: alerts.page,
    rows: (await withNames(pageContext, alerts.data, "acknowledgedBy")).map((alert) => ({
      ...shownAlert(alert, pageContext),
      today: today.get(alert.storeId) ?? null,
    })),
    maySet: mayOpen(person, "STORES"),
  };
}

export const alertTones: Record<AlertKind, Tone> = {
  help: "bad",
  offline: "bad",
  silent: "warn",
  "low-volume": "warn",
  "not-playing": "bad",
  "log-ending": "warn",
  paused: "warn",
};

/** Loads a page of the list; for open alerts also each store's day. */
async function loadRows(pageContext: PageContext, input: Input<typeof listAlerts>) {
  const alerts = await pageContext.api.call(listAlerts, input);
  const storeIds = input.query?.state === "ended" ? [] : alerts.data.map(({ storeId }) => storeId);
  return { alerts, today: await loadStoresToday(pageContext, storeIds) };
}

/** An alert in words, on the store's clock. */
function shownAlert(alert: AlertRow, { ids, person }: Pick<PageContext, "ids" | "person">) {
  const {
    id,
    kind,
    storeId,
    storeCode,
    storeName,
    timeZone,
    beganAt,
    endedAt,
    toldAt,
    ending,
    acknowledgedBy,
    note,
  } = alert;
  const at = (instant: string) => showInstant(new Date(instant), timeZone);
  const untold = endedAt ? alertsTexts.neverTold : alertsTexts.untold;
  return {
    ref: ids.encrypt("alert", id),
    kind: { words: alertKindWords[kind], tone: alertTones[kind] },
    store: {
      name: storeName,
      code: storeCode,
      to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", storeId)) : null,
    },
    location: locationPath(alert.regionName, alert.zoneName, alert.groupName),
    began: at(beganAt),
    lasted: duration((endedAt ? Date.parse(endedAt) : Date.now()) - Date.parse(beganAt)),
    ended:
      endedAt &&
      `${at(endedAt)}${ending === "deactivated" ? ` (${alertsTexts.deactivated.toLowerCase()})` : ""}`,
    notifiedAt: toldAt ? at(toldAt) : untold,
    acknowledgedBy,
    note,
  };
}

/** Acknowledges the ticked alerts and reports the result. */
export async function acknowledgeChosen(
  { request, context }: ActionFunctionArgs,
  { api, ids }: PageContext,
): Promise<void> {
  const refs = [...new Set((await request.formData()).getAll("id").map(String))];
  if (refs.length === 0) return context.session.flash("error", alertsTexts.select);
  const { message } = await load(() =>
    api.call(acknowledgeAlerts, { body: { ids: refs.map((ref) => ids.decrypt("alert", ref)) } }),
  );
  context.session.flash("success", message);
}

const idOfAddress = ({ params }: LoaderFunctionArgs, { ids }: PageContext) => ({
  id: ids.decrypt("alert", params.id ?? ""),
});

const Posted = z.object({ note: alertNote, version: version.optional() });

/** Loads an alert and, while it lasts, whom to call and what to do. */
export async function loadAlert(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, person } = pageContext;
  const { data, store } = await load(async () => {
    const { data } = await api.call(findAlert, { params: idOfAddress(args, pageContext) });
    const mayHelp = mayOpen(person, "STORES") && !data.endedAt;
    const store = mayHelp && (await api.call(findStore, { query: { id: data.storeId } })).data;
    return { data, store };
  });
  const [alert = data] = await withNames(pageContext, [data], "acknowledgedBy");
  const words = shownAlert(alert, pageContext);
  return {
    ...words,
    finding: alertFinding({ ...data, lasted: words.lasted, isOver: data.endedAt !== null }),
    call: helpCallOf(data, ids),
    help: store
      ? {
          contact: contactOf(store),
          steps: troubleSteps(data.kind, commandPlaces.onStorePage) ?? [],
        }
      : null,
    constraints: constraintsOf(Posted),
    values: { note: data.note ?? "", version: String(data.version) },
  };
}

/** Saves the acknowledgement with its note, or takes it back; leads to the list. */
export async function saveAlert(args: ActionFunctionArgs, pageContext: PageContext) {
  const form = await readForm(args.request, Posted);
  if (!form.value) return form.refused();
  const body =
    form.posted.get("_do") === "remove"
      ? { acknowledged: false, version: form.value.version }
      : { acknowledged: true, ...form.value };
  const { refused, reply } = await form.submit(() =>
    pageContext.api.call(changeAlert, { params: idOfAddress(args, pageContext), body }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(reply.data.endedAt ? `${alertsPath}?state=ended` : alertsPath);
}
