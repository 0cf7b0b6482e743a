import * as contract from "#contract/dashboard/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { StoreCounter } from "../stores/index.ts";
import { dashboardService } from "./dashboard.service.ts";

export function dashboardRoutes(bind: Bind, services: { counter: StoreCounter }) {
  const { showDashboard, showCompanies } = dashboardService(services);
  bind.json(contract.showDashboard, async (call) => ({ data: await showDashboard(call) }));
  bind.json(contract.showCompanies, async (call) => ({ data: await showCompanies(call) }));
}
