import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chartSong, song } from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const ids = identifiers(appSecret);

describe("Undo, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let staff: string;
  let songIds: number[];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    staff = provider.staff.Fever_Super_Admin_Major;
    const songs = ["First", "Second", "Third"].map((title) => ({
      companyId: provider.companyId,
      title,
      artist: "A",
      durationSeconds: 180,
    }));
    songIds = (await web.at.database.db.insert(song).values(songs).returning({ id: song.id })).map(
      ({ id }) => id,
    );
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  /**
   * The form of a page's message: where it posts, and its fields without those that every form has.
   */
  const undoOf = (html: string) => {
    const [form = ""] = /<form[^>]*action="\/admin\/undo\/.*?<\/form>/s.exec(html) ?? [];
    const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")] as const,
    );
    return {
      action: /action="([^"]+)"/.exec(form)?.[1] ?? "",
      fields: Object.fromEntries(
        fields.filter(([name]) => !["_csrf", "_key"].includes(name)),
      ) as Record<string, string>,
      hasToken: form.includes('name="_csrf"'),
    };
  };
  const message = (html: string) =>
    (
      /<div role="(?:status|alert)">(?!<\/div>).*?<span[^>]*>(.*?)<\/span>/s.exec(html)?.[1] ?? ""
    ).replace(/<!-- -->/g, "");
  const linkTo = (html: string, end: string) =>
    new RegExp(`href="(/admin/[^"]*/${end}(?:\\?[^"]*)?)"`)
      .exec(html)?.[1]
      ?.replaceAll("&amp;", "&") ?? "";
  const statuses = async () =>
    (
      await web.at.database.pool.query(
        "select name, status from store where company_id = $1 order by name",
        [company.companyId],
      )
    ).rows;

  /** Presses Undo in the message of a page, and gives the page that follows. */
  const press = async (visitor: Visitor, html: string) => {
    const { action, fields } = undoOf(html);
    expect(action).not.toBe("");
    const to = (await leadsTo(await visitor.post(action, fields))) ?? "";
    return { to, ...(await visitor.open(to)) };
  };

  test("a store's and several stores' message has a form that takes the change back and leads to the same page; a second press is refused in words [UI-4] [UI-10] [SES-9]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const before = await statuses();
    const list = "/admin/stores?search=North&sort=-name";
    const { html } = await admin.open(list);
    const refs = [
      ...html.matchAll(/name="id"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="id"/g),
    ].map(([, one, other]) => one ?? other ?? "");
    const chosen = `/admin/stores/bulk/deactivate?${refs.map((ref) => `id=${encodeURIComponent(ref)}`).join("&")}&back=${encodeURIComponent(list)}`;
    expect(refs).toHaveLength(4);
    expect(await leadsTo(await admin.post(chosen, {}))).toBe(list);
    const done = await admin.open(list);
    expect(message(done.html)).toBe("4 stores deactivated");
    const undo = undoOf(done.html);
    expect([undo.action, undo.hasToken, undo.fields.back]).toEqual([
      "/admin/undo/activate-stores",
      true,
      list,
    ]);
    const undone = await press(admin, done.html);
    expect([undone.to, message(undone.html), undoOf(undone.html).action]).toEqual([
      list,
      "4 stores activated",
      "",
    ]);
    expect(await statuses()).toEqual(before);
    const again = await press(admin, done.html);
    expect(message(again.html)).toBe("This has already been undone.");
    expect((await admin.post("/admin/undo/none", {})).status).toBe(404);
    expect(
      await leadsTo(await admin.post(undo.action, { ...undo.fields, back: "//elsewhere.example" })),
    ).toBe("/admin");
    expect((await admin.post(undo.action, { undoOf: "x" })).status).toBe(422);
  });

  test("users, companies and charts are turned back on, and removed songs come back [UI-4]", async () => {
    const admin = await web.signedIn(company.users.admin);
    await admin.post(
      linkTo((await admin.open(`/admin/users?search=${company.users.group}`)).html, "deactivate"),
      {},
    );
    expect(message((await press(admin, (await admin.open("/admin/users")).html)).html)).toBe(
      `${company.users.group} activated`,
    );

    const fever = await web.signedIn(staff);
    const { companyId, name } = await makeCompany(web.at.database);
    await fever.post(
      linkTo(
        (await fever.open(`/admin/companies?search=${encodeURIComponent(name)}`)).html,
        "deactivate",
      ),
      {},
    );
    expect(message((await press(fever, (await fever.open("/admin/companies")).html)).html)).toBe(
      `${name} activated`,
    );
    const { rows } = await web.at.database.pool.query("select status from company where id = $1", [
      companyId,
    ]);
    expect(rows[0].status).toBe("active");

    const chart =
      (await leadsTo(
        await admin.post("/admin/charts/add?kind=custom", { chartName: "Undone", display: "bar" }),
      )) ?? "";
    const path = chart.replace(/\/add.*|\?.*/g, "");
    await admin.open(chart); // says that it was added
    await admin.post(`${path}/deactivate`, {});
    expect(message((await press(admin, (await admin.open(path)).html)).html)).toBe(
      "Chart activated",
    );
    const chartId = ids.decrypt("chart", path.split("/").at(-1));
    const inChart = songIds.map((songId, n) => ({
      companyId: company.companyId,
      chartId,
      songId,
      position: n + 1,
    }));
    await web.at.database.db.insert(chartSong).values(inChart);
    await admin.post(`${path}/songs`, {
      do: "remove",
      id: songIds.slice(0, 2).map((id) => ids.encrypt("song", id)),
    });
    expect(message((await press(admin, (await admin.open(path)).html)).html)).toBe(
      "2 songs added.",
    );
    const { rows: songs } = await web.at.database.pool.query(
      "select song_id::int as id from chart_song where chart_id = $1 order by position",
      [chartId],
    );
    expect(songs.map(({ id }) => id)).toEqual(songIds);
  });

  test("stores and users that were moved in the hierarchy go back [HIE-1] [ASN-5]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const groupsOf = async () =>
      (
        await web.at.database.pool.query(
          "select name, group_id from store where company_id = $1 order by name",
          [company.companyId],
        )
      ).rows;
    const before = await groupsOf();
    const group = ids.encrypt("group", company.north.groupIds[0] ?? 0);
    const alone = company.stores.find(({ name }) => name === "Alone")?.id ?? 0;
    const form = { to: "group", confirmed: "yes", id: ids.encrypt("store", alone), group };
    const to = (await leadsTo(await admin.post("/admin/hierarchy/assign", form))) ?? "";
    expect(await groupsOf()).not.toEqual(before);
    expect(message((await press(admin, (await admin.open(to)).html)).html)).toBe(
      "1 store moved back",
    );
    expect(await groupsOf()).toEqual(before);

    const unit = ids.encrypt("zone", company.north.zoneIds[0] ?? 0);
    const dialog = `/admin/hierarchy/users?kind=zone&id=${encodeURIComponent(unit)}`;
    const user =
      /name="one" value="([^"]+)"|value="([^"]+)"[^>]*name="one"/
        .exec((await admin.open(dialog)).html)
        ?.slice(1)
        .find(Boolean) ?? "";
    await admin.post(dialog, { move: "unassign", one: user });
    const moved = await admin.open(dialog);
    expect(undoOf(moved.html).action).toBe("/admin/undo/move-users-back");
    expect(message((await press(admin, moved.html)).html)).toBe("Users updated successfully");
    const { rows } = await web.at.database.pool.query(
      "select count(*)::int as n from user_unit where zone_id = $1",
      [company.north.zoneIds[0]],
    );
    expect(rows[0].n).toBe(1);
  });

  test("provider staff see which companies' stores are in trouble and open those stores by one press [CTX-2] [DASH-1]", async () => {
    const fever = await web.signedIn(staff);
    const { html } = await fever.open("/admin/company/choose");
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
    expect(main).toContain("Stores that need attention");
    const [button = ""] =
      new RegExp(`<button[^>]*aria-label="Open ${company.name}: Never seen, 9 stores"[^>]*>`).exec(
        main,
      ) ?? [];
    const ref = /value="([^"]+)"/.exec(button)?.[1] ?? "";
    const action = /formAction="([^"]+)"/i.exec(button)?.[1] ?? "";
    expect(await leadsTo(await fever.post(action, { company: ref }))).toBe(
      "/admin/stores?condition=never-seen",
    );
    const list = (await fever.open("/admin/stores?condition=never-seen")).html;
    expect(list).toContain(company.name);
    expect(list).toContain("North store 1.1");
    const music = await web.signedIn(
      (
        await web.at.database.pool.query(
          "select username from app_user where sub_role = 'Fever_Music_Admin'",
        )
      ).rows[0].username,
    );
    expect((await music.open("/admin/company/choose")).html).not.toContain(
      "Stores that need attention",
    );
  });
});
