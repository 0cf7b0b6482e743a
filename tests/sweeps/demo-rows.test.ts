import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, isNull, or } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCampaigns } from "#contract/ads/campaigns";
import { listAudit } from "#contract/audit/endpoints";
import { mayOpen } from "#contract/base/roles";
import { demoLanguages, demoSongTypes } from "#contract/library/catalogue";
import { campaignReport } from "#contract/reports/campaigns";
import { type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { type GroupDay, previewGroupDay } from "#contract/schedule/endpoints";
import { clientCompanies, companies } from "#demo/companies";
import { insertRows } from "#demo/insert-rows";
import { seedDemo } from "#demo/seed";
import { wholeCompany } from "#platform/access/scope";
import {
  appUser,
  campaign,
  catalogueItem,
  company,
  region,
  spot,
  storeGroup,
} from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keyOf } from "#platform/modules/library/near-names";
import { publishGroupDays } from "#platform/modules/schedule/index";
import { anyEngine, openTestDatabase } from "../support/database.ts";
import { withRecordings } from "../support/demo-recordings.ts";
import { openTestPlatform, passwordHash, type TestPlatform } from "../support/platform.ts";
import { allEndpoints, nameOf } from "./all-endpoints.ts";
import { allowed, type Person } from "./own-calls.ts";
import { type Ids, idNames, kindsIn, sampleInput } from "./sample-input.ts";

/** Noon in India. */
const now = new Date("2026-11-20T06:30:00Z");
const today = "2026-11-20";
const tomorrow = "2026-11-21";
const logger = { info() {}, warn() {}, error() {} };
const northwind = companies.northwind.id;

