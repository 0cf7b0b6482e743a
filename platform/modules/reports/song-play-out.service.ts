import { addDays } from "#contract/dates";
import { invalid } from "../../http/refusal.ts";
import type { ReportSource } from "./report-source.ts";
import { countPlaysByDay, exportSongSlices, findSongPage, fitsSort, sumSongs } from "./song-play-out.queries.ts";

/** SongPlayOutReport (domain.md section 5): a row is a song that was played. */
export const songPlayOutSource: ReportSource = {
  async figures(scope, db, filters) {
    const { songs, plays, stores } = await sumSongs(scope, db, filters);
    return [
      { label: "Songs", value: songs },
      { label: "Plays", value: plays },
      { label: "Stores", value: stores },
    ];
  },
  async page(scope, db, filters, asked) {
    if (asked.cursor && !fitsSort(asked.cursor, asked.sort)) throw invalid({ cursor: "This page link is not valid any more." });
    const rows = await findSongPage(scope, db, filters, asked);
    return rows.map(({ id, key, ...cells }) => ({ cells, cursor: { value: key, id } }));
  },
  /** Every day of the range, also those on which nothing was played; no points at all when none was. */
  async points(scope, db, filters) {
    const counted = new Map((await countPlaysByDay(scope, db, filters)).map(({ day, plays }) => [day, plays]));
    if (counted.size === 0) return [];
    const points = [];
    for (let day = filters.from; day <= filters.to; day = addDays(day, 1)) points.push({ label: day, value: counted.get(day) ?? 0 });
    return points;
  },
  slices: exportSongSlices,
};
