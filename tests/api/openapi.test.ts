import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readJson, readText } from "#contract/base/reading";
import { isAllowed } from "#platform/access/access";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { allEndpoints } from "../sweeps/all-endpoints.ts";

/**
 * Lists what section 7 of the specification names below /api. Where it names families of reports,
 * lists the reports themselves.
 */
const section7 = `
auth/signin auth/validate-temp-token user/me auth/refreshToken auth/signout auth/get-password-recovery-mail auth/reset-password
auth/reset-user-password auth/activate-password auth/change-password
user user/{id} user/toggle-status/{id} user/me/store user/update-for-users manage-user user/exportUserList user/onboarding-info
update-notification-count audit-logs role
multimedia multimedia/count multimedia/mood multimedia/singer multimedia/composer multimedia/rating-chart multimedia/season multimedia/tempo
multimedia/for-non-music multimedia/search-song-and-album multimedia/exportMusicList multimedia/mandatory-filters-count csv-multimedia
check-multimedia genre mood language demo/languages demo/song-type license companyLicense era singer composer rating-chart festiveSeason tempo brand
country state city region region/regions-for-me region/by-company-id zone zone/zones-for-me zone/by-region-ids group group/groups-for-me
group/by-zone-ids store store/findById store/uniqueStore store/stores-for-me store/unassigned store/schedule store/by-region-zone-group-ids
store/csv-store store/stores-for-non-music store/exportStoreList store/activate-deactivate company company/findById company/findOptimumVolLevel
company/recentCompany company/uniqueCompCode company/uniqueAdminUserId company/uniqueEmail company/deleteContract company/deleteIcon
company/exportCompanyList company/activate-deactivate timeSlot/add-update-list masterRule masterRuleBySlotId master-rule/find-by-company-id
chart chart/custom-chart chart-song chart-song/custom-chart popular-chart/delete custom-chart/delete chart/activate-deactivate chart/logo-upload
chart/logo-delete multimedia-to-chart multimedia-to-chart-new
group-playlist group-playlist-songs future-group-playlist/by-company future-group-playlist/{id} exportMusicSchedule store-playlist-audio-log
event-playlist event-playlist-song event-playlist-image demo-playlist
slot-availability slot-availability/with-time slot-availability/for-toh schedule-non-music schedule-non-music/with-time schedule-non-music/for-toh
check-music-playlist-existence campaign campaign-detail campaign-export
query/add selfOnboarding/add add-store demo/getIndustryTypes
${[
  "StoreVolumeReport",
  "LoginReport",
  "StoreLoginReport",
  "SongPlayOutReport",
  "StoreMusicPlayOutTime",
  "TopPerformingStores",
]
  .concat([
    "StoreDistribution",
    "MusicDistribution",
    "SummaryReport",
    "StoreOnlineStatus",
    "Offline_stores",
    "below_threshold_volume",
  ])
  .map((report) => `store/${report} store/${report}/table store/${report}/export`)
  .join(" ")}
nonMusic/ad-inventory nonMusic/campaign nonMusic/graph
invoice/invoiceReport1 invoice/invoiceReport1/table invoice/invoiceReport2 invoice/invoiceReport2/table
new-player-versions-latest cms-head-tag-seo-json-script client-testimonial
`;

type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: object; example: unknown }> } } }
  >;
};

describe("The OpenAPI document", () => {
  let at: TestPlatform;
  let document: Document;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    document = (await (
      await at.send(new Request("http://platform/api/openapi.json"))
    ).json()) as Document;
  });
  afterAll(() => at?.close());

  test("has every path that section 7 names [API-1]", () => {
    const paths = section7.split(/\s+/).filter(Boolean);
    expect(paths.length).toBeGreaterThan(120);
    expect(paths.filter((path) => !(`/api/${path}` in document.paths))).toEqual([]);
  });

  test("shows an example of all that a call requires, and the call takes it [INT-1] [API-1]", () => {
    const wrong: string[] = [];
    for (const endpoint of allEndpoints.values()) {
      const { method, path, params, query, body } = endpoint;
      const operation = document.paths[`/api${path}`]?.[method];
      if (!operation) throw new Error(path);
      const collectExamples = (place: string) =>
        Object.fromEntries(
          (operation.parameters ?? [])
            .filter((one) => one.in === place && "example" in one)
            .map(({ name, example }) => [name, example]),
        );
      const missing = (operation.parameters ?? []).filter(
        ({ required, example }) => required && example === undefined,
      );
      const asText = (values: object) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
      const reads = [
        ...(params ? [readText(params, asText(collectExamples("path")))] : []),
        ...(query ? [readText(query, asText(collectExamples("query")))] : []),
        ...(body
          ? [readJson(body, operation.requestBody?.content["application/json"]?.example)]
          : []),
      ];
      const issues = reads.flatMap(({ error }) => error?.issues ?? []);
      if (missing.length + issues.length > 0)
        wrong.push(
          `${method} ${path}: ${missing.map(({ name }) => name)} ${issues.map((one) => `${one.path} ${one.message}`)}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  test("says which calls a token makes with which scopes, as the platform decides it [INT-1]", () => {
    const admin = { role: "ROLE_Client_Admin", subRole: null } as const;
    for (const endpoint of allEndpoints.values()) {
      const security = document.paths[`/api${endpoint.path}`]?.[endpoint.method]?.security ?? [];
      const scopes = security.find((one) => "apiToken" in one)?.apiToken;
      if (!scopes?.length)
        expect(isAllowed({ ...admin, token: { scopes: [] } }, endpoint), endpoint.path).toBe(
          endpoint.access === "public" || scopes !== undefined,
        );
      for (const scope of scopes ?? [])
        expect(
          isAllowed({ ...admin, token: { scopes: [scope] } }, endpoint),
          `${endpoint.path} ${scope}`,
        ).toBe(isAllowed(admin, { access: [scope.split(":")[0] as "STORES"] }));
    }
  });

  test("shows what webhooks send, with examples that fit [INT-1]", () => {
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { schema, example } = post.requestBody.content["application/json"] ?? {};
      expect(z.fromJSONSchema(schema as never).safeParse(example).success, type).toBe(true);
      expect(example).toMatchObject({ type });
    }
    expect(Object.keys(document.webhooks)).toHaveLength(7);
  });
});
