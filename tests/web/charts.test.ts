import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart } from "../support/music.ts";
import { fileOf, picture } from "../support/uploads.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const plain = (html: string) => html.replaceAll("&amp;", "&").replaceAll("<!-- -->", "");

describe("The pages of charts, without script", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let admin: Visitor;
  let songIds: number[];
  let popularId: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    provider = await makeProvider(database);
    client = await makeCompany(database);
    const { companyId } = provider;
    const [hindi] = await database.db
      .insert(table.catalogueItem)
      .values({ companyId, kind: "language", name: "Hindi" })
      .returning();
    songIds = await database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      const song = (n: number) => ({
        companyId,
        title: `Track ${n}`,
        artist: "Asha",
        durationSeconds: 200,
        audioFile: "audio/any.wav",
        languageId: hindi?.id,
        revision,
      });
      const songRows = await tx
        .insert(table.song)
        .values(Array.from({ length: 30 }, (_, n) => song(n + 1)))
        .returning();
      return songRows.map(({ id }) => id).sort((a, b) => a - b);
    });
    popularId = await makeChart(database, companyId, "Top of all", songIds.slice(0, 3));
    admin = await web.signedIn(client.users.admin);
  });
  afterAll(() => web?.close());

  const open = async (path: string, as = admin) => {
    const page = await as.open(path);
    return { ...page, html: plain(page.html) };
  };
  const added = async (chartName: string) => {
    const to =
      (await leadsTo(
        await admin.post("/admin/charts/add?kind=custom", { chartName, display: "bar" }),
      )) ?? "";
    expect(to).toMatch(/^\/admin\/charts\/custom\/[\w-]{32}\/add\?status=active$/);
    return to.replace(/\/add\?.*/, "");
  };
  const order = async () => {
    const rows = await web.at.database.db
      .select({ songId: table.chartSong.songId })
      .from(table.chartSong)
      .where(and(eq(table.chartSong.companyId, client.companyId)))
      .orderBy(asc(table.chartSong.chartId), asc(table.chartSong.position));
    return rows.map(({ songId }) => songIds.indexOf(songId) + 1);
  };
  const clear = () =>
    web.at.database.db.delete(table.chart).where(eq(table.chart.companyId, client.companyId));
  const refOf = (html: string, title: string) =>
    new RegExp(
      `value="([\\w-]{32})"[^>]*aria-label="Select ${title}"|aria-label="Select ${title}"[^>]*value="([\\w-]{32})"`,
    )
      .exec(html)
      ?.slice(1)
      .find(Boolean) ?? "";

  test("the list has popular and custom charts with covers, found by name, and leads to the tutorial [CHT-1] [UI-11]", async () => {
    const popular = await open("/admin/charts");
    expect(popular.html).toMatch(/<svg viewBox="0 0 8 8"[^>]*>(?:(?!<\/tr>).)*Top of all/s);
    expect(popular.html).toContain('href="/admin/tutorials/music_chart"');
    expect(popular.html).not.toContain("Add popular chart");
    expect((await open("/admin/charts?search=nothing+of+it")).html).toContain("No Data Found");
    expect((await open("/admin/charts?kind=custom")).html).toContain("Add custom chart");
    const regional = await web.signedIn(client.users.regional);
    expect((await open("/admin/charts?kind=custom", regional)).html).not.toContain(
      "Add custom chart",
    );
    expect((await regional.get("/admin/charts/add?kind=custom")).status).toBe(403);
    const manager = await web.signedIn(client.users.manager);
    expect(await leadsTo(await manager.get("/admin/charts"))).toBe("/login");
  });

  test("a chart is added, its songs come from the search, one by one and all that match [CHT-1] [UI-11]", async () => {
    const empty = await admin.post("/admin/charts/add?kind=custom", {
      chartName: " ",
      display: "bar",
    });
    expect([empty.status, plain(await empty.text())]).toEqual([
      422,
      expect.stringContaining(messages.required),
    ]);
    expect((await open("/admin/charts/add?kind=custom")).html).toContain(
      'href="/admin/tutorials/music_chart_name"',
    );
    const path = await added("Searched");
    const picker = await open(`${path}/add?search=track+7`);
    expect(picker.html).toContain('href="/admin/tutorials/music_chart_song_search"');
    const response = await admin.post(`${path}/add?search=track+7`, {
      id: refOf(picker.html, "Track 7"),
    });
    expect(await leadsTo(response)).toBe(`${path}/add?search=track+7`);
    const after = await open(`${path}/add?search=track+7`);
    expect([after.html.includes("In the chart"), after.html.includes("1 song added")]).toEqual([
      true,
      true,
    ]);
    expect(refOf(after.html, "Track 7")).toBe(""); // there is nothing to choose any more
    expect((await open(`${path}/add?search=track`)).html).toContain("Select all 30 that match");
    const question = plain(
      await (await admin.post(`${path}/add?search=track`, { all: "on" })).text(),
    );
    expect(question).toContain("Add 30 songs to Searched?");
    await admin.post(`${path}/add?search=track`, { all: "on", confirmed: "yes" });
    expect((await open(path)).html).toContain("29 songs added. 1 song was already in the chart.");
    expect((await order())[0]).toBe(7);
    expect(await leadsTo(await admin.post(`${path}/add`, {}))).toBe(`${path}/add`);
    await clear();
  });

  test("a popular chart is read, and copied into an own one; Fever's staff make another of it, or a company's [CHT-1] [ROL-1]", async () => {
    const list = (await open("/admin/charts")).html;
    const popular = /href="(\/admin\/charts\/popular\/[\w-]{32})"/.exec(list)?.[1] ?? "";
    const copy =
      /href="(\/admin\/charts\/add\?[^"]+)"[^>]*>Make your own copy</.exec(
        (await open(popular)).html,
      )?.[1] ?? "";
    const form = (await open(copy)).html;
    expect(form).toContain("A custom chart with the same 3 songs");
    expect(form).toMatch(/name="chartName"[^>]*value="Top of all \(copy\)"/);
    expect((await admin.post(copy, { chartName: "", display: "bar" })).status).toBe(422);
    const page =
      (await leadsTo(await admin.post(copy, { chartName: "Our own top", display: "bar" }))) ?? "";
    const chartPage = await open(page);
    expect([
      chartPage.html.includes("Our own top added with 3 songs"),
      chartPage.html.includes("Track 1"),
    ]).toEqual([true, true]);
    expect(await order()).toEqual([1, 2, 3]);
    expect((await open(copy.replace(/copy=.{4}/, "copy=AAAA"))).status).toBe(404);
    const regional = await web.signedIn(client.users.regional);
    expect((await open(popular, regional)).html).not.toContain("Make your own copy");
    expect((await regional.open(copy)).status).toBe(403);
    const staff = await web.signedIn(provider.staff.Fever_Music_Admin);
    const asStaff =
      /href="(\/admin\/charts\/add\?[^"]+)"[^>]*>Copy</.exec(
        (await open(popular, staff)).html,
      )?.[1] ?? "";
    expect([
      new URLSearchParams(asStaff.split("?")[1]).get("kind"),
      (await open(asStaff, staff)).html.includes("Copy it as a custom chart"),
    ]).toEqual(["popular", true]);
    await clear();
  });

  test("a pasted list is added, and its lines that name no song are told; a file of another kind is refused [CHT-1] [VAL-5]", async () => {
    const path = await added("Pasted");
    const response = await admin.post(`${path}/list`, {
      _form: "list",
      list: "Track 3 - Asha\nNobody - Nothing\nTrack 1",
    });
    const html = plain(await response.text());
    expect([response.status, html.includes("1 line was not matched")]).toEqual([200, true]);
    // what is left to correct stays typed, what was added does not
    expect(html).toMatch(/<textarea[^>]*>\n?Nobody - Nothing<\/textarea>/);
    expect(await order()).toEqual([3, 1]);
    expect(
      await leadsTo(await admin.post(`${path}/list`, { _form: "list", list: "Track 2" })),
    ).toBe(path);
    // a choice is sent as a line that names one song
    const chosen = { _form: "list", list: "", choice: ["Track 4\tAsha", ""] };
    expect(await leadsTo(await admin.post(`${path}/list`, chosen))).toBe(path);
    const empty = await admin.post(`${path}/list`, { _form: "list", list: "" });
    expect([empty.status, plain(await empty.text())]).toEqual([
      422,
      expect.stringContaining(messages.required),
    ]);
    const send = (field: string, file: File, to: string) => {
      const form = new FormData();
      form.append("_csrf", admin.jar.get("XSRF-TOKEN") ?? "");
      form.append("_form", field);
      form.append(field, file);
      return admin.send(to, { method: "POST", body: form });
    };
    expect(
      await leadsTo(
        await send("csv", fileOf("Title,Artist\nTrack 9,Asha\n", "songs.csv"), `${path}/list`),
      ),
    ).toBe(path);
    expect(await order()).toEqual([3, 1, 2, 4, 9]);
    const wrong = await send("csv", fileOf(await picture("png"), "songs.csv"), `${path}/list`);
    expect([wrong.status, plain(await wrong.text())]).toEqual([
      422,
      expect.stringContaining(messages.fileType),
    ]);

    expect(
      await leadsTo(await send("logo", fileOf(await picture("png"), "logo.png"), `${path}/edit`)),
    ).toBe(`${path}/edit`);
    expect((await open(path)).html).toMatch(/<img src="\/images\//);
    expect(await leadsTo(await admin.post(`${path}/remove-logo`, {}))).toBe(`${path}/edit`);
    await clear();
  });

  test("songs are moved by button and by number, weighed and removed; the make-up is drawn as bar, pie or line [CHT-1] [VOC-1]", async () => {
    const path = await added("Ordered");
    await admin.post(`${path}/list`, { _form: "list", list: "Track 1\nTrack 2\nTrack 3\nTrack 4" });
    const { html } = await open(path);
    expect(html).toContain("All are Hindi");
    for (const kind of ["bar", "pie", "linear"]) {
      expect(html).toContain(`display=${kind}`);
      expect((await open(`${path}?display=${kind}`)).status).toBe(200);
    }
    const [first, third, fourth] = ["Track 1", "Track 3", "Track 4"].map((title) =>
      refOf(html, title),
    );
    const act = async (fields: Record<string, string | string[]>) =>
      leadsTo(await admin.post(`${path}/songs?row=1`, fields));
    expect(await act({ id: third ?? "", do: "up" })).toBe(`${path}?row=1`);
    expect(await order()).toEqual([1, 3, 2, 4]);
    await act({ id: fourth ?? "", do: "place", was: "4", position: "1", weight: "3" });
    expect(await order()).toEqual([4, 1, 3, 2]);
    await act({ id: [first ?? "", third ?? ""], do: "first" });
    expect(await order()).toEqual([1, 3, 4, 2]);
    await act({ id: third ?? "", do: "place", was: "2", position: "0", weight: "1" });
    expect((await open(path)).html).toContain("Enter a position of 1 or more.");
    await act({ id: third ?? "", do: "place", was: "2", position: "99999999999", weight: "1" });
    expect(await order()).toEqual([1, 4, 2, 3]);
    await act({ id: third ?? "", do: "place", was: "4", position: "2", weight: "1" });
    expect(await order()).toEqual([1, 3, 4, 2]);
    await act({ id: first ?? "", do: "remove" });
    expect((await open(path)).html).toContain("1 song removed");
    await act({ id: first ?? "", do: "down" });
    expect((await open(path)).html).toContain("This song is no longer in the chart.");
    expect(await order()).toEqual([3, 4, 2]);
    expect((await admin.post(`${path}/songs`, { id: first ?? "", do: "shuffle" })).status).toBe(
      422,
    );
    expect((await admin.get(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`)).status).toBe(
      404,
    );
    expect((await admin.get(path.replace("/custom/", "/popular/"))).status).toBe(404);
    await clear();
  });

  test("a chart is renamed, switched off and deleted once that is confirmed; Fever's are read [CHT-1] [ROL-1]", async () => {
    const path = await added("Switched");
    const toCustom = 'href="/admin/charts?kind=custom"';
    for (const page of ["", "/edit", "/add", "/list"])
      expect([page, (await open(path + page)).html.includes(toCustom)]).toEqual([page, true]);
    expect(
      await leadsTo(
        await admin.post(`${path}/edit`, { chartName: "Renamed", display: "pie", version: "1" }),
      ),
    ).toBe(path);
    expect((await open(`${path}/deactivate`)).html).toContain("Deactivate Renamed?");
    await admin.post(`${path}/deactivate`, {});
    expect((await open("/admin/charts?kind=custom&status=inactive")).html).toContain("Renamed");
    expect(await leadsTo(await admin.post(`${path}/delete`, {}))).toBe("/admin/charts?kind=custom");
    expect((await admin.get(path)).status).toBe(404);

    const link =
      /href="(\/admin\/charts\/popular\/[\w-]{32})"/.exec(
        (await open("/admin/charts")).html,
      )?.[1] ?? "";
    const { html } = await open(link);
    expect([
      html.includes("Track 1"),
      html.includes("Add songs"),
      html.includes('/delete"'),
    ]).toEqual([true, false, false]);
    const closed = await open(`${link}/edit`);
    expect([
      closed.status,
      closed.html.includes("Page not found"),
      closed.html.includes("Not allowed</h1>"),
    ]).toEqual([403, false, true]);
    expect((await admin.get(`${link}/add`)).status).toBe(403);
    expect((await admin.post(`${link}/delete`, {})).status).toBe(403);
    expect(await web.at.database.db.$count(table.chart, eq(table.chart.id, popularId))).toBe(1);
  });
});
