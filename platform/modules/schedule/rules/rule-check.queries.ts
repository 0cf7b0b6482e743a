import { eq, or, type SQL, sql } from "drizzle-orm";
import {
  accentPattern,
  gapPattern,
  quotePattern,
  separatorPattern,
  versionPattern,
} from "#contract/schedule/artist-credit";
import { type RowRule, rowRuleNames, rowRules } from "#contract/schedule/separation-words";
import { dayMinutes, type SlotTimes } from "#contract/schedule/slot-times";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import type { UnitPath } from "../../../access/units.ts";
import { catalogueItem, company, masterRule, song, store } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { allMembers } from "./category-songs.queries.ts";
import type { AlikeSongs, PoolCounts } from "./judge-rule.ts";
import type { Category } from "./mix.queries.ts";

type Row = PoolCounts & { country: string; stores: number; categoryId: number | null } & Record<
    RowRule,
    number | null
  >;
type CategoryCounts = PoolCounts & { alike: AlikeSongs };
export type CountryCounts = {
  country: string;
  stores: number;
  byCategory: Map<number, CategoryCounts>;
  whole: PoolCounts;
};

const weekMinutes = 7 * dayMinutes;

/** The most countries that are counted, those with the most stores first. */
const mostCountries = 12;

/**
 * The first artist of a credit, and a title, as the engine compares them
 * (contract/schedule/artist-credit.ts).
 */
const artistKey = (credit: unknown) =>
  sql`regexp_replace(${plainLetters(sql`regexp_replace(lower(${credit}), ${`(?:${separatorPattern}).*$`}, '')`)}, '^the (?=.)', '')`;
const plainTitle = (title: unknown) =>
  plainLetters(sql`regexp_replace(lower(${title}), ${`(.)(?:${versionPattern}).*$`}, '\\1')`);

function plainLetters(lower: SQL): SQL {
  const isAscii = sql`octet_length(${lower}) = char_length(${lower})`;
  const letters = sql`case when ${isAscii} then ${lower} else normalize(regexp_replace(normalize(${lower}, nfd), ${accentPattern}, '', 'g'), nfc) end`;
  return sql`btrim(regexp_replace(regexp_replace(${letters}, ${quotePattern}, '', 'g'), ${gapPattern}, ' ', 'g'))`;
}

/**
 * Counts what categories offer in each country of a unit's active stores that follow its rule for
 * the slot, one by one and all together. Artists are distinguished by the first of a credit and titles without their
 * version, as the engine does, so that the counts are never too low. A song counts in a slot if its
 * play windows are each open in it at some time.
 */
export async function findRuleCounts(
  scope: Scope,
  db: Db,
  unit: UnitPath,
  categories: readonly Category[],
  { slot, now }: { slot: SlotTimes & { id: number }; now: Date },
): Promise<CountryCounts[]> {
  const { rows } = await db.execute<Row>(sql`
    with place as (
      select ${store.country} as country, count(*)::int as stores
      from ${store}
      where ${storesWithin(scope)} and ${store.status} = 'active' and ${follows(unit, slot.id)}
      group by ${store.country} order by 2 desc, 1 limit ${mostCountries}
    ), line as (
      select id, active from unnest(${sql.param(categories.map(({ id }) => id))}::bigint[],
        ${sql.param(categories.map(({ active }) => active))}::boolean[]) as category(id, active)
    ), closed as (
      select item.company_id, item.id from ${catalogueItem} as item
      where item.play_from_minute is not null and not exists (
        select 1 from unnest(item.play_weekdays) as opens, unnest(${sql.param([...slot.weekdays])}::int[]) as begins,
          generate_series(-${sql.raw(String(weekMinutes))}, ${sql.raw(String(weekMinutes))}, ${sql.raw(String(weekMinutes))}) as shift
        where opens * ${sql.raw(String(dayMinutes))} + item.play_from_minute < shift + begins * ${sql.raw(String(dayMinutes))} + ${slot.toMinute}::int
          and shift + begins * ${sql.raw(String(dayMinutes))} + ${slot.fromMinute}::int < opens * ${sql.raw(String(dayMinutes))} + item.play_to_minute)
    ), held as materialized (
      select line.id as category_id, line.active, ${song.id} as song_id, ${song.durationSeconds} as seconds,
        ${song.audioFile} is not null as has_audio, ${song.territories} as territories,
        coalesce(${song.licensedFrom}, today) <= today and coalesce(${song.licensedTo}, today) >= today as in_time,
        not exists (select 1 from closed where closed.company_id = ${song.companyId}
          and closed.id in (${song.genreId}, ${song.moodId}, ${song.playWindowId})) as is_open,
        ${artistKey(song.artist)} as artist,
        coalesce(lower(btrim(${song.album})), ${song.id}::text) as album, ${song.languageId} as language, ${song.moodId} as mood,
        ${song.genreId} as genre, ${song.eraId} as era, ${song.tempoId} as tempo, ${song.vocalId} as vocal,
        ${plainTitle(song.title)} as title
      from line
      cross join (select (${now.toISOString()}::timestamptz at time zone ${company.timeZone})::date as today
        from ${company} where ${company.id} = ${scope.companyId}) as clock
      left join (${allMembers(scope, categories)} join ${song} on ${song.id} = member.song_id and ${song.active}) on member.category_id = line.id
    ), judged as (
      select place.*, held.*, licensed, licensed and is_open as plays
      from place cross join held cross join lateral (select held.active and has_audio and in_time
        and (cardinality(territories) = 0 or place.country = any(territories)) as licensed) as rights
    )
    select country, stores, category_id as "categoryId",
      count(distinct song_id)::int as songs,
      (count(distinct song_id) filter (where not has_audio))::int as "withoutAudio",
      (count(distinct song_id) filter (where licensed and not is_open))::int as "outsideWindow",
      (count(distinct song_id) filter (where plays))::int as playable,
      (count(distinct artist) filter (where plays))::int as artists,
      (count(distinct title) filter (where plays))::int as titles,
      (count(distinct album) filter (where plays))::int as albums,
      ${sql.join(rowRuleNames.map(valueOfAll), sql`, `)},
      (avg(seconds) filter (where plays))::float as "averageSeconds"
    from judged
    group by grouping sets ((country, stores, category_id), (country, stores))
    order by stores desc, country`);
  return groupByCountry(rows);
}

