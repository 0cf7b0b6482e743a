import { addDays } from "#contract/base/dates";
import type { ScopedCall } from "../../../http/context.ts";
import { dayInputsOf } from "../days/day-inputs.ts";
import { loadChartSongs } from "../days/load-repertoire.ts";
import { type GroupDay, groupIn, prepareGroups } from "../days/schedule-days.ts";
import { findSongs } from "../days/songs.queries.ts";
import { findHeads, findPlays, type PlaylistHead } from "../logs/playlists.queries.ts";

/** The most played songs and artists that are listed. */
const rowsShown = 10;

/**
 * Measures how a group's songs and artists rotate over the stored days up to one: repeats, each
 * chart's turnover, and how often a song plays in the same hour as the day before. Uses each day's
 * published version, else its draft; makes none. Throws 404 out of scope.
 */
export async function measureRotation(
  { scope, db }: ScopedCall,
  { groupId, day, days }: GroupDay & { days: number },
) {
  const from = addDays(day, 1 - days);
  const prepared = await prepareGroups(scope, db, [groupId], { from, to: day });
  const group = groupIn(prepared, groupId);
  const stored = standingOf(await findHeads(scope, db, [groupId], addDays(from, -1), day));
  const dayOf = new Map(stored.map(({ id, day }) => [id, day]));
  const all = (await findPlays(scope, db, [...dayOf.keys()])).map(
    ({ id, songId, startSeconds, categoryId }) => ({
      day: dayOf.get(id) ?? "",
      songId,
      categoryId,
      hour: Math.floor(startSeconds / 3600),
    }),
  );
  const plays = all.filter((play) => play.day >= from);
  const songs = new Map(
    (await findSongs(scope, db, [...new Set(plays.map(({ songId }) => songId))])).map((song) => [
      song.id,
      song,
    ]),
  );
  const bySong = [...countBy(plays, ({ songId }) => songId)].sort(
    (a, b) => b[1] - a[1] || a[0] - b[0],
  );
  const artistOf = (songId: number) => songs.get(songId)?.artist ?? "";
  const byArtist = [...countBy(plays, ({ songId }) => artistOf(songId))].sort(
    (a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
  );
  const sameHour = sameHoursOf(all, from);
  const inputsOn = dayInputsOf(prepared, groupId);
  const inputs = inputsOn(day);
  const { membersOf } = await loadChartSongs(scope, db, prepared);
  const measured = stored.filter((head) => head.day >= from);
  const openHours = measured
    .flatMap((head) => inputsOn(head.day).opening)
    .reduce((sum, { from: opens, to }) => sum + (to - opens) / 3600, 0);
  const nameOf = new Map(
    inputs.slots.flatMap(({ mix }) =>
      mix.map(({ categoryId, name }) => [categoryId, name] as const),
    ),
  );
  return {
    groupName: group.name,
    from,
    to: day,
    days: measured.length,
    plays: plays.length,
    songs: bySong.length,
    artists: byArtist.length,
    songsByPlays: histogram(bySong),
    artistsByPlays: histogram(byArtist),
    mostPlayed: bySong.slice(0, rowsShown).map(([songId, count]) => {
      const { title = "Song withdrawn", artist = "", active = false } = songs.get(songId) ?? {};
      // a song that may play has audio
      return { songId, title, artist, hasAudio: active, plays: count };
    }),
    mostHeard: byArtist.slice(0, rowsShown).map(([artist, count]) => ({
      artist,
      plays: count,
      songs: bySong.filter(([songId]) => artistOf(songId) === artist).length,
    })),
    charts: [...nameOf].map(([chartId, name]) => {
      const own = plays.filter(({ categoryId }) => categoryId === chartId);
      const size = membersOf.get(chartId)?.songIds.length ?? 0;
      const turnoverHours =
        own.length === 0 ? null : Math.round((10 * size * openHours) / own.length) / 10;
      return {
        chartId,
        name,
        songs: size,
        played: new Set(own.map(({ songId }) => songId)).size,
        plays: own.length,
        turnoverHours,
      };
    }),
    ...sameHour,
  };
}

/** Picks each day's published version, else its draft. */
const standingOf = (heads: readonly PlaylistHead[]): PlaylistHead[] =>
  heads.filter(
    ({ day, state }) =>
      state === "published" ||
      !heads.some((other) => other.day === day && other.state === "published"),
  );

type Play = { day: string; songId: number; hour: number };

function sameHoursOf(plays: readonly Play[], from: string) {
  const days = new Set(plays.map(({ day }) => day));
  const playKeys = new Set(plays.map(({ day, hour, songId }) => `${day} ${hour} ${songId}`));
  const byHour = new Map<number, { hour: number; plays: number; of: number }>();
  for (const { day, hour, songId } of plays) {
    const before = addDays(day, -1);
    if (day < from || !days.has(before)) continue;
    const count = byHour.get(hour) ?? { hour, plays: 0, of: 0 };
    byHour.set(hour, count);
    count.of++;
    if (playKeys.has(`${before} ${hour} ${songId}`)) count.plays++;
  }
  const sameHourByHour = [...byHour.values()].sort((a, b) => a.hour - b.hour);
  const sum = (key: "plays" | "of") =>
    sameHourByHour.reduce((total, count) => total + count[key], 0);
  return { sameHour: { plays: sum("plays"), of: sum("of") }, sameHourByHour };
}

function countBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

const histogram = (counts: readonly (readonly [unknown, number])[]) =>
  [...countBy(counts, ([, plays]) => plays)]
    .map(([plays, count]) => ({ plays, count }))
    .sort((a, b) => a.plays - b.plays);
