import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { notify } from "#platform/modules/notifications/notifications.service";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart } from "../support/music.ts";
import { plainCampaign } from "../support/plain-campaign.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

/** Gives what a page says, without its comments and entities. */
const plain = (html: string) => html.replaceAll("&amp;", "&").replaceAll("<!-- -->", "");
const mainOf = (html: string) => plain(/<main\b.*<\/main>/s.exec(html)?.[0] ?? "");
const textOf = (html: string) =>
  mainOf(html)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const hrefs = (html: string) =>
  [...mainOf(html).matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, href = ""]) => href);
const refs = (html: string, label: string) =>
  [...mainOf(html).matchAll(/<input\b[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes(`aria-label="Select ${label}`))
    .map((input) => /\bvalue="([^"]+)"/.exec(input)?.[1] ?? "");

describe("Lists, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let chart: string;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    await database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(provider.companyId), tx);
      const song = (n: number) => ({
        title: `Track ${n}`,
        artist: "Asha",
        durationSeconds: 200,
        audioFile: "audio/any.wav",
      });
      await tx.insert(table.song).values(
        Array.from({ length: 6 }, (_, n) => ({
          ...song(n + 1),
          companyId: provider.companyId,
          revision,
        })),
      );
      const [user] = await tx
        .select()
        .from(table.appUser)
        .where(eq(table.appUser.username, company.users.admin));
      const recipient = { companyId: company.companyId, userId: user?.id ?? 0 };
      for (const n of [1, 2, 3])
        await notify(tx, [recipient], { kind: "SUCCESS", title: `Notice ${n}` });
    });
    const songs = await database.db
      .select({ id: table.song.id })
      .from(table.song)
      .orderBy(table.song.id);
    await makeChart(
      database,
      company.companyId,
      "Ours",
      songs.map(({ id }) => id),
    );
    await database.db
      .update(table.store)
      .set({ groupId: null, zoneId: null, regionId: null })
      .where(eq(table.store.name, "South store 1.1"));
    admin = await web.signedIn(company.users.admin);
    chart =
      hrefs((await admin.open("/admin/charts?kind=custom")).html).find((href) =>
        /\/custom\/[\w-]{32}$/.test(href),
      ) ?? "";
  });
  afterAll(() => web?.close());

  /** The address of the first link of the page at a path whose address has this form. */
  const follow = async (path: string, form: RegExp) =>
    hrefs((await admin.open(path)).html).find((href) => form.test(href)) ?? "";
  const openGroup = async () => {
    const region = await follow("/admin/hierarchy", /\?region=/);
    const zone = await follow(region, /\?region=[^&]+&zone=/);
    return (await follow(zone, /&group=/)).replace(/#.*/, "");
  };
  const upload = async () => {
    const form = new FormData();
    form.append("_csrf", admin.jar.get("XSRF-TOKEN") ?? "");
    form.append(
      "file",
      new File(["Store code,Store\nL-1,One\nL-2,Two\n"], "stores.csv", { type: "text/csv" }),
    );
    return (
      (await leadsTo(await admin.send("/admin/stores/import", { method: "POST", body: form }))) ??
      ""
    );
  };

  test("every list takes a page size, keeps it on the next page, and says its place and total [LIM-1] [UI-10]", async () => {
    const lists: Record<string, string> = {
      stores: "/admin/stores",
      users: "/admin/users",
      "songs of a chart": chart,
      "songs to add": `${chart}/add`,
      notifications: "/admin/notifications",
      "stores of a group": await openGroup(),
      "stores without a group": "/admin/hierarchy/unassigned",
      "days to come": "/admin/preview",
      "rows of a file": await upload(),
      report: "/admin/reports/Total_stores?show=yes",
    };
    for (const [list, path] of Object.entries(lists)) {
      const sized = `${path}${path.includes("?") ? "&" : "?"}limit=1`;
      const first = await admin.open(sized);
      const total = /1 to 1 of (\d+)/.exec(textOf(first.html))?.[1];
      expect([first.status, Number(total) > 1, list]).toEqual([200, true, list]);
      expect(textOf(first.html), list).toMatch(/Rows 25 50 100/);
      const next = hrefs(first.html).find((href) => href.includes("cursor="));
      expect(next, list).toMatch(/limit=1\b/);
      expect(textOf((await admin.open(next ?? "")).html), list).toContain(`2 to 2 of ${total}`);
    }
  });

  test("a filter bar's button stands beside the block in which its fields wrap [LOOK-1] [UI-10]", async () => {
    for (const path of ["/admin/stores", "/admin/reports/SongPlayOutReport", "/admin/schedule"]) {
      const { html } = await admin.open(path);
      const [bar = ""] = /<form[^>]*role="search"[\s\S]*?<\/form>/.exec(mainOf(html)) ?? [];
      const [fields = "", button = ""] = bar.split(/<div class="[^"]*md:shrink-0[^"]*">/);
      expect(fields, path).toMatch(/<div class="contents [^"]*md:flex">[\s\S]*<(select|input)/);
      expect(fields, path).not.toContain("<button");
      expect(button, path).toMatch(/^<button/);
    }
  });

  test("a page size is no filter to save [UI-10]", async () => {
    expect((await admin.open("/admin/stores?limit=50")).html).not.toContain("Save these filters");
    expect((await admin.open("/admin/stores?limit=50&status=active")).html).toContain(
      "Save these filters",
    );
  });

  test("all songs of a chart that match are moved, and removed once that is confirmed, with Undo [CHT-1] [UI-4] [UI-10]", async () => {
    const order = async () =>
      [...mainOf((await admin.open(chart)).html).matchAll(/Select Track (\d)/g)].map(([, n]) =>
        Number(n),
      );
    expect(await order()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(textOf((await admin.open(`${chart}?search=track`)).html)).toContain(
      "Select all 6 that match",
    );
    expect(
      await leadsTo(await admin.post(`${chart}/songs?search=track+6`, { do: "first", all: "on" })),
    ).toBe(`${chart}?search=track+6`);
    expect(await order()).toEqual([6, 1, 2, 3, 4, 5]);
    const asks =
      (await leadsTo(
        await admin.post(`${chart}/songs?search=asha`, { do: "remove", all: "on" }),
      )) ?? "";
    expect(textOf((await admin.open(asks)).html)).toMatch(
      /Remove 6 songs from Ours\?.*Track 6, Track 1 and 4 more/,
    );
    expect(await order()).toHaveLength(6);
    const list = `${chart}?search=asha`;
    expect(await leadsTo(await admin.post(asks, {}))).toBe(list);
    const { html } = await admin.open(list);
    expect(plain(html)).toContain("6 songs removed");
    const undo = {
      undoOf: /name="undoOf" value="([^"]+)"/.exec(html)?.[1] ?? "",
      kind: "custom",
      chartId: /name="chartId" value="([^"]+)"/.exec(html)?.[1] ?? "",
    };
    await admin.post("/admin/undo/put-songs-back", { ...undo, back: chart });
    expect(await order()).toEqual([6, 1, 2, 3, 4, 5]);
    expect(
      (await admin.post(`${chart}/songs?search=${"x".repeat(500)}`, { do: "remove", all: "on" }))
        .status,
    ).toBe(422);
  });

  test("notifications are marked read by ticks, or all at once [USR-1] [UI-10]", async () => {
    const { html } = await admin.open("/admin/notifications");
    expect(textOf(html)).toContain("Select all 3 that match");
    const unread = async () =>
      refs((await admin.open("/admin/notifications")).html, "Notice").length;
    expect(await unread()).toBe(3);
    await admin.post("/admin/notifications", {});
    expect(await unread()).toBe(3);
    expect(
      await leadsTo(
        await admin.post("/admin/notifications?limit=50", { id: refs(html, "Notice 2") }),
      ),
    ).toBe("/admin/notifications?limit=50");
    expect(await unread()).toBe(2);
    await admin.post("/admin/notifications", { all: "on" });
    expect(await unread()).toBe(0);
    expect((await admin.post("/admin/notifications", { id: "made-up" })).status).toBe(404);
  });

  test("a notice of a campaign leads to it [ADS-1]", async () => {
    const { database } = web.at;
    const { companyId } = company;
    const values = {
      ...plainCampaign,
      companyId,
      name: "Linked",
      kind: "AD" as const,
      playTakes: 10,
    };
    const [added] = await database.db
      .insert(table.campaign)
      .values(values)
      .returning({ id: table.campaign.id });
    const item = { kind: "campaign", id: added?.id ?? 0, companyId };
    await database.db.insert(table.campaignUnit).values({ companyId, campaignId: item.id });
    const [user] = await database.db
      .select()
      .from(table.appUser)
      .where(eq(table.appUser.username, company.users.admin));
    const recipient = { companyId, userId: user?.id ?? 0 };
    await database.transaction((tx) =>
      notify(tx, [recipient], { kind: "WARN", title: "Campaign “Linked” is behind", item }),
    );
    const { html } = await admin.open("/admin/notifications");
    const link = hrefs(html).find((href) => href.startsWith("/admin/ads/"));
    expect(textOf((await admin.open(link ?? "")).html)).toContain("Linked");
  });

  test("all users who match are assigned, also more than the dialog shows [ASN-3] [UI-10]", async () => {
    const { database } = web.at;
    const { companyId } = company;
    const many = await database.db
      .insert(table.appUser)
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          companyId,
          username: `many.${companyId}.${n}`,
          email: `many.${companyId}.${n}@example.com`,
          firstName: "Many",
          role: "ROLE_Client_Admin" as const,
          level: "regional" as const,
          status: "active" as const,
        })),
      )
      .returning({ id: table.appUser.id });
    await database.db
      .insert(table.userUnit)
      .values(many.map(({ id }) => ({ companyId, userId: id, regionId: company.south.regionId })));
    const dialog = await follow("/admin/hierarchy", /\/hierarchy\/users\?kind=region/);
    const search = `${dialog}&who=many.`;
    expect(textOf((await admin.open(search)).html)).toContain("Select all 120 that match");
    await admin.post(search, { move: "assign", all: "on" });
    const assigned = () =>
      database.db.$count(table.userUnit, eq(table.userUnit.regionId, company.north.regionId));
    expect(await assigned()).toBe(121);
    await admin.post(search, { move: "unassign", all: "on" });
    expect(await assigned()).toBe(1);
  });

  test("a filter that cannot be read is refused where all that match are meant, and the list shows itself without it [STO-1] [VAL-3]", async () => {
    expect((await admin.open("/admin/stores?condition=bogus")).status).toBe(200);
    for (const path of [
      "bulk/change?all=on&section=volume&condition=bogus",
      "bulk/deactivate?all=on&status=bogus",
      "download?condition=bogus",
    ]) {
      const response = await admin.get(`/admin/stores/${path}`, { Accept: "text/html" });
      const html = await response.text();
      expect([response.status, textOf(html)], path).toEqual([
        422,
        expect.stringMatching(/There is no such filter: \w+ “bogus”/),
      ]);
      expect(plain(html), path).toContain('aria-label="Areas"');
    }
  });

  test("what an address without a page refuses is said on a page with the menu [NAV-5] [UI-10]", async () => {
    const asBrowser = { Accept: "text/html,application/xhtml+xml" };
    const answers = await Promise.all([
      admin.post("/admin/undo/none", {}, asBrowser),
      admin.get(`/admin/preview/download?groupId=${"A".repeat(32)}&day=2026-11-20`, asBrowser),
      admin.get("/admin/reports/none/download", asBrowser),
    ]);
    for (const answer of answers) {
      const html = plain(await answer.text());
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
        404,
        expect.stringContaining("text/html"),
      ]);
      expect([html.includes("Page not found</h1>"), html.includes('aria-label="Areas"')]).toEqual([
        true,
        true,
      ]);
    }
    // its words are those of what refused it, not of the server's failure
    const tampered = await admin.get(`/admin/preview/audio/${"A".repeat(32)}`, asBrowser);
    expect([tampered.status, plain(await tampered.text())]).toEqual([
      404,
      expect.stringContaining("Value could not be decrypted"),
    ]);
    const page = await admin.get("/admin/stores/made-up", asBrowser);
    expect([page.status, plain(await page.text()).includes('aria-label="Areas"')]).toEqual([
      404,
      true,
    ]);
    const file = await admin.get("/admin/reports/none/download"); // asked by a script or a tool
    expect([file.status, file.headers.get("Content-Type")]).toEqual([
      404,
      expect.stringContaining("json"),
    ]);
  });

  test("a date that is none, or is too far away, is told once at its field [SCH-4] [VAL-3]", async () => {
    const form = await admin.open("/admin/preview/publish-days");
    const to = /name="to"[^>]*value="([^"]+)"/.exec(form.html)?.[1] ?? "";
    const refused = {
      soon: "Enter a date, for example",
      "1800-01-01": "Enter a date from 1900 to 2199.",
    };
    for (const [from, words] of Object.entries(refused)) {
      const html = await (await admin.post("/admin/preview/publish-days", { from, to })).text();
      // in the summary and at the field
      expect(textOf(html).split(words), from).toHaveLength(1 + 2);
    }
  });
});
