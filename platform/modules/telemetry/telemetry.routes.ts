import { playerHeartbeat } from "#contract/player/endpoints";
import { storeTimeline } from "#contract/telemetry/endpoints";
import type { Bind } from "../../http/bind.ts";
import { recordHeartbeat } from "./heartbeat.service.ts";
import { showTimeline } from "./timeline.service.ts";

/**
 * What players tell of themselves. Heartbeats keep a connection of their own, as all their calls
 * do.
 */
export function heartbeatRoutes(bind: Bind) {
  bind.json(playerHeartbeat, async (call, { body, headers }) => ({
    data: await recordHeartbeat(call, body, headers),
  }));
}

/** What people see of it. */
export function timelineRoutes(bind: Bind) {
  bind.json(storeTimeline, async (call, { query }) => ({ data: await showTimeline(call, query) }));
}
