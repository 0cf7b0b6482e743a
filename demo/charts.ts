import type { chart, chartSong } from "../platform/db/schema/charts.ts";
import { chartIds, custom, isPiece, popular } from "./chart-plans.ts";
import { companies } from "./companies.ts";
import { seededRandom } from "./random.ts";
import type { DemoSong } from "./songs.ts";

type DemoChart = typeof chart.$inferInsert & { id: number };

/**
 * The provider's popular charts and the companies' custom ones, of songs that may play in India.
 * The flagships' hold songs with audio only.
 */
export function demoCharts(songs: readonly DemoSong[]): {
  charts: DemoChart[];
  chartSongs: (typeof chartSong.$inferInsert)[];
} {
  const random = seededRandom("charts");
  const plans = [[companies.provider.id, popular] as const, ...custom].flatMap(
    ([companyId, charts]) => charts.map((plan) => ({ companyId, ...plan })),
  );
  const playable = songs.filter(
    ({ territories = [] }) => territories.length === 0 || territories.includes("IN"),
  );
  const chartSongs = plans.flatMap(({ companyId, id: chartId, limit, weighted, fits }) =>
    random
      .shuffle(
        playable.filter(
          (song) => fits(song) && (chartId === chartIds.interludes || !isPiece(song)),
        ),
      )
      .slice(0, limit)
      .map(({ id: songId, rating }, index) => ({
        companyId,
        chartId,
        songId,
        position: index + 1,
        weight: weighted ? weightOf(rating) : 1,
      })),
  );
  const charts = plans.map(
    ({ companyId, id, name, description, display = "bar", active = true }) => {
      return { companyId, id, name, description, display, active };
    },
  );
  return { charts, chartSongs };
}

const weightOf = (rating: string): number =>
  ({ "Heavy rotation": 3, "Medium rotation": 2 })[rating] ?? 1;
