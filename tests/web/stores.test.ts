import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? "").replaceAll("<!-- -->", "");

describe("The stores' pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    ({ staff } = await makeProvider(web.at.database));
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  const count = async (condition: string) =>
    (
      await web.at.database.pool.query(
        `select count(*)::int as n from store where company_id = $1 and ${condition}`,
        [company.companyId],
      )
    ).rows[0].n as number;

  test("a store's link asks first, and both answers lead back to the list as it was filtered and sorted", async () => {
    const admin = await web.signedIn(company.users.admin);
    const list = "/admin/stores?search=North&status=active&sort=-name";
    const { html } = await admin.open(list);
    const link =
      /href="(\/admin\/stores\/[^"/]+\/deactivate\?[^"]+)"/
        .exec(html)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const question = (await admin.open(link)).html;
    expect(question).toMatch(/Deactivate North store/);
    expect(question).toContain(`href="${list.replaceAll("&", "&amp;")}"`);
    expect(await leadsTo(await admin.post(link, {}))).toBe(list);
    const changed = await web.at.database.pool.query(
      "select name, status from store where status = 'inactive'",
    );
    expect(changed.rows).toHaveLength(1);
  });

  test("tiles count within the chosen filters, keep them when pressed, and add up to the total [STO-1] [DASH-1]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open("/admin/stores?search=North&status=active");
    const tiles = /<ul aria-label="Stores by status".*?<\/ul>/s.exec(html)?.[0] ?? "";
    const [total = 0, ...byStatus] = [...tiles.matchAll(/<b[^>]*>(\d+)<\/b>/g)].map(([, count]) =>
      Number(count),
    );
    expect(total).toBe(await count("name like 'North%' and status = 'active'"));
    expect(byStatus.reduce((sum, one) => sum + one, 0)).toBe(total);
    for (const condition of [
      "online",
      "offline",
      "silent",
      "low-volume",
      "closed",
      "never-seen",
      "inactive",
    ])
      expect(tiles).toContain(
        `href="/admin/stores?search=North&amp;status=active&amp;condition=${condition}"`,
      );
    expect((await admin.open("/admin/stores?search=North&condition=never-seen")).html).toContain(
      "North store",
    );
    expect(
      (await admin.open("/admin/stores?condition=not-playing&search=none+such")).html,
    ).toContain("No Data Found");
  });

  test("a list's pager chooses how many rows a page has, and sorting keeps it [STO-1] [LIM-1]", async () => {
    const { companyId, users } = await makeCompany(web.at.database);
    await web.at.database.pool.query(
      "insert into store (company_id, code, name, time_zone) select $1, 'MANY-' || n, 'Many ' || n, 'Asia/Kolkata' from generate_series(1, 30) n",
      [companyId],
    );
    const admin = await web.signedIn(users.admin);
    const rows = (html: string) => html.match(/class="tick row-tick"/g)?.length;
    const first = (await admin.open("/admin/stores")).html;
    expect([rows(first), first.includes('href="/admin/stores?limit=50"')]).toEqual([25, true]);
    const wide = (await admin.open("/admin/stores?limit=50")).html;
    expect([rows(wide), wide.includes("1 to 39 of 39")]).toEqual([39, true]);
    expect(wide).toContain('href="/admin/stores?sort=name&amp;limit=50"');
    expect(wide).toContain('href="/admin/stores"');
    expect(rows((await admin.open("/admin/stores?limit=5000")).html)).toBe(25); // no such size
  });

  test("several stores get a group, a volume and opening hours from the list, each on its page without script [STO-1]", async () => {
    const { companyId, users, south } = await makeCompany(web.at.database);
    const admin = await web.signedIn(users.admin);
    const stored = async (columns: string) =>
      (
        await web.at.database.pool.query(
          `select ${columns} from store where company_id = $1 order by name`,
          [companyId],
        )
      ).rows;
    const list = "/admin/stores?search=North";
    const refs = [...(await admin.open(list)).html.matchAll(/name="id"[^>]*value="([^"]+)"/g)].map(
      ([, ref = ""]) => ref,
    );
    expect(refs).toHaveLength(4);
    const back = encodeURIComponent(list);
    const ticked = `/admin/stores/bulk/change?back=${back}&${refs
      .slice(0, 3)
      .map((ref) => `id=${ref}`)
      .join("&")}`;
    const page = mainOf((await admin.open(ticked)).html);
    expect(page).toContain("Change 3 stores");
    expect(page).toContain("North store 1.1, North store 1.2 and North store 2.1");
    const group =
      /<option value="([^"]+)">South › South zone 1 › South group 1</.exec(page)?.[1] ?? "";
    const missing = await admin.post(ticked, { groupId: "" });
    expect([missing.status, mainOf(await missing.text())]).toEqual([
      422,
      expect.stringContaining('id="form-groupId-error"'),
    ]);
    expect(await leadsTo(await admin.post(ticked, { groupId: group }))).toBe(list);
    const moved = await stored("group_id");
    expect(moved.filter((row) => Number(row.group_id) === south.groupIds[0])).toHaveLength(5);

    const all = `/admin/stores/bulk/change?section=volume&all=on&search=North&back=${back}`;
    expect(mainOf((await admin.open(all)).html)).toContain(
      "North store 1.1, North store 1.2 and 2 more",
    );
    const loud = await admin.post(all, { volume: "101" });
    expect([loud.status, mainOf(await loud.text())]).toEqual([
      422,
      expect.stringContaining("Enter a number from 0 to 100."),
    ]);
    await admin.post(all, { volume: "33" });
    expect((await stored("volume")).filter(({ volume }) => volume === 33)).toHaveLength(4);

    const hours = all.replace("volume", "hours");
    expect(mainOf((await admin.open(hours)).html)).toContain('value="09:00"');
    const monday = { "week[0].weekday": "1", "week[0].opens": "11:00", "week[0].closes": "20:00" };
    const copied = mainOf(await (await admin.post(hours, { ...monday, _do: "same" })).text());
    expect(copied.match(/value="11:00"/g)).toHaveLength(7);
    await admin.post(hours, monday);
    const week = await web.at.database.pool.query(
      "select weekday, opens, closes from store_hours where company_id = $1 and opens = 660",
      [companyId],
    );
    expect(week.rows).toEqual(Array(4).fill({ weekday: 1, opens: 660, closes: 1200 }));

    expect(await leadsTo(await admin.post(`/admin/stores/bulk/change?back=${back}`, {}))).toBe(
      list,
    ); // nothing was ticked
    expect((await admin.open("/admin/stores/bulk/change?section=name&all=on")).status).toBe(404);
  });

  test("offline stores of the list are told a volume, a restart or a message, as on the wall [OPS-2]", async () => {
    const { companyId, users, stores } = await makeCompany(web.at.database);
    const admin = await web.signedIn(users.admin);
    await web.at.database.pool.query(
      `insert into store_state (company_id, store_id, last_seen_at, started_at)
       select company_id, id, now() - interval '3 hours', now() - interval '9 days' from store where company_id = $1 and name like 'North%'`,
      [companyId],
    );
    await web.at.database.pool.query(
      "update store_hours set opens = 0, closes = 1440 where company_id = $1",
      [companyId],
    );
    const list = "/admin/stores?condition=offline";
    const { html } = await admin.open(list);
    expect(mainOf(html)).toContain('formaction="/admin/stores/bulk/command/restart"');
    const refs = [...html.matchAll(/name="id"[^>]*value="([^"]+)"/g)].map(([, ref = ""]) => ref);
    expect(refs).toHaveLength(4);
    const back = encodeURIComponent(list);
    const pageOf = (command: string, which: string) =>
      `/admin/stores/bulk/command/${command}?back=${back}&${which}`;
    const ticked = refs
      .slice(0, 2)
      .map((ref) => `id=${ref}`)
      .join("&");
    const all = "all=on&condition=offline";
    expect(mainOf((await admin.open(pageOf("volume", ticked))).html)).toContain(
      "Set volume: 2 stores",
    );
    expect(await leadsTo(await admin.post(pageOf("volume", ticked), { volume: "70" }))).toBe(list);
    await admin.post(pageOf("restart", all), {});
    const empty = await admin.post(pageOf("message", all), { text: "" });
    expect(await empty.text()).toContain("There is a problem");
    await admin.post(pageOf("message", all), { text: "Switch it on" });
    const { rows } = await web.at.database.pool.query(
      `select kind, volume, text, count(*)::int as stores, array_agg(store_id::int order by store_id) as ids
       from player_command where company_id = $1 group by kind, volume, text order by kind`,
      [companyId],
    );
    const north = stores.slice(0, 4).map(({ id }) => id);
    expect(rows).toEqual([
      { kind: "message", volume: null, text: "Switch it on", stores: 4, ids: north },
      { kind: "restart", volume: null, text: null, stores: 4, ids: north },
      { kind: "volume", volume: 70, text: null, stores: 2, ids: north.slice(0, 2) },
    ]);
    expect((await admin.open(pageOf("nonsense", ticked))).status).toBe(404);
  });

  test("staff send commands to the stores of the company that they chose [OPS-2] [CTX-2]", async () => {
    const { companyId, stores } = await makeCompany(web.at.database);
    const ops = await web.signedIn(staff.Fever_Super_Admin_Ops);
    const ids = identifiers(appSecret);
    const returnTo = "/admin/stores";
    await ops.post("/admin/company/choose", {
      company: ids.encrypt("company", companyId),
      returnTo,
    });
    const restart = `/admin/stores/bulk/command/restart?id=${ids.encrypt("store", stores[0]?.id ?? 0)}`;
    expect(await leadsTo(await ops.post(restart, {}))).toBe(returnTo);
    const { rows } = await web.at.database.pool.query(
      "select store_id::int as id, kind from player_command where company_id = $1",
      [companyId],
    );
    expect(rows).toEqual([{ id: stores[0]?.id, kind: "restart" }]);
  });

  test("a command to more than a hundred stores is not sent, and another company's store is not found", async () => {
    const { companyId, users } = await makeCompany(web.at.database);
    const admin = await web.signedIn(users.admin);
    await web.at.database.pool.query(
      `insert into store (company_id, code, name, time_zone)
       select $1, 'MANY-' || n, 'Many ' || n, 'Asia/Kolkata' from generate_series(1, 100) n`,
      [companyId],
    );
    const restart = "/admin/stores/bulk/command/restart";
    expect(await leadsTo(await admin.post(`${restart}?all=on`, {}))).toBe("/admin/stores");
    expect((await admin.open("/admin/stores")).html).toContain("at most 100 stores at once");
    const other = await makeCompany(web.at.database);
    const { html } = await (await web.signedIn(other.users.admin)).open("/admin/stores");
    const ref = /name="id"[^>]*value="([^"]+)"/.exec(html)?.[1];
    expect((await admin.open(`${restart}?id=${ref}`)).status).toBe(404);
    const { rows } = await web.at.database.pool.query(
      "select 1 from player_command where company_id = any($1)",
      [[companyId, other.companyId]],
    );
    expect(rows).toEqual([]);
  });

  test("a bulk confirmation names the first stores and says how many are so already [STO-1]", async () => {
    const { companyId, users } = await makeCompany(web.at.database);
    const admin = await web.signedIn(users.admin);
    await web.at.database.pool.query(
      "update store set status = 'inactive' where company_id = $1 and name = 'South store 2.2'",
      [companyId],
    );
    const { html } = await admin.open("/admin/stores/bulk/deactivate?all=on");
    expect(mainOf(html)).toContain("Deactivate 9 stores?");
    expect(mainOf(html)).toContain(
      "Alone, North store 1.1 and 7 more. 1 store is inactive already and does not change.",
    );
  });

  test("a new store begins with its company's time zone", async () => {
    const abroad = await makeCompany(web.at.database, { timeZone: "Asia/Dubai" });
    for (const [{ users }, zone] of [
      [abroad, "Asia/Dubai"],
      [company, "Asia/Kolkata"],
    ] as const) {
      const { html } = await (await web.signedIn(users.admin)).open("/admin/store/add");
      expect(html).toMatch(new RegExp(`<option( value="${zone}"| selected=""){2}`));
    }
  });

  test("the company is a form for national admins alone; others read what it holds", async () => {
    for (const user of ["admin", "regional", "zonal", "group"] as const) {
      const { status, html } = await (await web.signedIn(company.users[user])).open(
        "/admin/company/edit",
      );
      expect([status, html.includes('name="gstNo"')]).toEqual([200, user === "admin"]);
      const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
      expect(main).toContain(company.name);
      expect(main).toContain("Asia/Kolkata");
    }
  });
});
