import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { addDays } from "#contract/base/dates";
import type { Scope } from "../../../access/scope.ts";
import {
  adSetting,
  campaign,
  chart,
  chartSong,
  company,
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
  groupPlaylist,
  libraryRevision,
  masterRule,
  masterRuleMix,
  spot,
  store,
  storeGroup,
  storeHours,
  storeHoursException,
  timeSlot,
} from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";

/**
 * Fingerprint of everything that a company's days from a date to a date depend on: it changes
 * whenever a row of it does, in whatever way and process. A rewritten row has another xmin, and
 * a deleted one is no longer counted. Songs have the revision of their library.
 */
export async function findDaysFingerprint(
  scope: Scope,
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { companyId } = scope;
  const rowsOf = (table: PgTable) =>
    sql`(select concat(count(*), ':', sum(xmin::text::bigint)) from ${table} where company_id = ${companyId})`;
  const rules = [
    timeSlot,
    masterRule,
    masterRuleMix,
    eventPlaylist,
    eventPlaylistUnit,
    eventPlaylistSong,
  ];
  const ofCompany = [
    store,
    storeGroup,
    storeHours,
    storeHoursException,
    ...rules,
    spot,
    adSetting,
  ].map(rowsOf);
  // later bookings, which are the most, affect none of these days
  const booked = sql`(select concat(count(*), ':', sum(xmin::text::bigint)) from ${campaign} where ${campaign.companyId} = ${companyId}
    and ${campaign.startsOn} <= ${addDays(to, 1)} and ${campaign.state} not in ('DRAFT', 'HELD'))`;
  const inMixes = sql`exists (select 1 from ${masterRuleMix} where ${masterRuleMix.companyId} = ${companyId}
    and ${masterRuleMix.chartCompanyId} = listed.company_id and ${masterRuleMix.chartId} = listed.chart_id)`;
  const { rows } = await db.execute<{ mark: string }>(sql`
    select concat_ws(' ', ${sql.join([...ofCompany, booked], sql`, `)},
      (select concat(xmin, ' ') from ${company} where ${company.id} = ${companyId}),
      (select sum(${libraryRevision.revision}) from ${libraryRevision}),
      (select concat(count(*), ':', sum(listed.xmin::text::bigint)) from ${chartSong} as listed where ${inMixes}),
      (select sum(xmin::text::bigint) from ${chart} where ${chart.companyId} = ${companyId}
        or exists (select 1 from ${masterRuleMix} where ${masterRuleMix.companyId} = ${companyId} and ${masterRuleMix.chartCompanyId} = ${chart.companyId}
          and ${masterRuleMix.chartId} = ${chart.id})),
      (select string_agg(concat(state, day, ':', days), ',' order by state, day) from (select state, day, count(*) as days from ${groupPlaylist}
        where ${groupPlaylist.companyId} = ${companyId} and ${groupPlaylist.day} >= ${from} and ${groupPlaylist.state} <> 'superseded' group by state, day) as stored)) as mark`);
  return rows[0]?.mark ?? "";
}
