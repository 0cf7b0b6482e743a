import { serviceStatus } from "#contract/status/endpoints";
import type { Bind } from "../../http/bind.ts";
import { type StatusNeeds, statusService } from "./status.service.ts";

export function statusRoutes(bind: Bind, services: StatusNeeds) {
  const status = statusService(services);
  bind.json(serviceStatus, async ({ database }) => ({ data: await status.showStatus(database) }));
}