describe("The demo right after it was filled", () => {
  let at: TestPlatform;
  let filesDir: string;
  let flagshipId: number;
  let people: (Person & { username: string; companyId: number })[];

  beforeAll(async () => {
    filesDir = await mkdtemp(join(tmpdir(), "fever-demo-rows-"));
    const database = await openTestDatabase(anyEngine);
    const publish = async () => {
      const [flagship] = await database.db
        .select({ id: storeGroup.id })
        .from(storeGroup)
        .where(eq(storeGroup.name, "Flagship"));
      flagshipId = flagship?.id ?? 0;
      const call = { scope: wholeCompany(northwind), database, db: database.db, now };
      await publishGroupDays(call, {
        groupIds: [flagshipId],
        from: today,
        to: today,
        publishedBy: "client.admin",
      });
    };
    await withRecordings(filesDir, () =>
      seedDemo({ database, filesDir, now, stores: 24, historyDays: 1, logger, publish }),
    );
    at = await openTestPlatform(anyEngine, { database, now, files: folderStore(filesDir) });
    await database.db
      .update(appUser)
      .set({ passwordHash: await passwordHash })
      .where(eq(appUser.status, "active"));
    const users = await database.db
      .select()
      .from(appUser)
      .where(eq(appUser.status, "active"))
      .orderBy(appUser.id);
    people = users.map(
      ({ username, companyId, role, subRole }) =>
        ({ username, companyId, role, subRole }) as (typeof people)[number],
    );
  });
  afterAll(async () => {
    await at?.close();
    await rm(filesDir, { recursive: true, force: true });
  });

  /**
   * The newest item of each kind that a company has, by the names that members of inputs give it.
   */
  async function idsOf(companyId: number): Promise<Ids> {
    const tables = {
      regionId: "region",
      zoneId: "zone",
      groupId: "store_group",
      storeId: "store",
      userId: "app_user",
      timeSlotId: "time_slot",
      chartId: "chart",
      spotId: "spot",
      campaignId: "campaign",
      ruleId: "master_rule",
      licenceId: "company_licence",
      invoiceId: "invoice",
      eventId: "event_playlist",
      playlistId: "group_playlist",
      webhookId: "webhook",
      alertId: "alert",
      requestId: "public_request",
      songId: "song",
      reportScheduleId: "report_schedule",
      demoPlaylistId: "demo_playlist",
    };
    const ids: Ids = { companyId };
    for (const [name, table] of Object.entries(tables)) {
      const { rows } = await at.database.pool.query<{ id: string }>(
        `select max(id) as id from "${table}" where company_id = $1`,
        [companyId],
      );
      if (rows[0]?.id) ids[name] = Number(rows[0].id);
    }
    return ids;
  }

  test("answers each person with the audit log that they may read [AUD-1] [DEMO-1]", async () => {
    const readers = people.filter((person) => mayOpen(person, "AUDIT_LOGS"));
    expect(readers.map(({ username }) => username)).toContain("fever.admin");
    for (const { username, companyId } of readers)
      for (const { id } of companyId === companies.provider.id
        ? clientCompanies
        : [{ id: companyId }]) {
        const query = companyId === id ? {} : { companyId: id };
        const { status, body } = await at.call(listAudit, { query }, username);
        expect(status, `${username} of ${id}: ${body.message}`).toBe(200);
      }
    const { body } = await at.call(listAudit, { query: { companyId: northwind } }, "fever.admin");
    const undoable = (body.data as { undoOf: string | null }[]).filter(
      ({ undoOf }) => undoOf !== null,
    );
    expect(
      undoable.length,
      "entries of fever.admin's own, which carry a request id",
    ).toBeGreaterThan(0);
  });

  test("answers every list and detail to each role of each company by the contract [API-1] [DEMO-1]", async () => {
    const failures: string[] = [];
    const answered = new Set<string>();
    const ofRoles = new Map(
      [...people].reverse().map((person) => [`${person.companyId} ${person.role}`, person]),
    );
    for (const person of ofRoles.values()) {
      const isStaff = person.companyId === companies.provider.id;
      const own = await idsOf(isStaff ? northwind : person.companyId);
      for (const endpoint of allEndpoints.values()) {
        if (
          endpoint.method !== "get" ||
          endpoint.stream ||
          endpoint.access === "public" ||
          !allowed(person, endpoint)
        )
          continue;
        const [kind = "id"] = kindsIn(endpoint, own);
        const input = sampleInput(endpoint, {
          id: (name) => own[/^ids?$/.test(name) ? kind : name] ?? 1,
        });
        const company =
          isStaff && endpoint.query && "companyId" in endpoint.query.shape
            ? { companyId: northwind }
            : {};
        const response = await at.request(
          endpoint,
          { ...input, query: { ...company, ...input.query } },
          person.username,
        );
        const text = await response.text();
        if (response.status >= 500)
          failures.push(
            `${person.username}, ${nameOf(endpoint)}: ${response.status} ${text.slice(0, 200)}`,
          );
        if (response.ok) answered.add(nameOf(endpoint));
        else if (idNames(endpoint).length === 0 && response.status === 422)
          failures.push(
            `${person.username}, ${nameOf(endpoint)}: ${response.status} ${text.slice(0, 200)}`,
          );
      }
    }
    expect(failures).toEqual([]);
    expect(answered.size).toBeGreaterThan(100);
  });

  test("has a brand on each spot and campaign, and in each row of the campaign report [DEMO-1]", async () => {
    const { db } = at.database;
    const unbranded = await db.select({ name: spot.name }).from(spot).where(isNull(spot.brandId));
    expect(unbranded).toEqual([]);
    for (const { id: companyId } of clientCompanies) {
      const query = { companyId, limit: 100 };
      const campaigns = (await at.call(listCampaigns, { query }, "fever.admin")).body.data as {
        name: string;
        brandName: string | null;
      }[];
      expect(campaigns.length).toBeGreaterThan(3);
      expect(campaigns.filter(({ brandName }) => !brandName)).toEqual([]);
    }
    const ofOthers = await db
      .select({ name: campaign.name })
      .from(campaign)
      .leftJoin(
        catalogueItem,
        and(
          eq(catalogueItem.companyId, campaign.companyId),
          eq(catalogueItem.id, campaign.brandId),
        ),
      )
      .where(or(isNull(catalogueItem.id), isNull(campaign.brandId)));
    expect(ofOthers).toEqual([]);
    const query = { from: "2026-11-01", to: today, limit: 100 };
    const rows = (await at.call(reportEndpoints(campaignReport).table, { query }, "client.admin"))
      .body.data as ReportRow[];
    expect(rows.map(({ campaign }) => campaign)).toContain("Monsoon jackets");
    expect(rows.filter(({ brand }) => !brand)).toEqual([]);
  });

  test.each([today, tomorrow])(
    "keeps the flagships' rules on %s: none given up, each song rested [DEMO-1] [SCH-2]",
    async (day) => {
      const { status, body } = await at.call(
        previewGroupDay,
        { query: { groupId: flagshipId, day } },
        "client.admin",
      );
      expect(status, body.message).toBe(200);
      const { hours, summary, state } = body.data as GroupDay;
      expect(state).toBe(day === today ? "published" : "draft");
      expect(summary.violations.filter(({ relaxed }) => relaxed.length > 0)).toEqual([]);
      const lines = hours.flatMap((hour) => hour.lines);
      expect(lines.length).toBeGreaterThan(300);
      const tooSoon = lines.flatMap((line) => {
        const { seconds, askedSeconds } =
          (line.kind === "MUSIC" && "rest" in line.reason && line.reason.rest) || {};
        return seconds != null && askedSeconds != null && seconds < askedSeconds
          ? [`${line.title} after ${seconds} s`]
          : [];
      });
      expect(tooSoon).toEqual([]);
    },
  );

  test("lists each language and song type once to visitors [DEMO-1] [ONB-1]", async () => {
    for (const endpoint of [demoLanguages, demoSongTypes]) {
      const names = ((await at.call(endpoint, {})).body.data as { name: string }[]).map(
        ({ name }) => name,
      );
      expect(names.length).toBeGreaterThan(8);
      expect(new Set(names.map(keyOf)).size, names.join(", ")).toBe(names.length);
    }
    const languages = ((await at.call(demoLanguages, {})).body.data as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(languages.filter((name) => /^Mala?yalam$/.test(name))).toEqual(["Malayalam"]);
  });

  test("fails with the table's name where a row is one that its contract refuses [DEMO-1]", async () => {
    const { db } = at.database;
    const count = await db.$count(region);
    const rows = [
      { companyId: northwind, id: 2_901, name: "Islands" },
      { companyId: northwind, id: 2_902, name: "" },
    ];
    await expect(insertRows(db, region, rows)).rejects.toThrow(/^region\.name of row 2902 is "": /);
    await expect(
      insertRows(db, company, [{ ...companies.corner, id: 9, code: "NEW", email: "nobody" }]),
    ).rejects.toThrow(/^company\.email /);
    expect(await db.$count(region), "nothing of what fails is written").toBe(count);
  });
});
