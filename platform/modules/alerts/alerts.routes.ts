import * as contract from "#contract/alerts/endpoints";
import * as settings from "#contract/alerts/settings";
import type { Bind } from "../../http/bind.ts";
import { changeSettings, listSettingUnits, showSettings } from "./alert-settings.service.ts";
import { acknowledgeAlerts, changeAlert, listAlerts, showAlert } from "./alerts.service.ts";

export function alertRoutes(bind: Bind) {
  bind.json(contract.listAlerts, (call, { query }) => listAlerts(call, query));
  bind.json(contract.findAlert, async (call, { params }) => ({
    data: await showAlert(call, params.id),
  }));
  bind.json(contract.changeAlert, async (call, { params, body }) => ({
    message: body.acknowledged ? "Alert acknowledged" : "Acknowledgement removed",
    data: await changeAlert(call, params.id, body),
  }));
  bind.json(contract.acknowledgeAlerts, async (call, { body }) => {
    const data = await acknowledgeAlerts(call, body);
    return { message: `${call.figures.counted(data.acknowledged, "alert")} acknowledged`, data };
  });
  bind.json(settings.findAlertSettings, async (call, { query: { companyId: _, ...unit } }) => ({
    data: await showSettings(call, unit),
  }));
  bind.json(settings.listAlertSettingUnits, async (call, { query }) => ({
    data: await listSettingUnits(call, query),
  }));
  bind.json(settings.changeAlertSettings, async (call, { body }) => ({
    message: "Alert settings saved",
    data: await changeSettings(call, body),
  }));
}
