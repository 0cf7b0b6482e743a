import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportAsRun } from "#contract/ads/delivery";
import { exportProof, proofPdf } from "#contract/ads/proof";
import type { Endpoint } from "#contract/base/endpoint";
import { exportMusicSchedule } from "#contract/schedule/endpoints";
import { type AdWorld, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";

describe("names of downloaded files", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  const headerOf = async (endpoint: Endpoint, query: object) => {
    const { platform, company } = world;
    const reply = await platform.as(company.users.admin).call(endpoint, { query }).response;
    expect(reply.status).toBe(200);
    return reply.headers.get("Content-Disposition");
  };
  const today = "2026-05-11";

  it("say which campaign they are about, in ASCII and in its own letters", async () => {
    const { company } = world;
    const campaignId = await world.draft({
      name: "Diwali: தமிழ் / 50% off",
      storeIds: company.stores.slice(0, 1).map(({ id }) => id),
    });
    await world.book(campaignId);
    for (const [endpoint, kind, ending] of [
      [exportAsRun, "CampaignAsRun", "csv"],
      [exportProof, "ProofOfPlay", "csv"],
      [proofPdf, "ProofOfPlay", "pdf"],
    ] as const) {
      const rest = `50-off-${company.code}-${today}.${ending}`;
      expect(await headerOf(endpoint, { campaignId })).toBe(
        `attachment; filename="${kind}-Diwali-_____-${rest}"; filename*=UTF-8''${kind}-Diwali-${encodeURIComponent("தமிழ்")}-${rest}`,
      );
    }
  });

  it("say which group's day of music they have", async () => {
    const { company } = world;
    const query = { groupId: company.north.groupIds[0], day: "2026-05-12" };
    expect(await headerOf(exportMusicSchedule, query)).toBe(
      `attachment; filename="MusicSchedule-North-group-1-${company.code}-2026-05-12.csv"`,
    );
  });
});
