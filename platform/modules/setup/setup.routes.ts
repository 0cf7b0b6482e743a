import { setUp, setupState } from "#contract/setup/endpoints";
import type { Bind } from "../../http/bind.ts";
import { setupService } from "./setup.service.ts";

export function setupRoutes(bind: Bind, needs: Parameters<typeof setupService>[0]) {
  const service = setupService(needs);
  bind.json(setupState, async (_call, { query }) => ({ data: await service.state(query.token) }));
  bind.json(setUp, async (call, { body }) => ({
    message: "This server is set up. Sign in with the account you just created.",
    data: await service.setUpByLink(body, call),
  }));
}
