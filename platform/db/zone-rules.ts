import type pg from "pg";
import { dateIn, timeIn } from "#contract/base/dates";

/**
 * Finds the zones whose clock in the database differs from this process's, looking at each week
 * from `from` until `until`. Countries change their rules, and each part brings its own version of
 * the tz database; where they differ, reports count other hours than logs play.
 */
export async function findZonesApart(
  pool: Pick<pg.Pool, "query">,
  zones: string[],
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const { rows } = await pool.query<{ zone: string; at: Date; wall: string }>(
    `select zone, at, to_char(at at time zone zone, 'YYYY-MM-DD HH24:MI') as wall
      from unnest($1::text[]) zone, generate_series($2::timestamptz, $3::timestamptz, '1 week') at`,
    [zones, from.toISOString(), until.toISOString()],
  );
  const apart = rows.filter(({ zone, at, wall }) => {
    const instant = new Date(at);
    return wall !== `${dateIn(zone, instant)} ${timeIn(zone, instant)}`;
  });
  return [...new Set(apart.map(({ zone }) => zone))];
}
