import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alert, alertSetting, appUser, notification, store } from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const path = "/admin/alerts";

describe("The pages of alerts, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  const ids: number[] = [];
  const ref = (id: number | undefined) => identifiers(appSecret).encrypt("alert", id ?? 0);

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  async function addAlerts() {
    const at = new Date(Date.now() - 90 * 60_000);
    for (const index of [0, 1, 4]) {
      const [added] = await web.at.database.db
        .insert(alert)
        .values({
          companyId: company.companyId,
          storeId: company.stores[index]?.id ?? 0,
          kind: "offline",
          beganAt: at,
          watchedFrom: at,
          watchedAt: at,
          raisedAt: at,
          toldAt: at,
        })
        .returning({ id: alert.id });
      ids.push(added?.id ?? 0);
    }
  }
  const storedOf = async (id: number | undefined) =>
    (
      await web.at.database.db
        .select()
        .from(alert)
        .where(eq(alert.id, id ?? 0))
    )[0];

  test("without alerts the list and the dashboard say so", async () => {
    expect((await admin.open(path)).html).toContain("No fault has lasted long enough for an alert");
    expect((await admin.open(`${path}?state=ended`)).html).toContain("No past alerts");
    expect((await admin.open("/admin")).html).toContain("No open alerts");
  });

  test("the dashboard counts open alerts, and the list has them with store, since when and how long", async () => {
    await addAlerts();
    const dashboard = (await admin.open("/admin")).html;
    expect(dashboard).toContain("3 open alerts");
    expect(dashboard).toContain(`href="${path}"`);
    const { html } = await admin.open(path);
    for (const index of [0, 1, 4]) expect(html).toContain(company.stores[index]?.name);
    expect(html).toContain("1 h 30 min");
    expect((await admin.open(`${path}?kind=silent`)).html).toContain(
      "No alert matches these filters",
    );
  });

  test("several are acknowledged by their ticks, one with a note on its page, and taken back there", async () => {
    const [first, second, third] = ids;
    expect((await admin.post(path, {})).status).toBe(302);
    expect((await admin.open(path)).html).toContain("Select at least one alert");
    await admin.post(path, { id: [ref(first), ref(second)] });
    expect((await admin.open(path)).html).toContain("2 alerts acknowledged");
    expect((await storedOf(second))?.acknowledgedBy).toBe(company.users.admin);
    const page = `${path}/${ref(third)}`;
    const alertPage = (await admin.open(page)).html;
    expect(alertPage).toContain("Acknowledge alert");
    const storePage = /href="([^"]+)"[^>]*>Open store/.exec(alertPage)?.[1] ?? "";
    expect((await admin.open(storePage)).html).toContain(company.stores[4]?.name);
    const saved = await admin.post(page, { note: "Refit until <Friday>", _do: "acknowledge" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, path]);
    expect((await admin.open(path)).html).toContain("Refit until &lt;Friday&gt;");
    const tooLong = await admin.post(page, { note: "x".repeat(501), _do: "acknowledge" });
    expect([
      tooLong.status,
      (await tooLong.text()).includes("At most 500 characters are allowed."),
    ]).toEqual([422, true]);
    const late = await admin.post(page, { note: "Power cut", version: "1", _do: "acknowledge" });
    const html = await late.text();
    expect([
      late.status,
      /name="note"[^>]*value="Power cut"|value="Power cut"[^>]*name="note"/.test(html),
    ]).toEqual([422, true]);
    expect(html).toContain("in the meantime. Save again to keep your entry.");
    expect(html).toMatch(/name="version" value="2"/);
    await admin.post(page, { note: "", _do: "remove" });
    expect(await storedOf(third)).toMatchObject({ acknowledgedBy: null, note: null });
    expect((await admin.open(`${path}/nonsense`)).status).toBe(404);
  });

  test("an open alert says for how long, whom to call and what to do [LOOK-1]", async () => {
    await web.at.database.db
      .update(store)
      .set({ contactName: "Ravi Menon", phone: "9812345678" })
      .where(eq(store.id, company.stores[0]?.id ?? 0));
    const { html } = await admin.open(`${path}/${ref(ids[0])}`);
    expect(html).toMatch(/<h1[^>]*>[^<]* has been [a-z ]+ for [^<]+</);
    expect(html).toContain("Ravi Menon");
    expect(html).toContain('href="tel:+919812345678"');
    expect(html).toMatch(/<ol[^>]*list-decimal[^>]*><li>/);
    const limited = await web.signedIn(company.users.limited);
    expect((await limited.open(`${path}/${ref(ids[0])}`)).html).not.toContain("Ravi Menon");
  });

  test("a person sees the alerts of their own locations alone, and only those who may open stores see settings", async () => {
    const regional = await web.signedIn(company.users.regional);
    const { html } = await regional.open(path);
    expect(html).toContain(company.stores[0]?.name);
    expect(html).not.toContain(company.stores[4]?.name);
    expect((await regional.open(`${path}/${ref(ids[2])}`)).status).toBe(404);
    const limited = await web.signedIn(company.users.limited);
    const limitedHtml = (await limited.open(path)).html;
    expect(limitedHtml).toContain(company.stores[4]?.name);
    expect(limitedHtml).not.toContain(`${path}/settings`);
    expect((await limited.open(`${path}/settings`)).html).not.toContain("Alert settings");
  });

  test("settings are saved for a location, say what they inherit, and refuse what was changed meanwhile", async () => {
    const page = `${path}/settings?regionId=${identifiers(appSecret).encrypt("region", company.north.regionId)}`;
    const { html } = await admin.open(page);
    expect(html).toContain("Alert settings: North");
    expect(html).toContain("Default: 15 min");
    expect(html).toContain("Default: 60 min");
    const limits = { offlineMinutes: "30", pausedMinutes: "90" };
    const typed = {
      ...limits,
      tellSilent: "no",
      tellPaused: "no",
      quietFrom: "22:00",
      quietTo: "07:00",
    };
    expect((await admin.post(page, typed)).status).toBe(302);
    const [stored] = await web.at.database.db
      .select()
      .from(alertSetting)
      .where(eq(alertSetting.companyId, company.companyId));
    expect(stored).toMatchObject({
      regionId: company.north.regionId,
      offlineMinutes: 30,
      silentMinutes: null,
      pausedMinutes: 90,
      tellSilent: false,
      tellPaused: false,
      tellOffline: null,
    });
    expect(stored).toMatchObject({ quietFrom: "22:00", quietTo: "07:00", version: 1 });
    const again = (await admin.open(page)).html;
    expect(again).toContain("Alert settings saved");
    expect(again).toMatch(/<option(?=[^>]*value="no")(?=[^>]*selected)/);
    expect(await (await admin.post(page, { offlineMinutes: "40" })).text()).toContain(
      "Someone else has changed these settings",
    );
    expect(await (await admin.post(page, { version: "1", quietFrom: "22:00" })).text()).toContain(
      "Enter both times, or leave both empty.",
    );
    expect(await (await admin.post(page, { version: "1", offlineMinutes: "5" })).text()).toContain(
      "There is a problem",
    );
    const regional = await web.signedIn(company.users.regional);
    expect((await regional.open(`${path}/settings`)).html).toContain(
      "only people responsible for this location can change them",
    );
  });

  test("a notice leads to the store, or to the list where it is of several", async () => {
    const { db } = web.at.database;
    const [user] = await db
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.username, company.users.admin));
    const userId = user?.id ?? 0;
    const { companyId } = company;
    const storeId = company.stores[0]?.id ?? 0;
    await db.insert(notification).values([
      {
        companyId,
        userId,
        kind: "WARN",
        title: "One is offline",
        itemKind: "store",
        itemId: storeId,
        itemCompanyId: companyId,
      },
      {
        companyId,
        userId,
        kind: "SUCCESS",
        title: "Two are online",
        itemKind: "ended alerts",
        itemId: companyId,
        itemCompanyId: companyId,
      },
    ]);
    const { html } = await admin.open("/admin/notifications");
    expect(html).toContain(
      `href="/admin/stores/${identifiers(appSecret).encrypt("store", storeId)}"`,
    );
    expect(html).toContain(`href="${path}?state=ended"`);
  });
});
