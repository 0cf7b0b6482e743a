import { serviceStatus } from "#contract/status/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { statusService } from "./status.service.ts";

export function statusRoutes(bind: Bind, services: Pick<Services, "files" | "mail">) {
  const status = statusService(services);
  bind.json(serviceStatus, async ({ database }) => ({ data: await status.showStatus(database) }));
}
