import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { notifySpotDates } from "#platform/modules/ads/index";
import { findBookedPlays } from "#platform/modules/schedule/days/booked-plays.queries";
import { wav } from "../support/audio.ts";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { bookSpot } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Noon in the companies' zone, on the eleventh day of the flight that bookSpot gives. */
const now = new Date("2026-05-11T06:30:00Z");

describe.each([anyEngine])(
  "What changes of a spot that campaigns have, on %s [ADS-1]",
  (engine) => {
    let at: TestPlatform;
    let company: TestCompany;
    let maker: { username: string };
    let admin: string;

    beforeAll(async () => {
      at = await openTestPlatform(engine, {
        now,
        files: folderStore(await mkdtemp(join(tmpdir(), "fever-spot-changes-"))),
      });
      await makeProvider(at.database);
      company = await makeCompany(at.database);
      admin = company.users.admin;
      const units = [{ regionId: company.north.regionId }];
      maker = await makeUser(at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "regional",
        units,
      });
    });
    afterAll(() => at?.close());

    const makeSpot = async (name: string, over: Partial<typeof table.spot.$inferInsert> = {}) => {
      const values = {
        companyId: company.companyId,
        kind: "AD" as const,
        name,
        durationSeconds: 10,
        ...over,
      };
      const [row] = await at.database.db
        .insert(table.spot)
        .values(values)
        .returning({ id: table.spot.id });
      return row?.id ?? 0;
    };
    const booked = (spotId: number, over: Partial<typeof table.campaign.$inferInsert> = {}) =>
      bookSpot(at.database, company.companyId, spotId, { createdBy: maker.username, ...over });
    const setStatus = (id: number, status: "active" | "inactive") =>
      at.as(admin).setSpotStatus({ body: { ids: [id], status } });
    /** Lists a campaign's notifications, oldest first. */
    const listNotices = async (campaignId: number, as = admin) =>
      (await at.as(as).listNotifications({ query: { limit: 100 } }))
        .filter(({ item }) => item?.kind === "campaign" && item.id === campaignId)
        .reverse();
    const hourly = () => notifySpotDates({ database: at.database, now: new Date(at.clock.now) });
    const replace = async (id: number, seconds: number) => {
      const reply = await at.as(admin).replaceSpotAudio({ params: { id }, files: [wav(seconds)] })
        .reply;
      return [reply.status, reply.body.errors?.map(({ field, message }) => `${field}: ${message}`)];
    };

    test("a withdrawn spot is told once to each campaign that has it", async () => {
      const id = await makeSpot("Fizz");
      const alone = await booked(id, { name: "Alone" });
      const draft = await booked(id, { name: "Planned", state: "DRAFT" });
      const over = await booked(id, { state: "CANCELLED" });
      const past = await booked(id, { endsOn: "2026-05-10" });
      await setStatus(id, "inactive");
      await hourly();
      const title = "Spot “Fizz” of campaign “Alone” was withdrawn";
      const detail =
        "The campaign has no other spot, so stores stop playing it. Add a spot to it, or bring this one back.";
      expect(await listNotices(alone)).toMatchObject([{ title, detail }]);
      expect(await listNotices(alone, maker.username)).toMatchObject([{ title }]);
      expect(await listNotices(alone, company.users.manager)).toEqual([]);
      expect(await listNotices(draft)).toMatchObject([
        { detail: "Choose another spot before you book this campaign." },
      ]);
      for (const one of [over, past]) expect(await listNotices(one)).toEqual([]);
      await setStatus(id, "active");
      expect(await listNotices(alone)).toHaveLength(1);
      await setStatus(id, "inactive");
      expect(await listNotices(alone)).toMatchObject([{ title }, { title }]);
    });

    test("one that ends before a campaign tells it when its dates change, and when it is booked so", async () => {
      const id = await makeSpot("Cola");
      const campaignId = await booked(id, { name: "May" });
      const second = await makeSpot("Cola two");
      await at.database.db
        .insert(table.campaignSpot)
        .values({ companyId: company.companyId, campaignId, spotId: second, weight: 1 });
      await hourly();
      expect(await listNotices(campaignId)).toEqual([]);
      const end = (validTo?: string) =>
        at.as(admin).changeSpot({ body: { id, kind: "AD", name: "Cola", validTo } });
      await end("2026-05-31");
      expect(await listNotices(campaignId)).toEqual([]);
      await end("2026-05-20");
      await hourly();
      expect(await listNotices(campaignId)).toMatchObject([
        {
          title: "Spot “Cola” ends before campaign “May”",
          detail:
            "The spot plays until 20/05/26, the campaign until 31/05/26. Its other spots play on.",
        },
      ]);
      await end("2026-05-25");
      expect(await listNotices(campaignId)).toHaveLength(2);
      await end();
      await hourly();
      expect(await listNotices(campaignId)).toHaveLength(2);
      const short = await booked(await makeSpot("Short lived", { validTo: "2026-05-12" }), {
        name: "Later",
      });
      await Promise.all([hourly(), hourly()]);
      expect(await listNotices(short)).toMatchObject([
        { title: "Spot “Short lived” ends before campaign “Later”" },
      ]);
    });

    test("a file longer than the plays booked for it is refused on its field", async () => {
      const id = await makeSpot("Growing");
      await booked(id, { name: "Half", playTakes: 12 });
      const other = await booked(id, { name: "Whole", playTakes: 20 });
      const refused =
        "file: The campaign “Half” has booked plays of 12 seconds for this spot. Choose a file of at most 12 seconds.";
      expect(await replace(id, 13)).toEqual([422, [refused]]);
      expect(await replace(id, 12)).toEqual([200, undefined]);
      await at.database.db
        .update(table.campaign)
        .set({ state: "CANCELLED" })
        .where(eq(table.campaign.name, "Half"));
      expect(await replace(id, 13)).toEqual([200, undefined]);
      await at.database.db
        .delete(table.campaignLine)
        .where(eq(table.campaignLine.campaignId, other));
      expect(await replace(id, 21)).toEqual([200, undefined]);
    });

    test("a spot that a campaign may have played is not deleted, and plays no more", async () => {
      const first = await makeSpot("First");
      const next = await makeSpot("Next");
      const save = async (campaignId: number, spotIds: number[]) => {
        const [row] = await at.database.db
          .select()
          .from(table.campaign)
          .where(eq(table.campaign.id, campaignId));
        if (!row) throw new Error("no campaign");
        const { name, kind, startsOn, endsOn, weekdays, plays } = row;
        const spots = spotIds.map((spotId) => ({ spotId }));
        const body = {
          id: campaignId,
          name,
          kind,
          startsOn,
          endsOn,
          weekdays,
          plays,
          spots,
          wholeCompany: true,
        };
        return at.as(admin).changeCampaign({ body } as never).reply;
      };
      const live = await booked(first, { name: "Live", state: "LIVE" });
      const draft = await booked(next, { name: "Draft", state: "DRAFT" });
      for (const campaignId of [live, draft])
        await at.database.db
          .insert(table.campaignUnit)
          .values({ companyId: company.companyId, campaignId });
      expect((await save(live, [next])).status).toBe(200);
      expect(await at.as(admin).deleteSpot({ query: { id: first } }).errors).toMatchObject({
        id: "This spot is booked, or was played. Withdraw it instead.",
      });
      // no longer in the rotation: nobody is told, and a longer file hurts nobody
      await setStatus(first, "inactive");
      expect(await listNotices(live)).toEqual([]);
      expect(await replace(first, 70)).toEqual([200, undefined]);
      await setStatus(first, "active");
      // too long now
      expect((await save(live, [first, next])).body.errors).toMatchObject([{ field: "spots" }]);
      expect(await replace(first, 10)).toEqual([200, undefined]);
      expect((await save(live, [first])).status).toBe(200);
      const rows = await at.database.db
        .select()
        .from(table.campaignSpot)
        .where(
          and(
            eq(table.campaignSpot.campaignId, live),
            eq(table.campaignSpot.companyId, company.companyId),
          ),
        );
      expect(rows.map(({ spotId, droppedAt }) => [spotId, droppedAt === null]).sort()).toEqual([
        [first, true],
        [next, false],
      ]);
      const stores = company.stores
        .slice(0, 1)
        .map((one) => ({ ...one, regionId: null, zoneId: null, groupId: null }));
      const owed = await findBookedPlays(wholeCompany(company.companyId), at.database.db, stores, {
        from: "2026-05-12",
        to: "2026-05-12",
      });
      expect(owed.campaigns.get(live)?.spots.map(({ spotId }) => spotId)).toEqual([first]);
      const planned = await makeSpot("Planned only");
      expect((await save(draft, [planned])).status).toBe(200);
      expect((await save(draft, [first])).status).toBe(200);
      await at.as(admin).deleteSpot({ query: { id: planned } });
    });
  },
);
