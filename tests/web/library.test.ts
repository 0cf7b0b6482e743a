import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeAudioFile } from "../support/play-outs.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

const list = "/admin/library";
const plain = (html: string) => html.replaceAll("&amp;", "&").replaceAll("<!-- -->", "");

describe("The music library's pages, without script", () => {
  let web: TestWeb;
  let client: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let manager: Awaited<ReturnType<TestWeb["signedIn"]>>;
  let audio: Buffer;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    provider = await makeProvider(database);
    client = await makeCompany(database);
    const { companyId } = provider;
    audio = await makeAudioFile("audio/library-page.wav", 5000);
    const items = await database.db
      .insert(table.catalogueItem)
      .values([
        { companyId, kind: "genre", name: "Rock" },
        { companyId, kind: "genre", name: "Pop" },
        { companyId, kind: "singer", name: "Arijit Singh" },
      ])
      .returning();
    const [rock, pop, singer] = items.map(({ id }) => id);
    await database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      const song = (title: string, values: object = {}) => ({
        companyId,
        title,
        artist: "Someone",
        durationSeconds: 200,
        revision,
        ...values,
      });
      const songRows = await tx
        .insert(table.song)
        .values([
          song("Midnight", { genreId: rock, audioFile: "audio/library-page.wav" }),
          song("Morning", { genreId: pop, active: false }),
          ...Array.from({ length: 30 }, (_, n) => song(`Filler ${n}`, { genreId: pop })),
        ])
        .returning();
      await tx.insert(table.songTag).values({
        companyId,
        songId: songRows[0]?.id ?? 0,
        kind: "singer",
        itemId: singer ?? 0,
        position: 0,
      });
    });
    manager = await web.signedIn(provider.staff.Fever_Music_Admin);
  });
  afterAll(() => web?.close());

  const open = async (path: string) => {
    const page = await manager.open(path);
    return { ...page, html: plain(page.html) };
  };
  const boxOf = (html: string, name: string) =>
    new RegExp(`name="(\\w+)"[^>]*value="([^"]+)"[^>]*/>(?:(?!<li).)*?>${name}</span>`, "s").exec(
      html,
    );

  test("a word with slips finds, facets narrow by an address, chips take back, and nothing found says what to do [LIB-1] [CTX-5]", async () => {
    const typed = await open(`${list}?search=mdinight`);
    expect(typed.html).toContain("These are similar");
    expect(typed.html).toContain("Midnight");
    expect(typed.html).not.toContain("Filler 1<");
    const all = await open(list);
    expect(all.html).toMatch(/1 to 25 of 32/);
    const [, name = "", ref = ""] = boxOf(all.html, "Rock") ?? [];
    expect([name, ref]).toEqual(["genreIds", expect.stringMatching(/^[\w-]{32}$/)]);
    const [, , pop = ""] = boxOf(all.html, "Pop") ?? [];
    const both = await open(`${list}?genreIds=${ref}&genreIds=${pop}&search=&singerName=`);
    expect(both.html).toMatch(/1 to 25 of 32/);
    const rock = await open(`${list}?genreIds=${ref}`);
    expect(rock.html).toMatch(/1 to 1 of 1/);
    expect(rock.html).toMatch(
      new RegExp(
        `href="${list}"[^>]*><span class="sr-only">Remove filter </span><span[^>]*>Genre: Rock<`,
      ),
    );
    expect((await manager.get(`${list}?genreIds=${ref.slice(0, -1)}x`)).status).toBe(404);
    const people = await open(`${list}?singerName=arij`);
    expect(boxOf(people.html, "Arijit Singh")?.[1]).toBe("singerIds");
    const nothing = await open(`${list}?search=zzzzzzzzzz&status=inactive`);
    expect(nothing.html).toContain("No Data Found");
    expect(nothing.html).toMatch(/Without [^<]*Inactive/);
    expect((await open(`${list}?search=${"x".repeat(10_000)}`)).status).toBe(200);
  });

  test("pages go on and back, sorted by the address", async () => {
    const first = await open(`${list}?sort=-title`);
    const next = /href="([^"]*cursor=[^"]*)"[^>]*>(?:(?!<\/a>).)*Next/s.exec(first.html)?.[1] ?? "";
    const second = await open(next);
    expect(second.html).toMatch(/26 to 32 of 32/);
    const previous =
      /href="([^"]*cursor=[^"]*)"[^>]*>(?:(?!<\/a>).)*Previous/s.exec(second.html)?.[1] ?? "";
    expect((await open(previous)).html).toMatch(/1 to 25 of 32/);
  });

  test("a song plays by its link, with ranges; songs without audio say so", async () => {
    const { html } = await open(`${list}?search=midnight`);
    const link = /href="(\/admin\/library\/[\w-]+\/audio)"/.exec(html)?.[1] ?? "";
    const whole = await manager.get(link);
    expect([
      whole.status,
      whole.headers.get("Content-Type"),
      whole.headers.get("Accept-Ranges"),
    ]).toEqual([200, "audio/wav", "bytes"]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(audio)).toBe(true);
    const part = await manager.get(link, { Range: "bytes=10-19" });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([
      206,
      `bytes 10-19/${audio.length}`,
    ]);
    expect((await manager.get(link, { Range: "bytes=999999999-" })).status).toBe(416);
    expect((await open(`${list}?search=morning`)).html).toContain("No audio yet");
    const silent = (await open(`${list}?audio=no`)).html;
    expect(silent).toMatch(
      /<input[^>]*name="audio"[^>]*checked[^>]*value="no"|<input[^>]*name="audio"[^>]*value="no"[^>]*checked/,
    );
    expect(silent.slice(0, silent.indexOf("</main>"))).not.toContain("Midnight");
  });

  test("filters are saved under a name and lead back to the same list, several items of one facet included [LIB-1]", async () => {
    const all = await open(list);
    const refs = ["Rock", "Pop"].map((name) => boxOf(all.html, name)?.[2] ?? "").sort();
    const filters = `${refs.map((ref) => `genreIds=${ref}`).join("&")}&status=active`;
    expect((await open(`${list}?${filters}`)).html).toContain("Save these filters");
    const saved = await manager.post("/admin/saved-filters", {
      list: "library",
      name: "Loud ones",
      filters,
      back: list,
    });
    expect(await leadsTo(saved)).toBe(`${list}?${filters}`);
    const { html } = await open(list);
    const to = /href="([^"]+)"[^>]*><span[^>]*>Loud ones</.exec(html)?.[1] ?? "";
    expect([...new URL(to, "http://shop.example").searchParams].sort()).toEqual(
      [...new URLSearchParams(filters)].sort(),
    );
    expect((await open(to)).html).toContain("Genre: Rock");
  });

  test("many songs are changed by a form that says how many, of the ticked or of all that match, and leads back to the list [AUD-1]", async () => {
    const address = `${list}/edit?search=filler`;
    const question = plain(await (await manager.post(address, { all: "on" })).text());
    expect(question).toContain("Change 30 songs");
    const empty = await manager.post(address, { all: "on", confirmed: "yes" });
    expect([empty.status, plain(await empty.text()).includes("Choose what to change.")]).toEqual([
      422,
      true,
    ]);
    const rock = /<option value="([\w-]{32})">Rock</.exec(question)?.[1] ?? "";
    const response = await manager.post(address, {
      all: "on",
      confirmed: "yes",
      "set.genreId": rock,
      "set.status": "inactive",
    });
    expect(await leadsTo(response)).toBe(`${list}?search=filler`);
    expect((await open(`${list}?search=filler&status=inactive`)).html).toMatch(/of 30/);
    const changed = await web.at.database.db.select().from(table.auditLog);
    expect(changed.filter(({ action }) => action === "song changed")).toHaveLength(30);

    const { html } = await open(`${list}?search=morning`);
    const tick = /name="id"[^>]*value="([\w-]{32})"/.exec(html)?.[1] ?? "";
    expect(plain(await (await manager.post(`${list}/edit`, { id: tick })).text())).toContain(
      "Change Morning",
    );
    await manager.post(`${list}/edit`, {
      id: tick,
      confirmed: "yes",
      "set.genreId": "none",
      "set.status": "active",
    });
    expect((await open(`${list}?search=morning&lacking=genre&status=active`)).html).toMatch(
      /1 to 1 of 1/,
    );
    expect(await leadsTo(await manager.post(`${list}/edit`, {}))).toBe(list);
    const without = await open(`${list}/edit?search=filler&sort=-title`);
    expect(without.html).toContain("Choose songs in the list first");
    expect(without.html).toContain(`href="${list}?search=filler&sort=-title"`);
  });

  test("the download has the address's filters", async () => {
    const text = await (await manager.get(`${list}/download?search=midnight`)).text();
    expect(text.trim().split("\n")).toHaveLength(2);
  });

  test("needs no company to be chosen, and is closed to client staff, store managers and Ops [ROL-1] [NAV-8]", async () => {
    for (const user of [
      client.users.admin,
      client.users.limited,
      client.users.manager,
      provider.staff.Fever_Admin_Ops,
    ]) {
      const person = await web.signedIn(user);
      for (const path of [list, `${list}/edit`, `${list}/download`])
        expect(await leadsTo(await person.get(path)), `${user} ${path}`).toBe("/login");
    }
  });
});
