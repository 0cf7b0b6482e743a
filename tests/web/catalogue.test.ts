import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const lists = "/admin/library/lists";
const text = (html: string) =>
  html.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");

describe("The catalogue lists without script", () => {
  let web: TestWeb;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let manager: Visitor;
  let rock: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    provider = await makeProvider(web.at.database);
    manager = await web.signedIn(provider.staff.Fever_Music_Limited);
    rock = await addItem("Rock");
    await addItem("Rock.");
    await addSongs(rock, 2);
  });
  afterAll(() => web?.close());

  const addItem = async (name: string) => {
    const item = { companyId: provider.companyId, kind: "genre" as const, name };
    return (
      (await web.at.database.db.insert(table.catalogueItem).values(item).returning())[0]?.id ?? 0
    );
  };
  const addSongs = (genreId: number, count: number) =>
    web.at.database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(provider.companyId), tx);
      const song = {
        companyId: provider.companyId,
        title: "Song",
        artist: "Nobody",
        durationSeconds: 180,
        genreId,
        revision,
      };
      await tx.insert(table.song).values(Array.from({ length: count }, () => song));
    });
  const open = async (path: string, as = manager) => {
    const page = await as.open(path);
    return { ...page, html: text(page.html) };
  };
  const linksOf = (html: string, pattern: RegExp) => [
    ...new Set(
      [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) =>
        pattern.test(href) ? [href] : [],
      ),
    ),
  ];
  const itemNow = async (id: number) =>
    (
      await web.at.database.db
        .select()
        .from(table.catalogueItem)
        .where(eq(table.catalogueItem.id, id))
    )[0];

  test("each list has its page; an item is added where its name is free, and what was typed stays where it is not [LIB-3]", async () => {
    const first = await open(lists);
    expect([first.path, first.status]).toEqual([`${lists}/genre`, 200]);
    for (const kind of [
      "mood",
      "language",
      "tempo",
      "vocal",
      "play-window",
      "era",
      "rating-chart",
      "season",
      "singer",
      "composer",
      "licence",
      "brand",
    ])
      expect([kind, (await open(`${lists}/${kind}`)).status]).toEqual([kind, 200]);
    expect((await open(`${lists}/planets`)).status).toBe(404);
    expect(
      await leadsTo(await manager.post(`${lists}/genre?index`, { name: " Folk  rock " })),
    ).toBe(`${lists}/genre`);
    const page = await open(`${lists}/genre?search=folk`);
    expect(page.html).toContain("Genre Folk rock added");
    expect(page.html).toContain(">Folk rock<");
    const response = await manager.post(`${lists}/genre?index`, { name: "FOLK ROCK" });
    const html = text(await response.text());
    expect([
      response.status,
      html.includes("There is already a genre with this name."),
      html.includes('value="FOLK ROCK"'),
    ]).toEqual([422, true, true]);
    const slow = await manager.post(`${lists}/tempo?index`, { name: "Slow" });
    expect([slow.status, text(await slow.text()).includes('aria-invalid="true"')]).toEqual([
      422,
      true,
    ]);
    expect(
      await leadsTo(await manager.post(`${lists}/tempo?index`, { name: "Slow", rank: "1" })),
    ).toBe(`${lists}/tempo`);
    const nowhere = await manager.post(`${lists}/rating-chart?index`, { name: "Heavy", rank: "0" });
    expect([nowhere.status, text(await nowhere.text())]).toEqual([
      422,
      expect.stringContaining("Enter a number from 1 to 999."),
    ]);
  });

  test("a play window is set on its own list and on a mood, shown, and cleared again", async () => {
    const halves = await manager.post(`${lists}/play-window?index`, {
      name: "Breakfast",
      playFrom: "06:00",
    });
    const refusal = text(await halves.text());
    expect([halves.status, refusal.includes("This field is required")]).toEqual([422, true]);
    expect(refusal).toContain('value="06:00"');
    const breakfast = { name: "Breakfast", playFrom: "06:00", playTo: "11:00" };
    const to = await leadsTo(await manager.post(`${lists}/play-window?index`, breakfast));
    expect((await open(to ?? "")).html).toContain("06:00–11:00, Every day");

    await manager.post(`${lists}/mood?index`, { name: "Party" });
    const [mood = ""] = linksOf((await open(`${lists}/mood`)).html, /mood\/[\w-]{32}$/);
    const evenings = { name: "Party", playFrom: "22:00", playTo: "02:00", playDays: ["5", "6"] };
    await manager.post(`${mood}?index`, evenings);
    expect((await open(`${lists}/mood`)).html).toContain("22:00–02:00 next day, Fri, Sat");
    expect((await open(mood)).html).toContain('value="22:00"');
    await manager.post(`${mood}?index`, { name: "Party", playFrom: "", playTo: "" });
    expect((await open(`${lists}/mood`)).html).toContain("Any time");
  });

  test("brands are of ads: neither their list nor a brand's page counts songs [LIB-3]", async () => {
    await manager.post(`${lists}/brand?index`, { name: "Fizz" });
    const list = await open(`${lists}/brand`);
    const [brand = ""] = linksOf(list.html, /brand\/[\w-]{32}$/);
    expect([list.html.includes(">Songs<"), (await open(brand)).html.includes(">Songs<")]).toEqual([
      false,
      false,
    ]);
    const [genre = ""] = linksOf((await open(`${lists}/genre`)).html, /genre\/[\w-]{32}$/);
    expect((await open(genre)).html).toContain(">Songs<");
  });

  test("an item is renamed, set to rest and deleted, each asked first; what songs have is kept, with a way out [LIB-3]", async () => {
    const id = await addItem("Passing");
    const [to = ""] = linksOf(
      (await open(`${lists}/genre?search=passing`)).html,
      /genre\/[\w-]{32}$/,
    );
    expect((await open(to)).html).toContain('value="Passing"');
    expect(await leadsTo(await manager.post(`${to}?index`, { name: "Gone" }))).toBe(
      `${lists}/genre`,
    );
    expect(await itemNow(id)).toMatchObject({ name: "Gone", active: true });
    expect((await open(`${to}/deactivate`)).html).toContain("Deactivate genre Gone?");
    await manager.post(`${to}/deactivate`, {});
    expect((await itemNow(id))?.active).toBe(false);
    expect((await open(`${to}/deactivate`)).path).toBe(`${lists}/genre`);
    expect((await open(`${to}/remove`)).html).toContain("Delete genre Gone?");
    expect(await leadsTo(await manager.post(`${to}/remove`, {}))).toBe(`${lists}/genre`);
    expect(await itemNow(id)).toBeUndefined();
    expect((await open(to)).status).toBe(404);
    expect((await open(`${to.slice(0, -3)}xyz`)).status).toBe(404);

    const [, used = ""] = linksOf(
      (await open(`${lists}/genre?search=rock`)).html,
      /genre\/[\w-]{32}$/,
    ); // after Folk rock
    const obstacle = (await open(`${used}/remove`)).html;
    expect(obstacle).toContain("Rock cannot be deleted");
    expect(obstacle).toContain("2 songs use it. Merge it into another genre");
    const late = await addItem("Lately used");
    const [path = ""] = linksOf(
      (await open(`${lists}/genre?search=lately`)).html,
      /genre\/[\w-]{32}$/,
    );
    await addSongs(late, 1);
    const refused = await manager.post(`${path}/remove`, {});
    expect([refused.status, await itemNow(late)]).toMatchObject([422, { name: "Lately used" }]);
  });

  test("doubles are offered; ticked, they become one after its question with the number of songs [LIB-3]", async () => {
    const page = await open(`${lists}/genre?search=rock`);
    expect(page.html).toContain("These may be the same");
    const [offered = ""] = linksOf(page.html, /merge\?itemIds/);
    const ticks = [
      ...page.html.matchAll(
        /name="itemIds"[^>]*value="([\w-]+)"|value="([\w-]+)"[^>]*name="itemIds"/g,
      ),
    ].map((tick) => tick[1] ?? tick[2] ?? "");
    expect(
      await leadsTo(await manager.post(`${lists}/genre/merge`, { itemIds: ticks.slice(0, 1) })),
    ).toBe(`${lists}/genre`);
    expect((await open(`${lists}/genre`)).html).toContain("Select at least two genres to merge.");
    expect(
      await leadsTo(await manager.post(`${lists}/genre/merge`, { itemIds: ticks.slice(0, 2) })),
    ).toContain("merge?itemIds=");
    const choice = await open(offered);
    expect(choice.html).toContain("Merge 2 genres");
    const [, keepDouble = ""] = linksOf(choice.html, /&into=/);
    const question = await open(keepDouble);
    expect(question.html).toContain("2 songs get “Rock.” instead, then “Rock” is deleted.");
    expect(await leadsTo(await manager.post(keepDouble, {}))).toBe(`${lists}/genre`);
    expect((await open(`${lists}/genre`)).html).toContain(
      "1 genre merged into Rock., 2 songs changed",
    );
    expect(await itemNow(rock)).toBeUndefined();
    expect((await open(keepDouble)).status).not.toBe(500);
  });

  test("one item alone is merged into another one that is searched for [LIB-3]", async () => {
    const [solo] = [await addItem("Solitary"), await addItem("Company of others")];
    const [to = ""] = linksOf(
      (await open(`${lists}/genre?search=solitary`)).html,
      /genre\/[\w-]{32}$/,
    );
    const [merge = ""] = linksOf((await open(to)).html, /merge\?itemIds=[^&]+$/);
    const searchPage = await open(`${merge}&search=others`);
    expect([
      searchPage.html.includes("Company of others"),
      searchPage.html.includes("Keep “"),
    ]).toEqual([true, false]);
    const [into = ""] = linksOf(searchPage.html, /&into=/);
    await manager.post(into, {});
    expect(await itemNow(solo)).toBeUndefined();
  });

  test("songs are imported by CSV, new singers where that is ticked [LIB-2]", async () => {
    const importPath = "/admin/library/import";
    expect((await open(importPath)).html).toContain("Add new singers and composers");
    const send = (fields: Record<string, string>) => {
      const form = new FormData();
      form.append("_csrf", manager.jar.get("XSRF-TOKEN") ?? "");
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append(
        "file",
        new File(["Title,Artist,Seconds,Singers\nAn import,X,200,Nobody Yet\n"], "songs.csv", {
          type: "text/csv",
        }),
      );
      return manager.send(`${importPath}?index`, { method: "POST", body: form });
    };
    const refused = await open((await leadsTo(await send({}))) ?? "");
    expect(refused.html).toContain("There is no singer “Nobody Yet”.");
    const here = (await leadsTo(await send({ createPeople: "on" }))) ?? "";
    const checked = await open(here);
    for (const words of ["Apply 1 row", "“Nobody Yet” is new.", "An import"])
      expect(checked.html).toContain(words);
    expect(await leadsTo(await manager.post(`${here}/apply`, {}))).toBe(here);
    expect((await open(here)).html).toContain("Import done");
    expect((await open("/admin/library?search=nobody yet")).html).toContain("An import");
    expect((await manager.get(`${importPath}/template`)).headers.get("Content-Type")).toContain(
      "text/csv",
    );
  });

  test("client staff and those without the library are led away [ROL-1]", async () => {
    const company = await makeCompany(web.at.database);
    for (const username of [company.users.admin, provider.staff.Fever_Admin_Ops]) {
      const other = await web.signedIn(username);
      for (const path of [`${lists}/genre`, `${lists}/genre/merge`, "/admin/library/import"])
        expect([path, await leadsTo(await other.get(path))]).toEqual([path, "/login"]);
      expect(await leadsTo(await other.post(`${lists}/genre?index`, { name: "Mine" }))).toBe(
        "/login",
      );
    }
    const { db } = web.at.database;
    expect(await db.$count(table.catalogueItem, eq(table.catalogueItem.name, "Mine"))).toBe(0);
  });
});
