import type { Area } from "#contract/base/roles";
import { isProvider } from "#contract/base/roles";
import { billingAccess } from "#contract/billing/invoices";
import {
  hitsOfKind,
  type SearchHits,
  type SearchQuery,
  type SongHit,
} from "#contract/search/endpoints";
import { isAllowed } from "../../access/access.ts";
import { isNational, librarySeenBy, scopeOf, wholeCompany } from "../../access/scope.ts";
import type { SignedInCall } from "../../http/context.ts";
import { billingDate } from "../billing/index.ts";
import type { LibraryIndexes } from "../library/index.ts";
import { songFilter } from "../library/index.ts";
import {
  findCampaignHits,
  findChartHits,
  findInvoiceHits,
  findSongHits,
  findStoreHits,
  findUserHits,
  type SearchReach,
} from "./search.queries.ts";

type SearchCall = Pick<SignedInCall, "db" | "caller" | "now">;

const none = { hits: [], more: false };

/** Finds stores, users, songs, charts, campaigns and invoices by what people call them (FND-1). */
export function searchService({ indexes }: { indexes: LibraryIndexes }) {
  /**
   * Searches the library's index, as its list does. Similar words are left out: among stores and
   * users they would only be in the way.
   */
  const findSongs = async (
    { db, caller }: SearchCall,
    { q, companyId }: SearchQuery,
  ): Promise<SongHit[]> => {
    const scope = await librarySeenBy(db, caller, companyId);
    const match = (await indexes.of(scope)).match(songFilter({ search: q }));
    if (match.similar) return [];
    const ids = match.places("relevance", hitsOfKind + 1).map(({ id }) => id);
    const songsById = new Map((await findSongHits(scope, db, ids)).map((song) => [song.id, song]));
    return ids.flatMap((id) => songsById.get(id) ?? []);
  };

  return {
    /**
     * The best hits of each kind whose area the caller may open. One kind after the other, so that
     * a search never takes more than one connection. Throws as scopeOf does.
     */
    async searchAll(call: SearchCall, query: SearchQuery): Promise<SearchHits> {
      const { q, companyId } = query;
      const reach = await reachOf(call, companyId);
      const { db, caller, now } = call;
      const find = async <Hit>(area: Area, findHits: () => Promise<Hit[]>) =>
        isAllowed(caller, { access: [area] }) ? firstOf(await findHits()) : none;
      const limit = hitsOfKind + 1;
      const seesInvoices =
        isAllowed(caller, { access: billingAccess }) && (isProvider(caller) || isNational(caller));
      const findInvoices = async () =>
        findInvoiceHits(caller, db, q, { companyId, today: await billingDate(db, now), limit });
      return {
        stores: await find("STORES", () => findStoreHits(reach, db, q, limit)),
        users: await find("USER_MGMT", () => findUserHits(reach, db, q, limit)),
        songs: await find("MUSIC_LIBRARY", () => findSongs(call, query)),
        charts: await find("CHARTS", () => findChartHits(reach, db, q, limit)),
        campaigns: await find("NON_MUSIC", () => findCampaignHits(reach, db, q, limit)),
        invoices: seesInvoices ? firstOf(await findInvoices()) : none,
      };
    },
  };
}

/**
 * Client staff search their part of their company; provider staff their own and the company they
 * name, or every company.
 */
async function reachOf(
  { db, caller }: SearchCall,
  companyId: number | undefined,
): Promise<SearchReach> {
  if (!isProvider(caller)) return [await scopeOf(db, caller, companyId)];
  return companyId === undefined
    ? "every company"
    : [await scopeOf(db, caller, companyId), wholeCompany(caller.companyId)];
}

const firstOf = <Hit>(matches: Hit[]) => ({
  hits: matches.slice(0, hitsOfKind),
  more: matches.length > hitsOfKind,
});
