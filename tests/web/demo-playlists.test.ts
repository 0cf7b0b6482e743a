import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { testFilesDir } from "../support/platform.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("&amp;", "&")
    .replaceAll("<!-- -->", "");

describe("The pages of demo playlists, without script [ONB-1]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let manager: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine, { PUBLIC_URL: "http://web" });
    const { database } = web.at;
    const { companyId, staff } = await makeProvider(database);
    client = await makeCompany(database);
    await mkdir(`${testFilesDir}/audio`, { recursive: true });
    await writeFile(`${testFilesDir}/audio/demo-page.wav`, "RIFF0123456789");
    await database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      await tx.insert(table.catalogueItem).values([
        { companyId, kind: "language", name: "Hindi" },
        { companyId, kind: "genre", name: "Indie" },
      ]);
      const song = (n: number) => ({
        title: `Track ${n}`,
        artist: "Asha",
        durationSeconds: 200,
        audioFile: "audio/demo-page.wav",
      });
      await tx
        .insert(table.song)
        .values(Array.from({ length: 4 }, (_, n) => ({ companyId, revision, ...song(n + 1) })));
    });
    manager = await web.signedIn(staff.Fever_Music_Limited);
  });
  afterAll(() => web?.close());

  const open = async (path: string, as = manager) => {
    const { status, html, path: at } = await as.open(path);
    return { status, html: mainOf(html), whole: html, path: at };
  };
  const optionOf = (html: string, label: string) =>
    new RegExp(`<option value="([^"]+)"[^>]*>${label}</option>`).exec(html)?.[1] ?? "";
  const filled = async (more: object = {}) => {
    const { html } = await open("/admin/demo-playlists/add");
    return {
      name: "Coffee bar",
      languageId: optionOf(html, "Hindi"),
      songTypeId: optionOf(html, "Indie"),
      industry: "Cafe and restaurant",
      isListed: "on",
      ...more,
    };
  };
  const add = async (more: object = {}) => {
    const picker =
      (await leadsTo(await manager.post("/admin/demo-playlists/add", await filled(more)))) ?? "";
    expect(picker).toMatch(/^\/admin\/demo-playlists\/[\w-]{32}\/add\?status=active&audio=yes$/);
    const { html } = await open(picker);
    const ticks = html.matchAll(
      /value="([\w-]{32})"[^>]*aria-label="Select Track|aria-label="Select Track[^>]*value="([\w-]{32})"/g,
    );
    return {
      picker,
      path: picker.replace(/\/add\?.*/, ""),
      refs: [...new Set([...ticks].map((hit) => hit[1] ?? hit[2] ?? ""))],
    };
  };
  const linkOf = async (path: string) =>
    /http:\/\/web(\/demo\/[\w-]{22})/.exec((await open(path)).html)?.[1] ?? "";
  const titlesIn = (html: string) =>
    [...html.matchAll(/Track \d/g)]
      .map(([title]) => title)
      .filter((title, n, all) => all.indexOf(title) === n);

  test("one is added, filled from the library, put in order, changed, shared by its link and deleted after a question [ONB-1]", async () => {
    expect((await open("/admin/demo-playlists")).html).toContain("No demo playlist yet");
    const { picker, path, refs } = await add();
    expect(refs).toHaveLength(4);
    await manager.post(picker, { id: refs.slice(0, 3) });
    expect((await open(picker)).html).toContain("In the demo");
    await manager.post(`${path}/songs`, { do: "first", id: refs[2] ?? "" });
    const demoPage = await open(path);
    expect(titlesIn(demoPage.html)).toEqual(["Track 3", "Track 1", "Track 2"]);
    expect(demoPage.html).toContain("Listed");
    const link = await linkOf(path);
    const edit = await filled({ name: "Tea room", version: "9" });
    expect(await leadsTo(await manager.post(`${path}/edit`, edit))).toBe(path);
    const list = await open("/admin/demo-playlists");
    expect(list.html).toContain(`href="${path}"`);
    for (const text of ["Tea room", "Hindi", "Indie", "Cafe and restaurant"])
      expect(list.html).toContain(text);

    const visitor = web.visitor();
    expect((await open("/", visitor)).html).toContain('action="/demo"');
    expect((await open("/demo", visitor)).html).toContain(`href="${link}"`);
    const demo = await open(link, visitor);
    expect([demo.status, titlesIn(demo.html)]).toEqual([200, ["Track 3", "Track 1", "Track 2"]]);
    expect(demo.whole).toMatch(/<meta name="robots" content="noindex"/);

    expect((await open(`${path}/remove`)).html).toContain("Delete Tea room?");
    expect(await leadsTo(await manager.post(`${path}/remove`, {}))).toBe("/admin/demo-playlists");
    expect((await manager.get(path)).status).toBe(404);
    const over = await open(link, visitor);
    expect([over.status, over.html.includes("This link no longer works")]).toEqual([404, true]);
    for (const wrong of ["/demo/made-up", "/demo/a.b"])
      expect((await open(wrong, visitor)).status, wrong).toBe(404);
  });

  test("visitors choose by language, song type and industry, of what there is; what is for one person is not listed [ONB-1]", async () => {
    const listed = await add();
    await manager.post(listed.picker, { id: listed.refs.slice(0, 1) });
    const secret = await add({ name: "For one", isListed: "", industry: "Electronics" });
    await manager.post(secret.picker, { id: secret.refs.slice(1, 2) });
    const visitor = web.visitor();
    const all = await open("/demo", visitor);
    expect(all.whole).not.toContain("<script");
    for (const name of ["Hindi", "Indie", "Cafe and restaurant"])
      expect(optionOf(all.html, name), name).toBe(name);
    expect(all.html).not.toMatch(/Electronics|For one/);
    expect(
      (await open("/demo?language=Hindi&songType=Indie&industry=Cafe+and+restaurant", visitor))
        .html,
    ).toContain("Coffee bar");
    expect((await open("/demo?language=Tamil", visitor)).html).toContain("No Data Found");
    expect(titlesIn((await open(await linkOf(secret.path), visitor)).html)).toEqual(["Track 2"]);
    for (const { path } of [listed, secret]) await manager.post(`${path}/remove`, {});
    expect((await open("/demo", visitor)).html).toContain("There are no demo playlists yet");
  });

  test("visitors hear each song by the browser's own player, by ranges; an address that was changed gives nothing [ONB-1] [CTX-5]", async () => {
    const { picker, path, refs } = await add();
    await manager.post(picker, { id: refs.slice(0, 2) });
    const visitor = web.visitor();
    const { html } = await open(await linkOf(path), visitor);
    const players = [...html.matchAll(/<audio[^>]*src="([^"]+)"[^>]*>/g)];
    expect(players).toHaveLength(2);
    for (const [player] of players) expect(player).toMatch(/controls(=""| |>)/);
    const [, src = ""] = players[0] ?? [];
    const part = await visitor.send(src, { headers: { Range: "bytes=4-7" } });
    expect([part.status, part.headers.get("Content-Type"), await part.text()]).toEqual([
      206,
      "audio/wav",
      "0123",
    ]);
    const other = src.replace(/[\w-]{32}$/, refs[3] ?? "");
    for (const wrong of [other, `${src}x`, src.replace(/.$/, (last) => (last === "A" ? "B" : "A"))])
      expect((await visitor.send(wrong, {})).status, wrong).toBe(404);
    await manager.post(`${path}/remove`, {});
    expect((await visitor.send(src, {})).status).toBe(404);
  });

  test("a form that is refused keeps what was typed, and songs are chosen before they are added [ONB-1]", async () => {
    const refused = await manager.post(
      "/admin/demo-playlists/add",
      await filled({ industry: "", name: "Kept" }),
    );
    const html = mainOf(await refused.text());
    expect([refused.status, html.includes('value="Kept"')]).toEqual([422, true]);
    expect(html).toMatch(/id="[^"]*-error"[^>]*>[^<]*required/);
    const { picker, path } = await add();
    await manager.post(picker, {});
    expect((await manager.open(picker)).html).toContain("Select at least one song.");
    await manager.post(`${path}/remove`, {});
  });

  test("only who keeps the library has them in the menu and opens their pages [ONB-1] [ROL-2]", async () => {
    expect((await manager.open("/admin/demo-playlists")).html).toContain(
      'href="/admin/demo-playlists"',
    );
    const admin = await web.signedIn(client.users.admin);
    expect((await admin.open("/admin")).html).not.toContain("/admin/demo-playlists");
    for (const path of ["/admin/demo-playlists", "/admin/demo-playlists/add"])
      expect(await leadsTo(await admin.get(path)), path).toBe("/login");
    expect(await leadsTo(await web.visitor().get("/admin/demo-playlists"))).toBe("/login");
  });
});
