import { and, eq, type SQL, sql } from "drizzle-orm";
import { filterLimits, type MixFacet } from "#contract/schedule/mix-words";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin } from "../../../access/scope-conditions.ts";
import { chartSong, song } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { isPlayable, songFacts, tempoOfSong } from "../days/songs.queries.ts";
import type { Category } from "./mix.queries.ts";

const columnOf = {
  language: song.languageId,
  genre: song.genreId,
  mood: song.moodId,
  tempo: song.tempoId,
  era: song.eraId,
  ratingChart: song.ratingChartId,
} satisfies Record<MixFacet, unknown>;

/**
 * Selects which songs that the scope's company may play are in which of the categories, with their
 * weights: those of charts, and those of the library that match a filter.
 */
export function allMembers(scope: Scope, categories: readonly Category[]): SQL {
  const filters = categories.flatMap((category) =>
    category.kind === "songs"
      ? [
          sql`select ${idOf(category)}, ${song.id}, 1 from ${song} where ${matching(category)} and ${songsWithin(scope)}`,
        ]
      : [],
  );
  return unionMembers([membersOfCharts(categories, isInLibrary(songsWithin(scope))), ...filters]);
}

/**
 * Selects the members that days are made from: an inactive category has none, songs without audio
 * are left out, because a store that got one would fall silent, and of a filter the newest count.
 */
function playedMembers(scope: Scope, categories: readonly Category[]): SQL {
  const active = categories.filter((category) => category.active);
  const filters = active.flatMap((category) =>
    category.kind === "songs"
      ? [
          sql`(select ${idOf(category)}, ${song.id}, 1 from ${song} where ${matching(category)} and ${isPlayable(scope)}
          order by ${song.id} desc limit ${filterLimits.songs})`,
        ]
      : [],
  );
  const hasAudio = isInLibrary(sql`${song.audioFile} is not null and ${songsWithin(scope)}`);
  return unionMembers([membersOfCharts(active, hasAudio), ...filters]);
}

const isInLibrary = (which: SQL) =>
  sql`exists (select 1 from ${song} where ${song.id} = ${chartSong.songId} and ${which})`;
const unionMembers = (selects: SQL[]) =>
  sql`(${sql.join(selects, sql` union all `)}) as member(category_id, song_id, weight)`;
const member = {
  categoryId: sql<number>`member.category_id`,
  songId: sql<number>`member.song_id`,
  weight: sql<number>`member.weight`,
};

function membersOfCharts(categories: readonly Category[], which: SQL): SQL {
  const charts = categories.filter((category) => category.kind === "chart");
  return sql`select ${chartSong.chartId}, ${chartSong.songId}, ${chartSong.weight} from ${chartSong}
    where (${chartSong.companyId}, ${chartSong.chartId}) in (select * from unnest(${sql.param(charts.map(({ companyId }) => companyId))}::bigint[],
      ${sql.param(charts.map(({ id }) => id))}::bigint[])) and ${which}`;
}

const idOf = ({ id }: Category) => sql`${id}::bigint`;

/**
 * Values of one list are alternatives; different lists must all hold. A filter without items
 * matches nothing.
 */
function matching({ libraryId, items }: Extract<Category, { kind: "songs" }>): SQL | undefined {
  const byFacet = new Map<MixFacet, number[]>();
  for (const { facet, id } of items) byFacet.set(facet, [...(byFacet.get(facet) ?? []), id]);
  const parts = [...byFacet].map(
    ([facet, ids]) => sql`${columnOf[facet]} = any(${sql.param(ids)}::bigint[])`,
  );
  return parts.length > 0 ? and(eq(song.companyId, libraryId), ...parts) : sql`false`;
}

/**
 * Digest of what each category contributes to a day: its songs with audio, and all that scheduling
 * uses of them. Empty and inactive categories are absent.
 */
export const findCategoryDigests = (scope: Scope, db: Db, categories: readonly Category[]) =>
  db
    .select({
      categoryId: member.categoryId,
      digest: sql<string>`md5(string_agg(concat_ws('|', ${songFacts}, nullif(member.weight, 1)), '^' order by ${song.id}))`,
    })
    .from(playedMembers(scope, categories))
    .innerJoin(song, eq(song.id, member.songId))
    .leftJoin(...tempoOfSong)
    .groupBy(member.categoryId);

/** The categories that give a day at least one song with audio. */
export const findPlayableCategories = async (
  scope: Scope,
  db: Db,
  categories: readonly Category[],
): Promise<Set<number>> =>
  new Set(
    (await db.selectDistinct({ id: member.categoryId }).from(playedMembers(scope, categories))).map(
      ({ id }) => id,
    ),
  );

/** Finds which songs with audio are in which of the categories, with their weights. */
export const findCategorySongs = (scope: Scope, db: Db, categories: readonly Category[]) =>
  db
    .select(member)
    .from(playedMembers(scope, categories))
    .orderBy(member.categoryId, member.songId);

/**
 * Counts the active songs of each category, and those without audio; a category without songs is
 * missing.
 */
export const countCategorySongs = (scope: Scope, db: Db, categories: readonly Category[]) =>
  db
    .select({
      categoryId: member.categoryId,
      songs: sql<number>`count(*)::int`,
      withoutAudio: sql<number>`count(*) filter (where ${song.audioFile} is null)::int`,
    })
    .from(allMembers(scope, categories))
    .innerJoin(song, and(eq(song.id, member.songId), eq(song.active, true)))
    .groupBy(member.categoryId);
