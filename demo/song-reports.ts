import type { songReport } from "../platform/db/schema/song-reports.ts";
import { companies } from "./companies.ts";
import type { DemoLibrary } from "./library.ts";
import type { DemoOrganisation } from "./organisation.ts";

type Row = typeof songReport.$inferInsert;

const reports: Pick<Row, "reason" | "note" | "times">[] = [
  { reason: "customers", note: "Two customers complained about the chorus", times: 2 },
  { reason: "too-often", note: null, times: 1 },
  { reason: "style", note: "Too loud for the morning", times: 1 },
];

/** Open reports of songs by the first stores of Northwind; two stores report the same song. */
export function demoSongReports(
  { stores }: Pick<DemoOrganisation, "stores">,
  { chartSongs }: Pick<DemoLibrary, "chartSongs">,
  now: Date,
): Row[] {
  const companyId = companies.northwind.id;
  const own = stores.filter((store) => store.companyId === companyId);
  return reports.flatMap((report, place) => {
    const storeId = own[place * 3]?.id;
    const songId = chartSongs[place === 0 ? 0 : 7]?.songId;
    if (storeId === undefined || songId === undefined) return [];
    return {
      ...report,
      companyId,
      storeId,
      songId,
      eventId: `00000000-0000-4000-8000-00000000000${place}`,
      reportedAt: new Date(now.getTime() - (place + 1) * 5 * 3_600_000),
    };
  });
}
