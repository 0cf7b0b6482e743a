import { playerHeartbeat } from "#contract/player/endpoints";
import { storeTimeline } from "#contract/telemetry/endpoints";
import * as contract from "#contract/telemetry/today";
import type { Database } from "../../db/database.ts";
import type { Bind } from "../../http/bind.ts";
import type { StoreCounter } from "../stores/index.ts";
import { recordHeartbeat } from "./heartbeat.service.ts";
import { showTimeline } from "./timeline.service.ts";
import { pulseService } from "./today.service.ts";

/**
 * The reports that players send about themselves. Heartbeats have reserved connections, like all
 * calls of players.
 */
export function heartbeatRoutes(bind: Bind) {
  bind.json(playerHeartbeat, async (call, { body, headers }) => ({
    data: await recordHeartbeat(call, body, headers),
  }));
}

/** Routes for the pages that show them. */
export function timelineRoutes(
  bind: Bind,
  database: Pick<Database, "listeners">,
  services: { counter: StoreCounter },
) {
  const { showPulse, showPulseOfAll, showStoresToday } = pulseService(database, services);
  bind.json(storeTimeline, async (call, { query }) => ({ data: await showTimeline(call, query) }));
  bind.json(contract.showPulse, async (call) => ({ data: await showPulse(call) }));
  bind.json(contract.showPulseOfAll, async (call) => ({ data: await showPulseOfAll(call) }));
  bind.json(contract.showStoresToday, async (call, { query }) => ({
    data: await showStoresToday(call, query.ids),
  }));
}
