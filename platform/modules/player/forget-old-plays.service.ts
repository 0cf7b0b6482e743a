import { playLogDays, playOutDaysBack } from "#contract/player/limits";
import type { Database } from "../../db/client.ts";
import { dropMonthPartitions } from "../../db/month-partitions.ts";
import { countSongs } from "./count-songs.service.ts";

const day = 86_400_000;
/**
 * Plays are billed by the month in which they were due, so the first month is needed as a whole, in
 * whatever time zone.
 */
const wholeMonth = 33;

/**
 * For the daily job: the months of the play log that are no longer kept, once their songs are
 * counted. What may have to be billed stays longer: the plays of periods that begin at
 * `unbilledSince`, and those of before that were reported too late for their own period.
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
