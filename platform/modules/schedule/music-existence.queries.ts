import { sql } from "drizzle-orm";
import type { RuleLevel } from "#contract/schedule/words";
import type { Scope } from "../../access/scope.ts";
import { isOnPaths, sourceColumns, type UnitPath } from "../../access/units.ts";
import type { Db } from "../../db/client.ts";
import { chart, chartSong, groupPlaylist, masterRule, masterRuleMix, song, timeSlot } from "../../db/schema/index.ts";
import { findStoredDays } from "./playlists.queries.ts";
import type { GroupId } from "./schedule-inputs.queries.ts";

type MusicFacts = {
  stored: { groupId: GroupId; day: string }[];
  slots: { id: number; fromMinute: number; toMinute: number; weekdays: number[] }[];
  /** `hasMusic`: one of its charts, or the chart that it falls back to, is active and has a song with audio. */
  rules: { id: number; timeSlotId: number; level: RuleLevel; unitId: number; hasMusic: boolean }[];
};

/**
 * What says whether stores on some paths have music from a date to a date, in one statement: the days of their groups that are stored with songs, the
 * company's slots, and the rules on the paths.
 */
export async function findMusicFacts(scope: Scope, db: Db, paths: readonly UnitPath[], from: string, to: string): Promise<MusicFacts> {
  const { companyId } = scope;
  const groupIds = [...new Set(paths.map(({ groupId }) => groupId))];
  const ofGroups = sql`(${groupPlaylist.groupId} = any(${sql.param(groupIds.filter((id) => id !== null))}::bigint[])
    or (${groupIds.includes(null)} and ${groupPlaylist.groupId} is null))`;
  const hasSongs = sql`${chart.active} and exists (select 1 from ${chartSong} join ${song} on ${song.id} = ${chartSong.songId}
    where ${chartSong.companyId} = ${chart.companyId} and ${chartSong.chartId} = ${chart.id} and ${song.audioFile} is not null)`;
  const { level, unitId } = sourceColumns(masterRule);
  const { rows } = await db.execute<MusicFacts>(sql`select
    (select coalesce(json_agg(json_build_object('groupId', stored.group_id, 'day', stored.day)), '[]')
      from ${findStoredDays(scope, db, { from, to, ofGroups }).as("stored")}) as stored,
    (select coalesce(json_agg(json_build_object('id', ${timeSlot.id}, 'fromMinute', ${timeSlot.fromMinute}, 'toMinute', ${timeSlot.toMinute},
      'weekdays', ${timeSlot.weekdays}) order by ${timeSlot.fromMinute}, ${timeSlot.id}), '[]') from ${timeSlot} where ${timeSlot.companyId} = ${companyId}) as slots,
    (select coalesce(json_agg(json_build_object('id', ${masterRule.id}, 'timeSlotId', ${masterRule.timeSlotId}, 'level', ${level}, 'unitId', ${unitId},
      'hasMusic', exists (select 1 from ${masterRuleMix} join ${chart} on ${chart.companyId} = ${masterRuleMix.chartCompanyId}
          and ${chart.id} = ${masterRuleMix.chartId}
        where ${masterRuleMix.companyId} = ${companyId} and ${masterRuleMix.ruleId} = ${masterRule.id} and ${hasSongs})
      or exists (select 1 from ${chart} where ${chart.companyId} = ${masterRule.fallbackChartCompanyId}
        and ${chart.id} = ${masterRule.fallbackChartId} and ${hasSongs})) order by ${masterRule.id}), '[]')
      from ${masterRule} where ${masterRule.companyId} = ${companyId} and ${isOnPaths(masterRule, paths)}) as rules`);
  return rows[0] ?? { stored: [], slots: [], rules: [] };
}
