import { sql } from "drizzle-orm";
import type { SlotSeason, SlotTimes } from "#contract/schedule/slot-times";
import type { RuleLevel } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin } from "../../../access/scope-conditions.ts";
import { isOnPaths, sourceColumns, type UnitPath } from "../../../access/units.ts";
import { groupPlaylist, masterRule } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { findStoredDays } from "../logs/playlists.queries.ts";

type MusicFacts = {
  stored: { groupId: GroupId; day: string }[];
  slots: (SlotTimes & SlotSeason & { id: number })[];
  /**
   * `hasMusic`: one of its charts, or the chart that it falls back to, is active and has a song
   * with audio.
   */
  rules: { id: number; timeSlotId: number; level: RuleLevel; unitId: number; hasMusic: boolean }[];
};

/**
 * Finds, in one statement, the facts that decide whether stores on some paths have music between
 * two dates: their groups' stored days with songs, the company's slots, and the rules on the paths.
 */
export async function findMusicFacts(
  scope: Scope,
  db: Db,
  paths: readonly UnitPath[],
  from: string,
  to: string,
): Promise<MusicFacts> {
  const { companyId } = scope;
  const groupIds = [...new Set(paths.map(({ groupId }) => groupId))];
  const ofGroups = sql`(${groupPlaylist.groupId} = any(${sql.param(groupIds.filter((id) => id !== null))}::bigint[])
    or (${groupIds.includes(null)} and ${groupPlaylist.groupId} is null))`;
  // tables are named in plain text: building a statement of many parts takes longer than running it
  const hasSongs = sql`chart.active and exists (select 1 from chart_song join song on song.id = chart_song.song_id
    where chart_song.company_id = chart.company_id and chart_song.chart_id = chart.id and song.audio_file is not null
      and ${songsWithin(scope)})`;
  const { level, unitId } = sourceColumns(masterRule);
  const { rows } = await db.execute<MusicFacts>(sql`select
    (select coalesce(json_agg(json_build_object('groupId', group_id, 'day', day)), '[]')
      from ${findStoredDays(scope, db, { from, to, ofGroups }).as("stored")}) as stored,
    (select coalesce(json_agg(json_build_object('id', id, 'fromMinute', from_minute, 'toMinute', to_minute, 'weekdays', weekdays, 'startsOn', starts_on, 'endsOn', ends_on) order by from_minute, id), '[]')
      from time_slot where company_id = ${companyId}) as slots,
    (select coalesce(json_agg(json_build_object('id', master_rule.id, 'timeSlotId', time_slot_id, 'level', ${level}, 'unitId', ${unitId},
      'hasMusic', exists (select 1 from master_rule_mix mix join chart on chart.company_id = mix.chart_company_id and chart.id = mix.chart_id
        where mix.company_id = master_rule.company_id and mix.rule_id = master_rule.id and ${hasSongs})
      or exists (select 1 from chart where chart.company_id = fallback_chart_company_id and chart.id = fallback_chart_id and ${hasSongs}))
      order by master_rule.id), '[]')
      from master_rule where master_rule.company_id = ${companyId} and ${isOnPaths(masterRule, paths)}) as rules`);
  return rows[0] ?? { stored: [], slots: [], rules: [] };
}
