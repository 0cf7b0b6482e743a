import { and, desc, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { storesWithin, usersWithin } from "../../access/scope-conditions.ts";
import { fullNameOf } from "../../db/full-name.ts";
import { markWords } from "../../db/schema/columns.ts";
import {
  appUser,
  campaign,
  chart,
  company,
  invoice,
  region,
  song,
  store,
  storeGroup,
  zone,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { campaignsWithin } from "../ads/index.ts";
import { invoicesOf, statusOn } from "../billing/index.ts";
import { songsNamed } from "../library/index.ts";
import { path, storeNames } from "../stores/index.ts";

/** Limits a search to these parts of companies, or to all that provider staff may open. */
export type SearchReach = readonly Scope[] | "every company";

const within = (reach: SearchReach, rowsWithin: (scope: Scope) => SQL | undefined) =>
  reach === "every company" ? eq(company.status, "active") : or(...reach.map(rowsWithin));

/**
 * A search for invoices of one company, or of all that the caller sees; `today` is the provider's.
 */
type InvoiceSearch = { companyId: number | undefined; today: string; limit: number };

const ofCompany = { companyId: company.id, companyName: company.name };

/**
 * A kind of row that is searched: its `search_lines`, the natural order of its first key, and that
 * of its name.
 */
type SearchedTable = { searchLines: SQLWrapper; key: SQLWrapper; name: SQLWrapper };

/**
 * Matches rows with a text that contains `q`, ignoring case, the best first: the key equals `q`,
 * another text does, the key begins so, a word does, all others. Then shorter names come before
 * longer ones, with numbers in their natural order. Rows keep their texts with words marked
 * (`searchLines`), and `q` is marked alike.
 */
function fitting(q: string, { searchLines, key, name }: SearchedTable) {
  const searchWords = sql.raw(markWords("sought.typed"));
  const place = (of: SQL) => sql`strpos(${searchLines}, ${of})`;
  const keyBegins = sql`${place(sql`sought.line`)} = 1`;
  const hitText = sql`case when ${keyBegins} then ${key} else ${name} end`;
  return {
    sought: sql`(select marked, ltrim(marked, chr(1)) as inside, chr(10) || marked as line, chr(10) || marked || chr(10) as whole
      from (select ${searchWords} as marked from (select ${q}::text as typed) as sought offset 0) as words) as sought`,
    where: sql`${place(sql`sought.inside`)} > 0`,
    orderBy: [
      sql`case when ${place(sql`sought.whole`)} = 1 then 0 when ${place(sql`sought.whole`)} > 1 then 1
        when ${keyBegins} then 2 when ${place(sql`sought.marked`)} > 0 then 3 else 4 end`,
      sql`length(${hitText})`,
      hitText,
    ] as const,
  };
}

export function findStoreHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const order = fitting(q, {
    searchLines: store.searchLines,
    key: store.codeKey,
    name: store.nameKey,
  });
  return db
    .select({
      ...ofCompany,
      id: store.id,
      ...storeNames,
    })
    .from(store)
    .innerJoin(company, path.company)
    .innerJoin(order.sought, sql`true`)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .where(sql`${within(reach, storesWithin)} and ${order.where}`)
    .orderBy(...order.orderBy, store.id)
    .limit(limit);
}

export function findUserHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const fullName = fullNameOf(appUser);
  const order = fitting(q, {
    searchLines: appUser.searchLines,
    key: appUser.usernameKey,
    name: appUser.usernameKey,
  });
  return db
    .select({
      ...ofCompany,
      id: appUser.id,
      username: appUser.username,
      fullName,
      email: appUser.email,
    })
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .innerJoin(order.sought, sql`true`)
    .where(sql`${within(reach, usersWithin)} and ${order.where}`)
    .orderBy(...order.orderBy, appUser.id)
    .limit(limit);
}

/**
 * Popular charts belong to the provider and everybody; custom ones to the company as a whole,
 * whatever part of it the caller sees.
 */
export function findChartHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const order = fitting(q, {
    searchLines: chart.searchLines,
    key: chart.nameKey,
    name: chart.nameKey,
  });
  const seenFrom = ({ companyId }: Scope) =>
    or(eq(chart.companyId, companyId), eq(company.kind, "provider"));
  const kind = sql<
    "popular" | "custom"
  >`case when ${company.kind} = 'provider' then 'popular' else 'custom' end`;
  return db
    .select({ ...ofCompany, id: chart.id, kind, chartName: chart.name })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .innerJoin(order.sought, sql`true`)
    .where(sql`${within(reach, seenFrom)} and ${order.where}`)
    .orderBy(...order.orderBy, chart.id)
    .limit(limit);
}

export function findCampaignHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const order = fitting(q, {
    searchLines: campaign.searchLines,
    key: campaign.nameKey,
    name: campaign.nameKey,
  });
  return db
    .select({
      ...ofCompany,
      id: campaign.id,
      campaignName: campaign.name,
      state: campaign.state,
      startsOn: campaign.startsOn,
      endsOn: campaign.endsOn,
    })
    .from(campaign)
    .innerJoin(company, eq(company.id, campaign.companyId))
    .innerJoin(order.sought, sql`true`)
    .where(sql`${within(reach, campaignsWithin)} and ${order.where}`)
    .orderBy(...order.orderBy, campaign.id)
    .limit(limit);
}

/**
 * Finds invoices whose number contains `q`, in any case: the whole number first, then those that
 * end so (of "INV/26-27/000042" people type the 42), then the newest. Ignores the reach: billing
 * staff also bill companies that are closed.
 */
export function findInvoiceHits(
  caller: Caller,
  db: Db,
  q: string,
  { companyId, today, limit }: InvoiceSearch,
) {
  const numberPrefix = sql`lower(${q})`;
  const number = sql`lower(${invoice.number})`;
  return db
    .select({
      companyId: invoice.companyId,
      companyName: sql<string>`${invoice.customer} ->> 'name'`,
      id: invoice.id,
      number: invoice.number,
      status: statusOn(today),
      periodFrom: invoice.periodFrom,
      periodTo: invoice.periodTo,
    })
    .from(invoice)
    .where(and(invoicesOf(caller, companyId), sql`strpos(${number}, ${numberPrefix}) > 0`))
    .orderBy(
      sql`case when ${number} = ${numberPrefix} then 0 when right(${number}, length(${numberPrefix})) = ${numberPrefix} then 1 else 2 end`,
      desc(invoice.id),
    )
    .limit(limit);
}

/** Finds the named songs; those that no longer exist are missing. */
export const findSongHits = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      album: song.album,
      isrc: song.isrc,
    })
    .from(song)
    .where(songsNamed(scope, ids));
