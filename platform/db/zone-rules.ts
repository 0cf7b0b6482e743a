import type pg from "pg";
import { dateIn, timeIn } from "#contract/base/dates";
import { elementAt } from "#contract/base/element-at";

/**
 * Finds the zones whose clock in the database differs from this process's at one of these instants.
 * Countries change their rules, and each part brings its own version of the tz database; where they
 * differ, reports count other hours than logs play.
 */
export async function findZonesApart(
  pool: Pick<pg.Pool, "query">,
  zones: string[],
  instants: readonly Date[],
): Promise<string[]> {
  const { rows } = await pool.query<{ zone: string; clocks: string[] }>(
    `select zone, array_agg(to_char(at at time zone zone, 'YYYY-MM-DD HH24:MI') order by place) as clocks
      from unnest($1::text[]) zone, unnest($2::timestamptz[]) with ordinality as asked (at, place) group by zone`,
    [zones, instants.map((instant) => instant.toISOString())],
  );
  const showHere = (zone: string, at: Date) => `${dateIn(zone, at)} ${timeIn(zone, at)}`;
  return rows
    .filter(({ zone, clocks }) =>
      clocks.some((clock, at) => clock !== showHere(zone, elementAt(instants, at))),
    )
    .map(({ zone }) => zone);
}
