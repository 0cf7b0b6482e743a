import { eq, sql } from "drizzle-orm";
import { wholeCompany } from "../platform/access/scope.ts";
import { plainList } from "../platform/db/plain-list.ts";
import { store } from "../platform/db/schema/index.ts";
import type { Db } from "../platform/db/types.ts";
import {
  addPastHours,
  addToHours,
  lastFullQuarter,
  minutesBetween,
  noMinutes,
} from "../platform/modules/telemetry/index.ts";
import { gapOn, instantOf, toldBy } from "./behaviour.ts";
import { addDays } from "./local-clock.ts";
import { type CompanyDay, endsOf, type MissingDay, openingsOn } from "./past-openings.ts";
import type { DemoShop } from "./shops.ts";

/**
 * The heartbeats of each minute of a date in which stores were open and their players up, an hour
 * at once, but for those that are there already.
 */
export async function hearDay(db: Db, { companyId, day, shops, now }: CompanyDay): Promise<void> {
  const minuteAt = (shop: DemoShop, opened: string, at: Date) =>
    Math.floor((at.getTime() - instantOf(shop.timeZone, opened, 0).getTime()) / 60_000) + 1;
  const openings = openingsOn(shops, day).flatMap((opening) => {
    const { shop, opened, from, to } = opening;
    const { heardUntil, playedUntil } = endsOf(shop, now);
    const end = Math.min(to, minuteAt(shop, opened, heardUntil));
    return end > from
      ? [
          {
            ...opening,
            to: end,
            playsTo: minuteAt(shop, opened, playedUntil),
            gap: gapOn(shop, opened),
          },
        ]
      : [];
  });
  if (openings.length === 0) return;
  const within = (from: string, to: string) =>
    minutesBetween(sql.raw(`${from} - h * 60`), sql.raw(`${to} - h * 60`));
  const column = (of: (opening: (typeof openings)[number]) => number | string) =>
    plainList(openings.map(of));
  const edgeOf = (kind: "off" | "silent" | "paused", edge: "from" | "to") =>
    column(({ gap }) => (gap?.kind === kind ? gap[edge] : 0));
  await db.execute(sql`
    with opening as (
      select * from unnest(
        ${column(({ shop }) => shop.id)}::bigint[], ${column(({ shop }) => shop.timeZone)}::text[], ${column(({ opened }) => opened)}::date[],
        ${column(({ from }) => from)}::int[], ${column(({ to }) => to)}::int[], ${column(({ playsTo }) => playsTo)}::int[],
        ${edgeOf("off", "from")}::int[], ${edgeOf("off", "to")}::int[], ${edgeOf("silent", "from")}::int[], ${edgeOf("silent", "to")}::int[],
        ${edgeOf("paused", "from")}::int[], ${edgeOf("paused", "to")}::int[],
        ${column(({ shop }) => toldBy(shop).volume)}::int[], ${column(({ shop }) => toldBy(shop).playerVersion)}::text[]
      ) as o(store_id, time_zone, opened, begins, ends, plays_to, off_from, off_to, silent_from, silent_to, paused_from, paused_to, volume, player_version)
    ), minutes as (
      select distinct on (opening.store_id, instant.hour_at) opening.store_id, instant.hour_at, clock.local_hour, volume, opening.player_version,
        ${within("begins", "ends")} & ~${within("off_from", "off_to")} & ~coalesce(store_hour.online, ${noMinutes}) as online,
        ${within("0", "plays_to")} & ~${within("silent_from", "silent_to")} & ~${within("paused_from", "paused_to")} as playing,
        ${within("paused_from", "paused_to")} as paused
      from opening cross join generate_series(begins / 60, (ends - 1) / 60) as h
        cross join lateral (select opened + h * interval '1 hour' as local_hour) as clock
        cross join lateral (select clock.local_hour at time zone time_zone as hour_at) as instant
        left join store_hour on store_hour.company_id = ${companyId} and store_hour.store_id = opening.store_id and store_hour.hour_at = instant.hour_at
    ), beat as (
      select store_id, hour_at, local_hour, online, online & playing as playing,
        case when volume < company.threshold_volume then online else ${noMinutes} end as quiet, online & paused as paused,
        volume as volume_least, volume * bit_count(online)::int as volume_sum, volume as volume_most, player_version
      from minutes join company on company.id = ${companyId} where bit_count(online) > 0
    ), ${addToHours(companyId)}
    select 1`);
}

/** Adds the hours of a date that are over to the days of the company's stores in a zone. */
export async function closeDay(
  db: Db,
  { companyId, day, now, timeZone }: MissingDay & { now: Date; timeZone: string },
): Promise<void> {
  const after = instantOf(timeZone, day, 0);
  const until = new Date(
    Math.min(instantOf(timeZone, addDays(day, 1), 0).getTime(), lastFullQuarter(now)),
  );
  if (after < until)
    await addPastHours(wholeCompany(companyId), db, { after, until }, eq(store.timeZone, timeZone));
}
