import type { WebhookEventKind } from "./words.ts";

const store = {
  storeId: 14,
  storeCode: "MUM-014",
  storeName: "Andheri West",
  alertId: 310,
  offlineSince: "2026-11-20T05:41:00.000Z",
};
const campaign = { campaignId: 27, campaignName: "Monsoon sale" };

/**
 * The data of each kind of event, for the OpenAPI document; docs/decisions/webhooks.md explains
 * when they happen. Tests compare the events with these members.
 */
export const webhookExamples: Record<WebhookEventKind | "test", object> = {
  "store.offline": { ...store, offlineUntil: null },
  "store.back": { ...store, offlineUntil: "2026-11-20T06:12:00.000Z" },
  "day.published": {
    groupId: 3,
    groupName: "Malls",
    day: "2026-11-22",
    playlistId: 905,
    stores: 12,
    isNewVersion: false,
  },
  "campaign.behind": { ...campaign, pacing: 0.82, missedPlays: 140 },
  "campaign.delivered": {
    ...campaign,
    startsOn: "2026-11-01",
    endsOn: "2026-11-19",
    bookedPlays: 5600,
    verifiedPlays: 5588,
  },
  "invoice.issued": { invoiceId: 41, number: "FEV/26-27/000041", total: "42480.00" },
  test: { message: "This is a test of your webhook." },
};
