import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { ChartQuery } from "#contract/charts/endpoints";
import type { SongState } from "#contract/charts/songs";
import type { Scope } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { chart, chartSong, company, song } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";

/**
 * Popular charts are the provider's; custom ones the company's own. No other company's chart is
 * ever seen.
 */
const usableBy = (scope: Scope) =>
  or(eq(company.kind, "provider"), eq(chart.companyId, scope.companyId));

const kind = sql<
  "popular" | "custom"
>`case when ${company.kind} = 'provider' then 'popular' else 'custom' end`;

/** Active charts of the provider and the scope's company, popular first, by name. */
export const findChartChoices = (scope: Scope, db: Db) =>
  db
    .select({
      id: chart.id,
      companyId: chart.companyId,
      chartName: chart.name,
      kind,
      songs: sql<number>`(select count(*)::int from chart_song join song on song.id = chart_song.song_id and song.active and song.audio_file is not null
          and ${songsWithin(scope)}
        where chart_song.company_id = ${chart.companyId} and chart_song.chart_id = ${chart.id})`,
    })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(and(usableBy(scope), eq(chart.active, true)))
    .orderBy(sql`${company.kind} desc`, chart.nameKey, chart.id);

/**
 * Finds the named charts that the company may use, also inactive ones, and locks them until the
 * transaction ends: a concurrent delete of one waits, and then finds the rule that mixes
 * it.
 */
export const lockUsableCharts = (scope: Scope, tx: Tx, ids: number[]) =>
  tx
    .select({ id: chart.id, companyId: chart.companyId, active: chart.active, name: chart.name })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(and(usableBy(scope), inArray(chart.id, ids)))
    .orderBy(chart.companyId, chart.id)
    .for("key share", { of: chart });

const columns = {
  id: chart.id,
  kind,
  chartName: chart.name,
  description: chart.description,
  display: chart.display,
  status: sql<Status>`case when ${chart.active} then 'active' else 'inactive' end`,
  logoFileId: chart.logoFileId,
  version: chart.version,
  updatedAt: chart.updatedAt,
  timeZone: company.timeZone,
};

const ofScope = ({ companyId }: Scope) => eq(chart.companyId, companyId);
export const matching = ({ search, status }: Pick<ChartQuery, "search" | "status">) =>
  and(containsText(search, chart.name), status ? eq(chart.active, status === "active") : undefined);

const sortKeys = {
  name: textKey(chart.nameKey),
  status: textKey(sql`case when ${chart.active} then 'active' else 'inactive' end collate "C"`),
} satisfies Record<string, KeyPart>;
const songsKey = (scope: Scope): KeyPart => ({
  value: sql`(select count(*)::int from chart_song join song on song.id = chart_song.song_id and ${songsWithin(scope)}
    where chart_song.company_id = ${chart.companyId} and chart_song.chart_id = ${chart.id})`,
  type: "integer",
});

/** A page of charts in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findChartPage(scope: Scope, db: Db, query: ChartQuery) {
  const keys = { ...sortKeys, songs: songsKey(scope) };
  const order = keyset([keys[columnOf(query.sort)], idKey(chart.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const rows = await db
    .select({ ...columns, rowKey: order.select })
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(and(ofScope(scope), matching(query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export const countCharts = (scope: Scope, db: Db, query: ChartQuery): Promise<number> =>
  db.$count(chart, and(ofScope(scope), matching(query)));

export async function findChart(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select(columns)
    .from(chart)
    .innerJoin(company, eq(company.id, chart.companyId))
    .where(and(ofScope(scope), eq(chart.id, id)));
  return row;
}
export type FoundChart = NonNullable<Awaited<ReturnType<typeof findChart>>>;

/** Tells if a song plays on a date, and if not, why. */
export const songState = (
  today: string,
) => sql<SongState>`case when not ${song.active} then 'inactive'
    when ${song.licensedTo} < ${today}::date then 'licence expired' when ${song.licensedFrom} > ${today}::date then 'not licensed yet'
    when ${song.audioFile} is null then 'no audio' else 'playable' end`;

/**
 * Counts, for each chart, all songs, those that play on the date with their seconds, and those that
 * only lack audio. Charts without songs are missing.
 */