/** Matches a unit's stores, but for those of a narrower unit with its own rule for the slot. */
function follows(unit: UnitPath, timeSlotId: number): SQL {
  const levels = [
    { unitId: unit.storeId, ofStore: store.id, ofRule: masterRule.storeId },
    { unitId: unit.groupId, ofStore: store.groupId, ofRule: masterRule.groupId },
    { unitId: unit.zoneId, ofStore: store.zoneId, ofRule: masterRule.zoneId },
    { unitId: unit.regionId, ofStore: store.regionId, ofRule: masterRule.regionId },
  ];
  const place = levels.findIndex(({ unitId }) => unitId !== null);
  const own = levels[place];
  const narrower = own ? levels.slice(0, place) : levels;
  const isNarrower = or(...narrower.map(({ ofStore, ofRule }) => eq(ofRule, ofStore)));
  return sql`${own ? sql`${own.ofStore} = ${own.unitId}` : sql`true`} and not exists (
    select 1 from ${masterRule}
    where ${masterRule.companyId} = ${store.companyId} and ${masterRule.timeSlotId} = ${timeSlotId} and (${isNarrower ?? sql`false`}))`;
}

/** Groups rows by country; each has one per category and one for the whole country. */
function groupByCountry(rows: readonly Row[]): CountryCounts[] {
  const countries = new Map<string, CountryCounts>();
  for (const { country, stores, categoryId, ...row } of rows) {
    const { songs, withoutAudio, outsideWindow, playable, artists, titles, albums } = row;
    const { averageSeconds } = row;
    const counted = { songs, withoutAudio, outsideWindow, playable };
    const pool = { ...counted, artists, titles, albums, averageSeconds };
    const counts = countries.get(country) ?? {
      country,
      stores,
      byCategory: new Map(),
      whole: pool,
    };
    countries.set(country, counts);
    if (categoryId === null) counts.whole = pool;
    else counts.byCategory.set(categoryId, { ...pool, alike: alikeIn(row) });
  }
  return [...countries.values()];
}

/**
 * The value of a rule's attribute that all songs have which may play; null where they differ or one
 * has none.
 */
function valueOfAll(rule: RowRule): SQL {
  const value = sql.raw(rowRules[rule]);
  return sql`(case when count(distinct coalesce(${value}, 0)) filter (where plays) = 1 then min(${value}) filter (where plays) end)::int
    as ${sql.identifier(rule)}`;
}

const alikeIn = (row: Record<RowRule, number | null>): AlikeSongs =>
  Object.fromEntries(
    rowRuleNames.flatMap((rule) => (row[rule] === null ? [] : [[rule, row[rule]]])),
  );
