import * as contract from "#contract/ads/settings";
import type { Bind } from "../../../http/bind.ts";
import {
  changeSettings,
  checkSettings,
  listConflicts,
  listSettingUnits,
  showSettings,
} from "./settings.service.ts";

export function adSettingRoutes(bind: Bind) {
  bind.json(contract.findAdSettings, async (call, { query: { companyId: _, ...unit } }) => ({
    data: await showSettings(call, unit),
  }));
  bind.json(contract.listAdSettingUnits, async (call, { query }) => ({
    data: await listSettingUnits(call, query),
  }));
  bind.json(contract.changeAdSettings, async (call, { body }) => ({
    message: "Ad settings saved",
    data: await changeSettings(call, body),
  }));
  bind.json(contract.checkAdSettings, async (call, { body }) => ({
    data: await checkSettings(call, body),
  }));
  bind.json(contract.listAdConflicts, async (call, { query }) => ({
    data: await listConflicts(call, query),
  }));
}
