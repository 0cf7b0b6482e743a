import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { timeIn } from "#contract/base/dates";
import { locationPath } from "#contract/base/location-path";
import { mayOpen } from "#contract/base/roles";
import type { Condition } from "#contract/stores/conditions";
import { listStores, StoreQuery, storeSorts } from "#contract/stores/endpoints";
import { storeCounts } from "#contract/stores/store-counts";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type Clock, sinceWords, storeState } from "~/lib/stores/store-state";
import { loadStoresToday } from "~/lib/stores/stores-today.server";
import { withMembers } from "~/ui/frame/address";
import { oneStore, storeConfirmations } from "./confirmations.server";
import { storesFinding } from "./finding";
import { storePath, storesPath } from "./paths";

/** A list's address: its filters, sort and page. */
const Address = listAddress({
  ...StoreQuery.omit({ companyId: true, limit: true, sort: true }).shape,
  sort: z.enum(storeSorts).optional(),
});

/** Sorting by status judges every store, so larger lists begin by name. */
const mostSortedByStatus = 2_000;

export async function loadStores(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { ids, person } = pageContext;
  const { row, sort: askedSort, ...query } = readQuery(request, Address, { ids });
  const { search, status, condition } = query;
  const [{ counts, sort, stores, today }, locations, { company }] = await load(() =>
    Promise.all([
      loadCountedRows(pageContext, { query, askedSort }),
      loadLocations(pageContext),
      findCompanies(context, pageContext),
    ]),
  );
  redirectFromMisplaced(request, locations, query);
  const now: Clock = { now: new Date() };
  const filters = {
    search,
    status,
    condition,
    ...encryptUnits(query, ids),
  };
  const back = withMembers(storesPath, filters, { sort: askedSort });
  const isFirstPage = row === 1 && !query.cursor;
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  const quietFrom = stores.data.findIndex((store) => quiet.has(store.condition));
  return {
    filters,
    back,
    sort,
    askedSort,
    /** The index of the first row that needs nobody, from which rows fold; -1 for none. */
    quietFrom: isFirstPage && isUnfiltered && !askedSort && sort === "status" ? quietFrom : -1,
    row,
    page: stores.page,
    rows: stores.data.map((store) => ({
      ref: ids.encrypt("store", store.id),
      code: store.storeCode,
      name: store.storeName,
      unit: locationPath(store.regionName, store.zoneName, store.groupName),
      turn: storeConfirmations.linkTo(
        store.status === "active" ? "deactivate" : "activate",
        oneStore(storePath(ids.encrypt("store", store.id)), store),
        pageContext,
        back,
      ),
      state: storeState(store, now),
      lastSeen:
        store.lastSeenAt && (store.condition === "offline" || store.condition === "closed")
          ? sinceWords(store.lastSeenAt, store.timeZone, now)
          : null,
      today: today.get(store.id) ?? null,
      volume: store.volume,
      plays: store.playsToday,
    })),
    finding: storesFinding(counts.data, pageContext.figures),
    counts: counts.data,
    /**
     * Shown if the counts are older than the page, because large companies' counts are cached
     * for a while (docs/decisions/organisation.md).
     */
    countedAt:
      now.now.getTime() - Date.parse(counts.data.countedAt) < 5_000
        ? null
        : timeIn(zoneOf(company), new Date(counts.data.countedAt)),
    choices: unitChoices(locations, query, ids),
    maySell: mayOpen(person, "NON_MUSIC"),
  };
}

/** Conditions that need nobody. */
const quiet: ReadonlySet<Condition> = new Set(["online", "closed", "inactive"]);

/** Loads the counts and a page of the list, by default stores in trouble first, with their day. */
async function loadCountedRows(
  pageContext: PageContext,
  {
    query,
    askedSort,
  }: {
    query: Omit<StoreQuery, "sort" | "limit"> & { limit?: number | undefined };
    askedSort: StoreQuery["sort"] | undefined;
  },
) {
  const { search, status, regionId, zoneId, groupId } = query;
  const counting = pageContext.api.call(storeCounts, {
    query: { search, status, regionId, zoneId, groupId },
  });
  const loadRows = async () => {
    const sort =
      askedSort ?? ((await counting).data.total > mostSortedByStatus ? "name" : "status");
    const stores = await pageContext.api.call(listStores, { query: { ...query, sort } });
    const today = await loadStoresToday(
      pageContext,
      stores.data.map(({ id }) => id),
    );
    return { sort, stores, today };
  };
  const [counts, rows] = await Promise.all([counting, loadRows()]);
  return { counts, ...rows };
}
