import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { showWall, showWallOfAll, WallOfAllQuery, type WallRow } from "#contract/alerts/wall";
import {
  type AlertKind,
  alertCauseLabels,
  alertKinds,
  alertKindWords,
} from "#contract/alerts/words";
import { showInstant, timeIn } from "#contract/base/dates";
import type { Answer, Input } from "#contract/base/endpoint";
import { mayOpen } from "#contract/base/roles";
import { chooseCompanyPath } from "~/features/companies/paths";
import { storePath } from "~/features/stores/paths";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { commandWords, stateWords } from "~/lib/stores/command-words";
import { helpCallOf } from "~/lib/stores/help-call";
import { nowPlayingLine } from "~/lib/stores/now-playing";
import { duration } from "~/lib/stores/store-state";
import { loadStoresToday } from "~/lib/stores/stores-today.server";
import { withMembers } from "~/ui/frame/address";
import { alertTones } from "./alerts.server";
import { wallPath } from "./paths";
import { groupByCause } from "./shared-causes";
import { wallTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Staff who work for all companies need not choose one. */
export async function requireWall(args: Args): Promise<PageContext> {
  const pageContext = await requireArea(args, "DASHBOARD", { company: false });
  return isOfAll(pageContext) ? pageContext : requireArea(args, "DASHBOARD");
}
export const isOfAll = ({ person }: PageContext) => mayOpen(person, "COMPANIES");

const Address = listAddress(WallOfAllQuery.omit({ ids: true, limit: true }).shape);
type Query = NonNullable<Input<typeof showWallOfAll>["query"]>;

/** Loads the wall of all companies, or of the person's own company. */
export const callWall = (pageContext: PageContext, { onlyCompanyId, ...query }: Query) =>
  isOfAll(pageContext)
    ? pageContext.api.call(showWallOfAll, { query: { onlyCompanyId, ...query } })
    : pageContext.api.call(showWall, { query });

/** A page of the wall by the filters of the address; with `days`, also each store's day so far. */
export async function loadWall(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
  { days }: { days: boolean },
) {
  const { ids, person } = pageContext;
  const { row, ...query } = readQuery(request, Address, { ids });
  const [wall, { companies, company }] = await load(() =>
    Promise.all([callWall(pageContext, query), findCompanies(context, pageContext)]),
  );
  const { state, kind, owner, olderThan, search, place, onlyCompanyId } = query;
  const refOf = (id: number) => ids.encrypt("company", id);
  const filters = {
    state: state === "open" ? undefined : state,
    kind,
    owner,
    olderThan,
    search,
    place,
    onlyCompanyId: onlyCompanyId === undefined ? undefined : refOf(onlyCompanyId),
  };
  const now = new Date();
  const { alerts, sections } = groupByCause(wall.data, pageContext.figures);
  const [rows, today] = await Promise.all([
    withNames(pageContext, alerts, "acknowledgedBy", "notedBy"),
    loadStrips(pageContext, days ? wall.data : []),
  ]);
  return {
    ...countsOf(wall),
    filters,
    companies: isOfAll(pageContext)
      ? companies.map(({ id, companyName }) => ({ value: refOf(id), label: companyName }))
      : [],
    row,
    page: wall.page,
    rows: rows.map((alert) => ({
      ...shownRow(alert, pageContext, context.session.companyId, now),
      today: today.get(alert.storeId) ?? null,
    })),
    sections,
    mayCommand: mayOpen(person, "STORES"),
    refreshed: timeIn(zoneOf(company), now),
  };
}
export type WallData = Awaited<ReturnType<typeof loadWall>>;
export type ShownAlert = WallData["rows"][number];

/** Groups alerts by company, because a call is about one company. */
export const byCompany = (rows: readonly WallRow[]) =>
  [...new Set(rows.map(({ companyId }) => companyId))].map((companyId) => ({
    companyId,
    own: rows.filter((row) => row.companyId === companyId),
  }));

/** Loads the day of each store by the minute, asked for company by company. */
async function loadStrips(pageContext: PageContext, rows: readonly WallRow[]) {
  const strips = await Promise.all(
    byCompany(rows).map(({ companyId, own }) =>
      loadStoresToday(
        pageContext,
        own.map(({ storeId }) => storeId),
        companyId,
      ),
    ),
  );
  return new Map(strips.flatMap((ofCompany) => [...ofCompany]));
}

/** Reads the wall's counts from the page of the answer. */
function countsOf({ page }: Answer<typeof showWall>) {
  const { totals = {}, total = 0 } = page;
  const count = (name: string) => Number(totals[name] ?? 0);
  return {
    total,
    open: count("open"),
    stores: count("stores"),
    unowned: count("unowned"),
    mine: count("mine"),
    snoozed: count("snoozed"),
    repairs: count("repairs"),
    repairTime: duration(count("repairMinutes") * 60_000),
    kinds: alertKinds.flatMap((kind) =>
      count(kind) > 0 ? [{ kind, label: alertKindWords[kind], count: count(kind) }] : [],
    ),
  };
}

/** From this many alerts in a week on, the page says that the store has repeated trouble. */
const repeatsFrom = 3;

/** A store with such an alert is open and has a log. */
const dueKinds = new Set<AlertKind>(["silent", "not-playing"]);

function shownRow(
  alert: WallRow,
  { ids, person, user }: PageContext,
  chosenId: number | undefined,
  now: Date,
) {
  const { id, version, kind, timeZone, beganAt, cause, snoozedUntil } = alert;
  const at = (instant: string) => showInstant(new Date(instant), timeZone);
  const toStore = storePath(ids.encrypt("store", alert.storeId));
  const isHere = alert.companyId === (chosenId ?? user.companyId);
  return {
    key: ids.encrypt("alert", id),
    /** Identifies the alert and the version of it that the page shows. */
    ref: `${ids.encrypt("alert", id)}.${version}`,
    kind: { words: alertKindWords[kind], tone: alertTones[kind] },
    call: helpCallOf(alert, ids, alert.companyId),
    store: {
      name: alert.storeName,
      code: alert.storeCode,
      place: [alert.companyName, alert.city].filter(Boolean).join(", "),
      phone: alert.phone,
      to: !mayOpen(person, "STORES")
        ? null
        : isHere
          ? toStore
          : withMembers(chooseCompanyPath, {
              company: ids.encrypt("company", alert.companyId),
              returnTo: toStore,
            }),
    },
    nowPlaying: nowPlayingLine(alert.nowPlaying, timeZone, { now, isDue: dueKinds.has(kind) }),
    lasted: duration(now.getTime() - Date.parse(beganAt)),
    began: at(beganAt),
    repeats: alert.alertsInWeek >= repeatsFrom ? alert.alertsInWeek : null,
    owner: alert.acknowledgedBy,
    note: alert.note,
    notedBy: alert.notedBy,
    cause: cause && alertCauseLabels[cause],
    snoozed: snoozedUntil && Date.parse(snoozedUntil) > now.getTime() ? at(snoozedUntil) : null,
    tried: alert.tried.map((command) => ({
      key: command.id,
      words: commandWords(command),
      ...stateWords(command, (instant) => timeIn(timeZone, new Date(instant))),
    })),
  };
}

/** The page to come back to: the wall with its filters. */
export const wallBehind = (request: Request): string => {
  const { search } = new URL(request.url);
  return `${wallPath}${search.replace(/[?&]_data=[^&]*/, "")}`;
};

/** Leads back with a message. */
export function leadBack({ context }: Args, to: string, tone: "success" | "error", text: string) {
  context.session.flash(tone, text);
  return redirect(to);
}

export const selectFirst = (args: Args, to: string) =>
  leadBack(args, to, "error", wallTexts.select);
