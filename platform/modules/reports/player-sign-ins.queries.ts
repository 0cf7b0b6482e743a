import { and, eq, sql } from "drizzle-orm";
import type { playerEvents, playerResults } from "#contract/player/words";
import { storeLoginReport } from "#contract/reports/logins";
import type { sessionResults } from "#contract/session/words";
import { ofStoresWithin, unitOfUser } from "../../access/scope-conditions.ts";
import {
  appUser,
  authSession,
  playerDevice,
  playingTurn,
  store,
  storeState,
  userUnit,
} from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";
import { filteredStores, reportedStores, storeUnits } from "./report-units.queries.ts";

/**
 * A row is a sign-in of a store's account with its password, or a turn of a device at the store's
 * player.
 */
export const playerSignIns = sourceOf(storeLoginReport, {
  key: { storeId: "integer", id: "text" },
  isAggregate: false,
  select: (scope, criteria) => {
    const inDates = (
      at: string,
    ) => sql`${sql.raw(at)} >= ${criteria.from}::date::timestamp at time zone ${criteria.timeZone}
      and ${sql.raw(at)} < (${criteria.to}::date + 1)::timestamp at time zone ${criteria.timeZone}`;
    const event = sql<keyof typeof playerEvents>`sign_in.event`;
    return {
      with: {
        turn: sql`select store_id, since, device_id, lead(since) over by_store as until, lead(device_id) over by_store as next_device
          from ${playingTurn} where ${ofStoresWithin(playingTurn, scope, filteredStores(criteria))} window by_store as (partition by store_id order by since)`,
        sign_in: sql`select ${userUnit.storeId} as store_id, ${authSession.id}::text as id, ${authSession.createdAt} as at, 'account' as event,
            ${appUser.username} as username, ${authSession.device} as device, null as version, ${authSession.address} as address,
            coalesce(${authSession.endReason}, 'signed in') as result
          from ${authSession} join ${appUser} on ${appUser.companyId} = ${authSession.companyId} and ${appUser.id} = ${authSession.userId}
            join ${userUnit} on ${unitOfUser()}
          where ${authSession.companyId} = ${scope.companyId} and ${authSession.openedById} is null and ${appUser.level} = 'store'
            and ${inDates('"auth_session"."created_at"')}
          union all
          select turn.store_id, extract(epoch from turn.since)::text, turn.since, 'device', ${appUser.username}, ${playerDevice.userAgent},
            case when turn.until is null then ${storeState.playerVersion} end, null,
            case when turn.until is null then 'playing' when turn.next_device is null then 'stopped' else 'replaced' end
          from turn left join ${playerDevice} on ${playerDevice.companyId} = ${scope.companyId} and ${playerDevice.storeId} = turn.store_id
              and ${playerDevice.deviceId} = turn.device_id
            left join ${appUser} on ${appUser.companyId} = ${playerDevice.companyId} and ${appUser.id} = ${playerDevice.userId}
            left join ${storeState} on ${storeState.companyId} = ${scope.companyId} and ${storeState.storeId} = turn.store_id
          where turn.device_id is not null and ${inDates("turn.since")}`,
      },
      columns: {
        ...storeUnits.columns,
        storeId: store.id,
        id: sql<string>`sign_in.id`,
        at: sql<Date>`sign_in.at`,
        event,
        user: sql<string | null>`sign_in.username`,
        device: sql<string | null>`sign_in.device`,
        version: sql<string | null>`sign_in.version`,
        address: sql<string | null>`sign_in.address`,
        result: sql<keyof typeof sessionResults | keyof typeof playerResults>`sign_in.result`,
      },
      from: sql`from sign_in join ${store} on ${eq(store.companyId, scope.companyId)} and ${store.id} = sign_in.store_id ${storeUnits.join}
        where ${and(reportedStores(scope, criteria), criteria.event && sql`${event} = ${criteria.event}`)}`,
    };
  },
});
