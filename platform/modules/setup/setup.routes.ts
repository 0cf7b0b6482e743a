import { setUp, setupState } from "#contract/setup/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { setupService } from "./setup.service.ts";

export function setupRoutes(bind: Bind, services: Pick<Services, "sessionSecret">) {
  const setup = setupService(services);
  bind.json(setupState, async (call, { query }) => ({
    data: await setup.showState(call, query.token),
  }));
  bind.json(setUp, async (call, { body }) => ({
    message: "This server is set up. Sign in with the account you just created.",
    data: await setup.setUpServer(call, body),
  }));
}
