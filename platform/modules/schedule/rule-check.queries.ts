import { sql } from "drizzle-orm";
import { type Scope, storesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { chart, chartSong, company, song, store } from "../../db/schema/index.ts";
import type { UnitPath } from "./inheritance.ts";
import type { ChartCounts, PoolCounts } from "./judge-rule.ts";

type Row = PoolCounts & { country: string; stores: number; chartId: number | null; chartName: string | null; active: boolean | null };
export type CountryCounts = { country: string; stores: number; charts: ChartCounts[]; whole: PoolCounts };

/** Countries are counted for the most stores first, so many at the most. */
const mostCountries = 12;

/**
 * What charts have to offer in each country of a unit's active stores, one by one and all together. Charts that are not the company's or the
 * provider's are left out. Artists and titles are told apart by the first of a credit and by the title without its version, as the engine
 * does, so that the counts are never too low.
 */
export async function findRuleCounts(
  scope: Scope,
  db: Db,
  { regionId, zoneId, groupId, storeId }: UnitPath,
  chartIds: number[],
  now: Date,
): Promise<CountryCounts[]> {
  const [column, unitId] =
    storeId !== null
      ? [store.id, storeId]
      : groupId !== null
        ? [store.groupId, groupId]
        : zoneId !== null
          ? [store.zoneId, zoneId]
          : [store.regionId, regionId];
  const { rows } = await db.execute<Row>(sql`
    with place as (
      select ${store.country} as country, count(*)::int as stores
      from ${store}
      where ${storesWithin(scope)} and ${store.status} = 'active' and ${unitId === null ? sql`true` : sql`${column} = ${unitId}`}
      group by ${store.country} order by 2 desc, 1 limit ${mostCountries}
    ), line as (
      select ${chart.companyId} as company_id, ${chart.id} as id, ${chart.name} as name, ${chart.active} as active
      from ${chart} join ${company} on ${company.id} = ${chart.companyId}
      where ${chart.id} = any(${sql.param(chartIds)}::bigint[]) and (${chart.companyId} = ${scope.companyId} or ${company.kind} = 'provider')
    ), member as materialized (
      select line.id as chart_id, line.name as chart_name, line.active, ${song.id} as song_id, ${song.durationSeconds} as seconds,
        ${song.audioFile} is not null as has_audio, ${song.territories} as territories,
        coalesce(${song.licensedFrom}, today) <= today and coalesce(${song.licensedTo}, today) >= today as in_time,
        regexp_replace(lower(${song.artist}), '\\s*[,;&/+].*$|\\s+(featuring|feat|ft|versus|vs|with|x|and)\\.?\\s.*$', '') as artist,
        regexp_replace(lower(${song.title}), '(.)\\s*[(\\[].*$|(.)\\s+-\\s+.*$', '\\1\\2') as title
      from line
      cross join (select (${now.toISOString()}::timestamptz at time zone ${company.timeZone})::date as today
        from ${company} where ${company.id} = ${scope.companyId}) as clock
      left join (${chartSong} join ${song} on ${song.id} = ${chartSong.songId} and ${song.active})
        on ${chartSong.companyId} = line.company_id and ${chartSong.chartId} = line.id
    ), judged as (
      select place.*, member.*, member.active and has_audio and in_time
        and (cardinality(territories) = 0 or place.country = any(territories)) as plays
      from place cross join member
    )
    select country, stores, chart_id::int as "chartId", chart_name as "chartName", active,
      count(distinct song_id)::int as songs,
      (count(distinct song_id) filter (where not has_audio))::int as "withoutAudio",
      (count(distinct song_id) filter (where plays))::int as playable,
      (count(distinct artist) filter (where plays))::int as artists,
      (count(distinct title) filter (where plays))::int as titles,
      (avg(seconds) filter (where plays))::float as "averageSeconds"
    from judged
    group by grouping sets ((country, stores, chart_id, chart_name, active), (country, stores))
    order by stores desc, country`);
  const countries = new Map<string, CountryCounts>();
  for (const { country, stores, chartId, chartName, active, ...pool } of rows) {
    const counts = countries.get(country) ?? { country, stores, charts: [], whole: pool };
    countries.set(country, counts);
    if (chartId === null) counts.whole = pool;
    else counts.charts.push({ ...pool, chartId, chartName: chartName ?? "", active: active === true });
  }
  return [...countries.values()];
}
