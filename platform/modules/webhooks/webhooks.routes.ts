import * as contract from "#contract/webhooks/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  showWebhook,
  testWebhook,
} from "./webhooks.service.ts";

/** Addresses that a company's events are sent to (docs/decisions/webhooks.md). */
export function webhookRoutes(
  bind: Bind,
  { sessionSecret, webhookReceivers }: Pick<Services, "sessionSecret" | "webhookReceivers">,
) {
  const ports = { sessionSecret, webhookReceivers };
  bind.json(contract.listWebhooks, async (call) => ({ data: await listWebhooks(call) }));
  bind.json(contract.findWebhook, async (call, { params }) => ({
    data: await showWebhook(call, params.id),
  }));
  bind.json(contract.addWebhook, async (call, { body }) => {
    const data = await addWebhook({ ...call, ...ports }, body);
    return { message: `Webhook “${data.name}” added`, data };
  });
  bind.json(contract.changeWebhook, async (call, { body }) => {
    const data = await changeWebhook({ ...call, ...ports }, body);
    const act = body.newSecret
      ? "has a new secret"
      : { active: "resumed", paused: "paused", saved: "saved" }[body.state ?? "saved"];
    return { message: `Webhook “${data.name}” ${act}`, data };
  });
  bind.json(contract.removeWebhook, async (call, { query }) => {
    const data = await removeWebhook(call, query.id);
    return { message: `Webhook “${data.name}” deleted`, data };
  });
  bind.json(contract.listDeliveries, (call, { params, query }) =>
    listDeliveries(call, params.id, query),
  );
  bind.json(contract.resendDelivery, async (call, { params, body }) => {
    const data = await resendDelivery(call, params.id, body.deliveryId);
    return { message: "We will send the event again in a moment", data };
  });
  bind.json(contract.testWebhook, async (call, { params }) => {
    const data = await testWebhook(call, params.id);
    return { message: "A test event will be sent in a moment", data };
  });
}
