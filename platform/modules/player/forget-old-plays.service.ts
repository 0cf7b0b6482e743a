import { playLogDays, playOutDaysBack } from "#contract/player/limits";
import type { Database } from "../../db/database.ts";
import { dropMonthPartitions } from "../../db/month-partitions.ts";
import { countSongs } from "./count-songs.service.ts";

const day = 86_400_000;
/**
 * Days of a whole month with a margin: plays are billed by the month in which they were due, in
 * any time zone.
 */
const wholeMonth = 33;

/**
 * For the daily job: drops the months of the play log that are past their time, once their songs
 * are counted. Plays that may have to be billed stay longer: those of periods that begin at
 * `unbilledSince`, and earlier ones that were reported too late for their own period.
 */
export async function forgetOldPlays(
  database: Database,
  { now, unbilledSince }: { now: Date; unbilledSince: Date | undefined },
): Promise<void> {
  await countSongs({ database, now });
  const old = now.getTime() - playLogDays * day;
  const billed =
    unbilledSince === undefined
      ? old
      : unbilledSince.getTime() - (playOutDaysBack + wholeMonth) * day;
  return dropMonthPartitions(database, "play_log", new Date(Math.min(old, billed)));
}
