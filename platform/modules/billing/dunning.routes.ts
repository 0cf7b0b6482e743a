import * as dunning from "#contract/billing/dunning";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import {
  changeDunningSettings,
  listDueReminders,
  previewReminder,
  resumeDunning,
  showDunningSettings,
  showInvoiceDunning,
  stopDunning,
} from "./dunning.service.ts";

/** Reminders of invoices that are due. */
export function dunningRoutes(bind: Bind, { publicUrl }: Pick<Services, "publicUrl">) {
  bind.json(dunning.findDunningSettings, async (call) => ({
    data: await showDunningSettings(call),
  }));
  bind.json(dunning.changeDunningSettings, async (call, { body }) => ({
    message: "Reminders saved",
    data: await changeDunningSettings(call, body),
  }));
  bind.json(dunning.listDueReminders, async (call) => ({ data: await listDueReminders(call) }));
  bind.json(dunning.showInvoiceDunning, async (call, { params }) => ({
    data: await showInvoiceDunning(call, params.id),
  }));
  bind.json(dunning.previewReminder, async (call, { params, query }) => ({
    data: await previewReminder(call, { id: params.id, days: query.days, publicUrl }),
  }));
  bind.json(dunning.stopDunning, async (call, { params, body }) => ({
    message: "Reminders stopped",
    data: await stopDunning(call, params.id, body),
  }));
  bind.json(dunning.resumeDunning, async (call, { params }) => ({
    message: "Reminders resumed",
    data: await resumeDunning(call, params.id),
  }));
}
