import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookExamples } from "#contract/webhooks/examples";
import type { WebhookEventKind } from "#contract/webhooks/words";
import { keepCampaigns, notifyUnderdelivery } from "#platform/modules/ads/index";
import { deliverDueEvents } from "#platform/modules/webhooks/index";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openDeliveryWorld } from "../support/delivery.ts";
import { openTestPlatform, type TestPlatform, testSessionSecret } from "../support/platform.ts";

/**
 * Covers what happens in the product, as a receiver hears it over HTTP. For stores that go offline
 * and come back, see webhooks.test.ts.
 */
describe("Webhook events", () => {
  const received: { path: string; type: WebhookEventKind; data: object }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({
      path: request.url ?? "",
      ...(JSON.parse(body) as { type: WebhookEventKind; data: object }),
    });
    response.end();
  });
  let url: string;
  beforeAll(async () => {
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  const listen = async (at: TestPlatform, path: string, events: WebhookEventKind[], as: string) => {
    await at.as(as).addWebhook({ body: { name: path, url: url + path, events } });
  };
  const logger = { info() {}, warn() {}, error() {} };
  /** Sends what waits; gives what was received since the last time. */
  const deliver = async (at: TestPlatform) => {
    received.length = 0;
    await deliverDueEvents({
      database: at.database,
      now: new Date(at.clock.now),
      sessionSecret: testSessionSecret,
      webhookReceivers: "private",
      logger,
    });
    for (const { type, data } of received)
      expect(Object.keys(data).sort(), type).toEqual(Object.keys(webhookExamples[type]).sort());
    return received.map(({ path, type, data }) => [path, type, data]);
  };

  test("a published day and a campaign behind or over are told once [INT-1] [ADS-4]", async () => {
    const { platform, openCampaign } = await openDeliveryWorld(anyEngine);
    const its = await openCampaign({ over: { name: "Late" } });
    const { campaignId } = its;
    const { admin } = its.company.users;
    await listen(
      platform,
      "/all",
      ["day.published", "campaign.behind", "campaign.delivered"],
      admin,
    );
    const other = await openCampaign();
    await listen(platform, "/other", ["campaign.delivered"], other.company.users.admin);
    its.at("2026-05-12");
    await its.keep();
    const days = await deliver(platform);
    expect(days.length).toBeGreaterThan(0);
    expect(days[0]).toEqual([
      "/all",
      "day.published",
      expect.objectContaining({ stores: 2, isNewVersion: false }),
    ]);
    expect(new Set(days.map(([, type]) => type))).toEqual(new Set(["day.published"]));
    expect(await deliver(platform)).toEqual([]);
    its.at("2026-05-12", "20:00");
    for (const _ of [1, 2])
      await notifyUnderdelivery({ database: platform.database, now: new Date(platform.clock.now) });
    expect(await deliver(platform)).toEqual([
      ["/all", "campaign.behind", { campaignId, campaignName: "Late", pacing: 0, missedPlays: 8 }],
    ]);
    its.at("2026-05-17", "09:00");
    for (const _ of [1, 2])
      await keepCampaigns({ database: platform.database, now: new Date(platform.clock.now) });
    const ends = await deliver(platform);
    expect(ends.map(([path, type]) => [path, type]).sort()).toEqual([
      ["/all", "campaign.delivered"],
      ["/other", "campaign.delivered"],
    ]);
    expect(ends.find(([path]) => path === "/all")?.[2]).toMatchObject({
      campaignId,
      campaignName: "Late",
      bookedPlays: 40,
      verifiedPlays: 0,
    });
    await platform.close();
  });

  test("an issued invoice is told to the company that it is for alone [INT-1] [BIL-1]", async () => {
    const at = await openTestPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    await makeBillingSettings(at.database, provider.companyId);
    const stores = [midnight("2026-03-01")];
    const one = await makeBilledCompany(at.database, { stores });
    const two = await makeBilledCompany(at.database, { stores });
    await makeBilledCompany(at.database, { stores }); // has no webhook
    for (const [path, { companyId }] of [["/one", one] as const, ["/two", two] as const]) {
      const { username } = await makeUser(at.database, companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
      });
      await listen(at, path, ["invoice.issued"], username);
    }
    for (const issued of [3, 0]) {
      expect(
        (await at.as(provider.staff.Fever_Admin_Ops).generateInvoices({ body: {} })).issued,
      ).toBe(issued);
    }
    const deliveries = (await deliver(at)).sort();
    expect(deliveries.map(([path, type]) => [path, type])).toEqual([
      ["/one", "invoice.issued"],
      ["/two", "invoice.issued"],
    ]);
    const { rows } = await at.database.pool.query(
      "select id::int, number, total::int as paise from invoice where company_id = $1",
      [one.companyId],
    );
    expect(deliveries[0]?.[2]).toEqual({
      invoiceId: rows[0].id,
      number: rows[0].number,
      total: (rows[0].paise / 100).toFixed(2),
    });
    await at.close();
  });
});
