import { eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Scope, storesWithin, usersWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { appUser, chart, company, region, song, store, storeGroup, zone } from "../../db/schema/index.ts";
import { path } from "../stores/index.ts";

/** What a search goes over: these parts of companies, or all that the provider's staff may open. */
export type SearchReach = readonly Scope[] | "every company";

const within = (reach: SearchReach, rowsWithin: (scope: Scope) => SQL | undefined) =>
  reach === "every company" ? eq(company.status, "active") : or(...reach.map(rowsWithin));

const ofCompany = { companyId: company.id, companyName: company.name };

/**
 * Rows of which one of the texts contains `q`, whatever case, the best first: the key is `q`, another text is, the key begins so, a word does, all
 * others. Then shorter names come before longer ones, so that "Store 2" stands before "Store 10".
 */
function fitting(q: string, { key, name, others }: { key: SQLWrapper; name: SQLWrapper; others: SQLWrapper[] }) {
  // once a row: each text on a line of its own, with an empty line before and behind
  const lines = sql`lower(concat_ws(chr(10), '', ${sql.join([key, ...others], sql`, `)}, ''))`;
  const sought = sql`lower(${q}::text)`;
  const wholeLine = sql`chr(10) || ${sought} || chr(10)`;
  const keyBegins = sql`strpos(found.lines, chr(10) || ${sought}) = 1`;
  const wordBeginning = sql`'[^[:alnum:]]' || lower(${q.replace(/[!-/:-@[-`{-~]/g, "\\$&")}::text)`;
  const rank = sql`case when strpos(found.lines, ${wholeLine}) = 1 then 0 when strpos(found.lines, ${wholeLine}) > 1 then 1
    when ${keyBegins} then 2 when found.lines ~ (${wordBeginning}) then 3 else 4 end`;
  const shown = sql`case when ${keyBegins} then ${key} else ${name} end`;
  return {
    lines: sql`lateral (select ${lines} as lines offset 0) as found`,
    where: sql`strpos(found.lines, ${sought}) > 0`,
    orderBy: [rank, sql`length(${shown})`, sql`lower(${shown}) collate "C"`] as const,
  };
}

export function findStoreHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const order = fitting(q, { key: store.code, name: store.name, others: [store.name] });
  return db
    .select({
      ...{ ...ofCompany, id: store.id, storeCode: store.code, storeName: store.name },
      ...{ regionName: region.name, zoneName: zone.name, groupName: storeGroup.name },
    })
    .from(store)
    .innerJoin(company, path.company)
    .innerJoin(order.lines, sql`true`)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .where(sql`${within(reach, storesWithin)} and ${order.where}`)
    .orderBy(...order.orderBy, store.id)
    .limit(limit);
}

export function findUserHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const fullName = sql<string>`concat_ws(' ', ${appUser.firstName}, ${appUser.lastName})`;
  const order = fitting(q, { key: appUser.username, name: appUser.username, others: [fullName, appUser.email] });
  return db
    .select({ ...ofCompany, id: appUser.id, username: appUser.username, fullName, email: appUser.email })
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .innerJoin(order.lines, sql`true`)
    .where(sql`${within(reach, usersWithin)} and ${order.where}`)
    .orderBy(...order.orderBy, appUser.id)
    .limit(limit);
}

/** Popular charts are the provider's and everybody's; custom ones the company's as a whole, whatever part of it the caller sees. */
export function findChartHits(reach: SearchReach, db: Db, q: string, limit: number) {
  const order = fitting(q, { key: chart.name, name: chart.name, others: [] });
  const seenFrom = ({ companyId }: Scope) => or(eq(chart.companyId, companyId), eq(company.kind, "provider"));
  const kind = sql<"popular" | "custom">`case when ${company.kind} = 'provider' then 'popular' else 'custom' end`;
  return db
    .select({ ...ofCompany, id: chart.id, kind, chartName: chart.name })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .innerJoin(order.lines, sql`true`)
    .where(sql`${within(reach, seenFrom)} and ${order.where}`)
    .orderBy(...order.orderBy, chart.id)
    .limit(limit);
}

/** The songs named; those that exist no more are missing. */
export const findSongHits = ({ companyId }: Scope, db: Db, ids: number[]) =>
  db
    .select({ id: song.id, title: song.title, artist: song.artist, album: song.album, isrc: song.isrc })
    .from(song)
    .where(sql`${song.companyId} = ${companyId} and ${song.id} = any(${sql.param(ids)}::bigint[])`);
