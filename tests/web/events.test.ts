import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { fileOf, picture } from "../support/uploads.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("&amp;", "&")
    .replaceAll("<!-- -->", "");
const daysAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("The pages of event playlists, without script [SCH-3]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let admin: Visitor;
  let songIds: number[];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const { companyId } = await makeProvider(database);
    client = await makeCompany(database);
    songIds = await database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      const song = (n: number) => ({
        title: `Track ${n}`,
        artist: "Asha",
        durationSeconds: 200,
        audioFile: "audio/any.wav",
      });
      const rows = await tx
        .insert(table.song)
        .values([
          ...Array.from({ length: 5 }, (_, n) => ({ companyId, revision, ...song(n + 1) })),
          { companyId, revision, ...song(0), title: "Twice" },
          { companyId, revision, ...song(0), title: "Twice", artist: "Ravi", album: "Evenings" },
        ])
        .returning({ id: table.song.id });
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    });
    admin = await web.signedIn(client.users.admin);
  });
  afterAll(() => web?.close());

  const open = async (path: string, as = admin) => {
    const { status, html } = await as.open(path);
    return { status, html: mainOf(html) };
  };
  const form = {
    name: "Diwali",
    startsOn: daysAhead(3),
    endsOn: daysAhead(4),
    fromMinute: "22:00",
    toMinute: "01:00",
    weekdays: ["0", "1", "2", "3", "4", "5", "6"],
    mode: "ORDER",
    priority: "5",
    wholeCompany: "on",
  };
  const refs = (html: string) =>
    [...html.matchAll(/name="id"[^>]*value="([\w-]{32})"|value="([\w-]{32})"[^>]*name="id"/g)].map(
      (hit) => hit[1] ?? hit[2] ?? "",
    );
  const order = async () => {
    const rows = await web.at.database.db
      .select({ songId: table.eventPlaylistSong.songId })
      .from(table.eventPlaylistSong)
      .where(eq(table.eventPlaylistSong.companyId, client.companyId))
      .orderBy(table.eventPlaylistSong.position);
    return rows.map(({ songId }) => songIds.indexOf(songId) + 1);
  };

  test("An event is added, filled from the library, put in order, given an image, and deleted after a question [UI-6]", async () => {
    expect((await open("/admin/events")).html).toContain("No event yet");
    const picker = (await leadsTo(await admin.post("/admin/events/add", form))) ?? "";
    expect(picker).toMatch(/^\/admin\/events\/[\w-]{32}\/add\?status=active$/);
    const path = picker.replace(/\/add\?.*/, "");
    const library = await open(picker);
    expect(library.html).toContain("Add songs to Diwali");
    const ticked = [
      ...new Set(
        [
          ...library.html.matchAll(
            /value="([\w-]{32})"[^>]*aria-label="Select Track|aria-label="Select Track[^>]*value="([\w-]{32})"/g,
          ),
        ].map((hit) => hit[1] ?? hit[2] ?? ""),
      ),
    ];
    expect(ticked.length).toBe(5);
    await admin.post(picker, { id: ticked.slice(0, 3) });
    expect(await order()).toEqual([1, 2, 3]);
    expect((await open(picker)).html).toContain("In the event");
    const eventPage = await open(path);
    expect(eventPage.html).toContain("22:00–01:00 next day");
    expect(eventPage.html).toMatch(/[A-Z][a-z]{2} \d{1,2} \d{4} to [A-Z][a-z]{2} \d{1,2} \d{4}/);
    expect(eventPage.html).toContain("Whole company");
    expect(eventPage.html).toContain("3 songs, 10:00 in all");
    expect(eventPage.html).toMatch(/India \(\d+ stores\): 3 playable songs, 10:00/);
    const [, , third = ""] = [...new Set(refs(eventPage.html))];
    await admin.post(`${path}/songs`, { do: "first", id: third });
    expect(await order()).toEqual([3, 1, 2]);
    await admin.post(`${path}/songs`, { do: "remove", id: third });
    expect(await order()).toEqual([1, 2]);
    const image = fileOf(await picture("png"), "lamp.png");
    const upload = new FormData();
    upload.append("_form", "image");
    upload.append("_csrf", admin.jar.get("XSRF-TOKEN") ?? "");
    upload.append("image", image);
    expect(await leadsTo(await admin.send(`${path}/edit`, { method: "POST", body: upload }))).toBe(
      `${path}/edit`,
    );
    expect((await open(path)).html).toContain('alt="Diwali"');
    const list = await open("/admin/events?state=upcoming");
    expect(list.html).toContain(`href="${path}"`);
    expect((await open("/admin/events?state=past")).html).toContain("No Data Found");
    expect((await open(`${path}/remove`)).html).toContain("Delete Diwali?");
    expect(await leadsTo(await admin.post(`${path}/remove`, {}))).toBe("/admin/events");
    expect((await admin.get(path)).status).toBe(404);
  });

  test("A pasted list adds its songs at the end; a title of several artists is a choice, and other lines come back", async () => {
    const picker = (await leadsTo(await admin.post("/admin/events/add", form))) ?? "";
    const path = picker.replace(/\/add\?.*/, "");
    expect((await open(picker)).html).toContain(`href="${path}/list"`);
    await admin.post(`${path}/list`, { _form: "list", list: "Track 1" });
    const send = async (fields: Record<string, string | string[]>) => {
      const response = await admin.post(`${path}/list`, { _form: "list", ...fields });
      return { response, html: mainOf(await response.clone().text()) };
    };
    const list = "Asha - Track 3\nTrack 1\tAsha\nTwice\nNobody - Nothing";
    const { response, html } = await send({ list });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Undo");
    expect(html).toContain("2 lines were not matched");
    expect(html).toContain("1 song added. 1 song was already in the event.");
    expect(html).toContain("Several songs have this title: choose one, or add the artist.");
    // the line with a choice is not to be corrected
    expect(html).toMatch(/<textarea[^>]*>\n?Nobody - Nothing<\/textarea>/);
    expect(await order()).toEqual([1, 3]);
    const choices = [...html.matchAll(/<option value="(Twice\t[^"]+)"[^>]*>([^<]*)</g)];
    expect(choices.map(([, , label]) => label)).toEqual(["Asha", "Ravi, Evenings"]);
    expect(await leadsTo((await send({ choice: [choices[1]?.[1] ?? "", ""] })).response)).toBe(
      path,
    );
    expect(await order()).toEqual([1, 3, 7]);
    // a line for which nothing was chosen comes back, and one named twice counts once
    const unchosen = await send({ list: "Track 1\nTrack 1", choice: ["Twice"] });
    expect(unchosen.html).toContain("1 song was already in the event.");
    expect(unchosen.html).toContain("Song to add for Twice");
    // the person's own lines keep their numbers
    const again = await send({ list: "Nobody - Nothing", choice: [choices[1]?.[1] ?? ""] });
    expect(again.html).toMatch(/<td[^>]*>1<\/td>.*Nobody - Nothing/s);
    const empty = await send({ list: " ", choice: "" });
    expect([empty.response.status, empty.html]).toEqual([
      422,
      expect.stringContaining(messages.required),
    ]);
    const regional = await web.signedIn(client.users.regional);
    expect((await regional.get(`${path}/list`)).status).toBe(403);
    await admin.post(`${path}/remove`, {});
  });

  test("The list is narrowed to the events that play in a location, those of locations above it included", async () => {
    const choice =
      /<select[^>]*name="regionId"[\s\S]*?<\/select>/.exec(
        (await open("/admin/events")).html,
      )?.[0] ?? "";
    const [one = "", other = ""] = [...choice.matchAll(/value="([\w-]{32})"/g)].map(
      ([, value]) => value,
    );
    await admin.post("/admin/events/add", { ...form, name: "Everywhere" });
    await admin.post("/admin/events/add", {
      ...form,
      name: "In one",
      wholeCompany: "",
      regionIds: one,
    });
    const listed = async (regionId: string) => {
      const { html } = await open(`/admin/events?regionId=${regionId}`);
      return ["Everywhere", "In one"].filter((name) => html.includes(`>${name}</a>`));
    };
    expect([await listed(one), await listed(other)]).toEqual([
      ["Everywhere", "In one"],
      ["Everywhere"],
    ]);
    await web.at.database.db
      .delete(table.eventPlaylist)
      .where(eq(table.eventPlaylist.companyId, client.companyId));
  });

  test("A form that is refused keeps what was typed; checking says what it overlaps and saves nothing", async () => {
    const refused = await admin.post("/admin/events/add", { ...form, wholeCompany: "" });
    expect(refused.status).toBe(422);
    const html = mainOf(await refused.text());
    expect(html).toContain("Choose at least one location.");
    expect(html).toContain(`value="${form.startsOn}"`);
    const path = ((await leadsTo(await admin.post("/admin/events/add", form))) ?? "").replace(
      /\/add\?.*/,
      "",
    );
    const checked = mainOf(
      await (
        await admin.post("/admin/events/add", {
          ...form,
          name: "Sale",
          priority: "3",
          _do: "check",
        })
      ).text(),
    );
    expect(checked).toContain("The other event plays: its priority is higher.");
    expect(checked).toContain('value="Sale"');
    expect(
      await web.at.database.db.$count(
        table.eventPlaylist,
        eq(table.eventPlaylist.companyId, client.companyId),
      ),
    ).toBe(1);
    expect(
      await leadsTo(
        await admin.post(`${path}/edit`, { ...form, name: "Diwali night", version: "1" }),
      ),
    ).toBe(path);
    expect((await open(path)).html).toContain("Diwali night");
  });

  test("The question before days are published again says what goes out with them, and leaves days with a draft out [PUB-1]", async () => {
    const path =
      /href="(\/admin\/events\/[\w-]{32})"/.exec((await open("/admin/events")).html)?.[1] ?? "";
    const { companyId, north } = client;
    const day = {
      companyId,
      groupId: north.groupIds[0],
      inputsDigest: "",
      positions: [],
      summary: {},
    };
    await web.at.database.db.insert(table.groupPlaylist).values([
      { ...day, day: daysAhead(3), version: 1, state: "published", publishedAt: new Date() },
      { ...day, day: daysAhead(4), version: 1, state: "published", publishedAt: new Date() },
      { ...day, day: daysAhead(4), version: 2, state: "draft" },
    ]);
    const eventPage = await open(path);
    expect(eventPage.html).toContain("1 published day will keep playing as published");
    expect(eventPage.html).toContain("1 published day has a draft that is not published yet.");
    const question = await open(`${path}/publish`);
    expect(question.html).toContain("all other changes since");
    await web.at.database.db
      .delete(table.groupPlaylist)
      .where(eq(table.groupPlaylist.companyId, companyId));
  });

  test("Who owns only a part of its locations reads an event, and cannot change it [ROL-4]", async () => {
    const regional = await web.signedIn(client.users.regional);
    const list = await open("/admin/events", regional);
    const path = /href="(\/admin\/events\/[\w-]{32})"/.exec(list.html)?.[1] ?? "";
    const eventPage = await open(path, regional);
    expect(eventPage.html).toContain("so you cannot change it");
    expect(eventPage.html).not.toContain("Add songs</a>");
    expect((await regional.get(`${path}/edit`)).status).toBe(403);
    expect((await open("/admin/events/add", regional)).html).not.toContain("The whole company");
    const manager = await web.signedIn(client.users.manager);
    expect(await leadsTo(await manager.get("/admin/events"))).toBe("/login");
  });

  test("An event without image has the covers of its first songs in the list, four or one [LOOK-1]", async () => {
    const as = web.at.as(client.users.admin);
    const days = {
      startsOn: daysAhead(20),
      endsOn: daysAhead(20),
      weekdays: [0, 1, 2, 3, 4, 5, 6],
    };
    for (const [name, count] of [
      ["No songs", 0],
      ["Three songs", 3],
      ["Five songs", 5],
    ] as const) {
      const hours = { fromMinute: 600, toMinute: 660, mode: "ORDER", priority: 1 };
      const { id: eventId } = await as.addEventPlaylist({
        body: { name, ...days, ...hours, wholeCompany: true },
      });
      if (count > 0)
        await as.changeEventSongs({ body: { eventId, songIds: songIds.slice(0, count) } });
    }
    const { html } = await open("/admin/events?search=songs");
    const rows = [...html.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) => row);
    const coversOf = (name: string) =>
      rows.find((row) => row.includes(name))?.match(/viewBox="0 0 8 8"/g)?.length ?? 0;
    expect(["No songs", "Three songs", "Five songs"].map(coversOf)).toEqual([0, 1, 4]);
    expect(html).not.toMatch(/<[^>]+ style=/);
  });
});