export const countSongs = (scope: Scope, db: Db, ids: number[], today: string) =>
  db
    .select({
      id: chartSong.chartId,
      songs: sql<number>`count(*)::int`,
      playable: sql<number>`count(*) filter (where ${songState(today)} = 'playable')::int`,
      withoutAudio: sql<number>`count(*) filter (where ${songState(today)} = 'no audio')::int`,
      seconds: sql<number>`coalesce(sum(${song.durationSeconds}) filter (where ${songState(today)} = 'playable'), 0)::int`,
    })
    .from(chartSong)
    .innerJoin(song, eq(song.id, chartSong.songId))
    .where(
      and(
        eq(chartSong.companyId, scope.companyId),
        sql`${chartSong.chartId} = any(${sql.param(ids)}::bigint[])`,
        songsWithin(scope),
      ),
    )
    .groupBy(chartSong.chartId);

type Share = { facet: "language" | "tempo" | "era"; name: string | null; songs: number };
/**
 * A chart's songs by language, tempo and era: lists with an order of their own in that, the others
 * with the most songs first.
 */
export async function findMakeUp(scope: Scope, db: Db, id: number): Promise<Share[]> {
  const { rows } = await db.execute<Share>(sql`select facet, item.name, count(*)::int as songs
    from chart_song join song on song.id = chart_song.song_id and ${songsWithin(scope)}
    cross join lateral (values ('language', song.language_id), ('tempo', song.tempo_id), ('era', song.era_id)) as described (facet, item_id)
    left join catalogue_item as item on item.company_id = song.company_id and item.id = described.item_id
    where chart_song.company_id = ${scope.companyId} and chart_song.chart_id = ${id}
    group by facet, item.id, item.name, item.rank order by facet, item.rank nulls last, songs desc, item.id`);
  return rows;
}

export async function insertChart(
  scope: Scope,
  tx: Tx,
  values: Pick<typeof chart.$inferInsert, "name" | "description" | "display">,
) {
  const [row] = await tx
    .insert(chart)
    .values({ ...values, companyId: scope.companyId })
    .returning({ id: chart.id });
  if (!row) throw new Error("no chart was written");
  return row;
}

/**
 * Gives a new chart the songs of one that is locked that its company sees, in their order and with
 * their weights. Gives how many.
 */
export async function copySongs(
  scope: Scope,
  tx: Tx,
  from: { companyId: number; id: number },
  chartId: number,
): Promise<number> {
  const { rowCount } =
    await tx.execute(sql`insert into chart_song (company_id, chart_id, song_id, position, weight)
    select ${scope.companyId}::bigint, ${chartId}::bigint, song_id, row_number() over (order by position, song_id), weight
    from chart_song join song on song.id = song_id and ${songsWithin(scope)}
    where chart_song.company_id = ${from.companyId} and chart_id = ${from.id} order by song_id`);
  return rowCount ?? 0;
}

/**
 * Locks charts in the order of their keys until the transaction ends, so that changes of one chart
 * come one after the other. To delete one, "update" also waits for rules that are taking it up.
 */
export const lockCharts = (
  scope: Scope,
  tx: Tx,
  ids: number[],
  strength: "no key update" | "update" = "no key update",
) =>
  tx
    .select()
    .from(chart)
    .where(and(ofScope(scope), sql`${chart.id} = any(${sql.param(ids)}::bigint[])`))
    .orderBy(chart.id)
    .for(strength);
export type LockedChart = Awaited<ReturnType<typeof lockCharts>>[number];

export async function saveChart(
  scope: Scope,
  tx: Tx,
  { ids, values, now }: { ids: number[]; values: Partial<typeof chart.$inferInsert>; now: Date },
): Promise<void> {
  await tx
    .update(chart)
    .set({ ...values, updatedAt: now })
    .where(and(ofScope(scope), sql`${chart.id} = any(${sql.param(ids)}::bigint[])`));
}

export async function deleteChart(scope: Scope, tx: Tx, id: number): Promise<void> {
  await tx.delete(chart).where(and(ofScope(scope), eq(chart.id, id)));
}
