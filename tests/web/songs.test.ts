import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import * as table from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { recording, silentWithin, wav } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart } from "../support/music.ts";
import { fileOf, picture } from "../support/uploads.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const add = "/admin/library/add";
const plain = (html: string) =>
  html
    .replaceAll("&amp;", "&")
    .replaceAll("<!-- -->", "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
const typedIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/ value="([^"]*)"/)?.[1];
const selectedIn = (html: string, name: string) =>
  new RegExp(`<select[^>]*name="${name}".*?</select>`, "s")
    .exec(html)?.[0]
    .match(/<option value="([^"]*)" selected="">([^<]*)/)
    ?.slice(1);
const optionOf = (html: string, name: string, label: string) =>
  new RegExp(`<select[^>]*name="${name}".*?</select>`, "s")
    .exec(html)?.[0]
    .match(new RegExp(`value="([^"]*)"[^>]*>${label}<`))?.[1] ?? "";

describe("A song's pages, without script", () => {
  let web: TestWeb;
  let client: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let manager: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    provider = await makeProvider(database);
    client = await makeCompany(database);
    const { companyId } = provider;
    await database.db.insert(table.catalogueItem).values([
      { companyId, kind: "genre", name: "Hip Hop" },
      { companyId, kind: "genre", name: "Pop" },
      { companyId, kind: "mood", name: "Calm" },
      { companyId, kind: "language", name: "Hindi" },
      { companyId, kind: "tempo", name: "Slow", rank: 1 },
      { companyId, kind: "season", name: "Diwali" },
    ]);
    manager = await web.signedIn(provider.staff.Fever_Music_Admin);
  });
  afterAll(() => web?.close());

  const open = async (path: string) => {
    const page = await manager.open(path);
    return { ...page, html: plain(page.html) };
  };
  /** Sends a form with a file, as a browser does. */
  const upload = async (path: string, field: string, file: File | undefined, form: string) => {
    const body = new FormData();
    body.append("_csrf", manager.jar.get("XSRF-TOKEN") ?? "");
    body.append("_form", form);
    if (file) body.append(field, file, file.name);
    return manager.send(path, { method: "POST", body });
  };
  const songOf = async (title: string) => {
    const [song] = await web.at.database.db
      .select()
      .from(table.song)
      .where(eq(table.song.title, title));
    if (!song) throw new Error(`no song ${title}`);
    return song;
  };
  /** Adds a song through both steps; gives its page's address. */
  const added = async (file: File, fields: Record<string, string | string[]>) => {
    const second = (await leadsTo(await upload(add, "file", file, "audio"))) ?? "";
    expect(second).toMatch(/^\/admin\/library\/add\?file=/);
    const { html } = await open(second);
    const list = (name: string, label: string) => ({ [name]: optionOf(html, name, label) });
    const described = {
      ...list("genreId", "Pop"),
      ...list("moodId", "Calm"),
      ...list("languageId", "Hindi"),
      ...list("tempoId", "Slow"),
    };
    const to = await leadsTo(
      await manager.post(second, { artist: "Band", ...described, ...fields, _form: "song" }),
    );
    expect(to).toMatch(/^\/admin\/library\/[\w-]+$/);
    return to ?? "";
  };

  test("a song is added in two steps: the file, then the form filled with what it says; refusals keep what was typed [LIB-1] [VAL-3]", async () => {
    expect((await open("/admin/library")).html).toContain('href="/admin/library/add"');
    const wrong = await upload(add, "file", fileOf("no music", "song.mp3"), "audio");
    expect([wrong.status, plain(await wrong.text()).includes("Invalid file type.")]).toEqual([
      422,
      true,
    ]);
    expect(
      plain(
        await (
          await upload(add, "file", await recording("song.flac", { share: 0.6 }), "audio")
        ).text(),
      ),
    ).toContain("This file is incomplete: only 0:02 of 0:06 can be played.");
    expect((await upload(add, "file", undefined, "audio")).status).toBe(422);

    const second =
      (await leadsTo(await upload(add, "file", await recording("tagged.mp3"), "audio"))) ?? "";
    const { html } = await open(second);
    expect(
      ["title", "artist", "album", "composers", "isrc", "year", "bpm", "label"].map((name) =>
        typedIn(html, name),
      ),
    ).toEqual([
      "Été à Goa गोवा",
      "Zoë feat. Ravi",
      "Sommerträume",
      "Ravi Das",
      "INFV02500077",
      "2019",
      "128",
      "Kantara",
    ]);
    expect([
      selectedIn(html, "genreId")?.[1],
      selectedIn(html, "languageId")?.[1],
      selectedIn(html, "moodId")?.[1],
    ]).toEqual(["Hip Hop", "Hindi", "Choose one"]);
    expect(html).toMatch(/<svg[^>]*aria-label="Waveform of tagged.mp3"/);

    const fields = {
      title: "Typed title",
      artist: "Zoë",
      isrc: "wrong",
      singers: "Zoë; Ravi",
      genreId: optionOf(html, "genreId", "Pop"),
    };
    const refused = await manager.post(second, { ...fields, _form: "song" });
    const refusedHtml = plain(await refused.text());
    expect(refused.status).toBe(422);
    for (const field of ["isrc", "moodId", "languageId", "tempoId"])
      expect(refusedHtml).toContain(`href="#song-${field}"`);
    expect([
      typedIn(refusedHtml, "title"),
      typedIn(refusedHtml, "singers"),
      selectedIn(refusedHtml, "genreId")?.[1],
    ]).toEqual(["Typed title", "Zoë; Ravi", "Pop"]);

    const seasons = /name="seasonIds"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
    const response = await manager.post(second, {
      ...fields,
      isrc: "IN-FV0-25-00100",
      usePicture: "on",
      explicit: "on",
      seasonIds: seasons,
      territories: ["IN", "NP"],
      moodId: optionOf(html, "moodId", "Calm"),
      languageId: optionOf(html, "languageId", "Hindi"),
      tempoId: optionOf(html, "tempoId", "Slow"),
      _form: "song",
    });
    const page = (await leadsTo(response)) ?? "";
    const song = await open(page);
    for (const words of [
      "Typed title added",
      "IN-FV0-25-00100",
      "Zoë, Ravi",
      "Explicit",
      "Diwali",
      "India, Nepal",
      "-22.2 LUFS",
      "No chart contains this song. It plays only where a rule chooses songs that match",
    ])
      expect(song.html, words).toContain(words);
    expect(song.html).toMatch(/<img src="\/images\//);
    // the upload is spent: its form leads to a new one
    expect((await open(second)).path).toBe(add);
  });

  test("a file that the library has is told before it is added again, with a link to the song [LIB-1] [LIB-2]", async () => {
    const file = wav(6, { hertz: 501, name: "same_tone.wav" });
    const page = await added(file, { title: "Once", artist: "Only" });
    const second = (await leadsTo(await upload(add, "file", file, "audio"))) ?? "";
    const { html } = await open(second);
    expect(typedIn(html, "title")).toBe("same tone");
    expect(html).toContain("The library may already have this song");
    expect(html).toContain("the same audio, byte for byte");
    expect(html).toContain(`href="${page}"`);
  });

  test("a song's page plays, tells charts and history, and finds its playlists when asked; its form saves, its version is checked [LIB-1] [AUD-1]", async () => {
    const page = await added(wav(6, { hertz: 502 }), {
      title: "Shown",
      artist: "Band",
      singers: "First; Second",
    });
    const { id } = await songOf("Shown");
    await makeChart(web.at.database, client.companyId, "Their own", [id]);
    await makeChart(web.at.database, provider.companyId, "For all", [id]);
    const { html } = await open(page);
    const chart = /href="(\/admin\/charts\/popular\/[^"]+)">For all</.exec(html)?.[1] ?? "";
    expect((await open(chart)).html).toContain("Shown");
    expect(html).toContain("Their own");
    expect(html).toContain(client.name);
    const sound = await manager.send(/href="([^"]*\/audio\?v=1)"/.exec(html)?.[1] ?? "", {
      headers: { Range: "bytes=0-3" },
    });
    expect([sound.status, await sound.text()]).toEqual([206, "RIFF"]);
    expect((await open(`${page}?playlists=yes`)).html).toContain(
      "No playlist from today on contains this song.",
    );

    const form = (await open(`${page}/edit`)).html;
    expect([
      typedIn(form, "singers"),
      typedIn(form, "version"),
      selectedIn(form, "genreId")?.[1],
    ]).toEqual(["First; Second", "1", "Pop"]);
    const fields = Object.fromEntries(
      ["genreId", "moodId", "languageId", "tempoId"].map((name) => [
        name,
        selectedIn(form, name)?.[0] ?? "",
      ]),
    );
    const editForm = {
      ...fields,
      title: "Shown anew",
      artist: "Band",
      singers: "Second",
      version: "1",
      _form: "song",
    };
    expect(await leadsTo(await manager.post(`${page}/edit`, editForm))).toBe(page);
    const after = (await open(page)).html;
    expect(after).toContain("Song changed by");
    expect(after).toMatch(/<del[^>]*>Shown<\/del>.*<ins[^>]*>Shown anew<\/ins>/s);
    expect(after).not.toMatch(/<dt[^>]*>(Version|Genre id)/);
    const late = await manager.post(`${page}/edit`, { ...editForm, title: "Third name" });
    expect([
      late.status,
      plain(await late.text()).includes("has changed this to “Shown anew” in the meantime"),
    ]).toEqual([422, true]);
  });

  test("a song is reserved for a company with songs of its own, refused for others, and opened to all again [VOC-1] [AUD-1]", async () => {
    const page = await added(wav(6, { hertz: 505 }), { title: "Reserved", artist: "Band" });
    const edit = `${page}/edit`;
    const closed = (await open(edit)).html;
    expect(selectedIn(closed, "reservedForId")?.[1]).toBe("All companies");
    expect(optionOf(closed, "reservedForId", client.name)).toBe("");
    const fields = Object.fromEntries(
      ["genreId", "moodId", "languageId", "tempoId"].map((name) => [
        name,
        selectedIn(closed, name)?.[0] ?? "",
      ]),
    );
    const save = (reservedForId: string) =>
      manager.post(edit, {
        ...fields,
        title: "Reserved",
        artist: "Band",
        reservedForId,
        _form: "song",
      });
    const refused = await save(identifiers(appSecret).encrypt("company", client.companyId));
    expect([
      refused.status,
      plain(await refused.text()).includes(
        "Choose a company that has “Songs of its own” switched on.",
      ),
    ]).toEqual([422, true]);

    const staff = await web.signedIn(provider.staff.Fever_Super_Admin_Major);
    const company = `/admin/companies/${identifiers(appSecret).encrypt("company", client.companyId)}`;
    const features = (box: object) =>
      staff.post(`${company}/edit?section=features`, { section: "features", ...box });
    expect((await features({ ownSongs: "on" })).status).toBe(302);
    const option = optionOf((await open(edit)).html, "reservedForId", client.name);
    expect(await leadsTo(await save(option))).toBe(page);
    const songHtml = (await open(page)).html;
    expect(songHtml).toMatch(new RegExp(`Reserved for</dt>.*?${client.name}`, "s"));
    expect(selectedIn((await open(edit)).html, "reservedForId")?.[1]).toBe(client.name);

    const other = await makeCompany(web.at.database);
    const songId = identifiers(appSecret).decrypt("song", page.split("/").at(-1));
    await makeChart(web.at.database, other.companyId, "Older", [songId]);
    const hidden = `Hidden in 1 chart of ${other.name}, because it is reserved.`;
    expect(plain((await open(page)).html)).toContain(hidden);
    expect(plain((await open(`${page}/take-out`)).html)).toContain(
      `It leaves the charts and event playlists of ${other.name}`,
    );
    expect(await leadsTo(await manager.post(`${page}/take-out`, {}))).toBe(page);
    const afterwards = plain((await open(page)).html);
    expect([afterwards.includes("Taken out of 1 chart"), afterwards.includes("Hidden in")]).toEqual(
      [true, false],
    );
    const featuresReply = await features({});
    expect([
      featuresReply.status,
      plain(await featuresReply.text()).includes("1 song is reserved for this company."),
    ]).toEqual([422, true]);
    expect(await leadsTo(await save(""))).toBe(page);
    expect((await open(page)).html).toMatch(/Reserved for<\/dt>.*?All companies/s);
    expect((await features({})).status).toBe(302);
  });

  test("where a song starts and ends is shown, changed, and refused on its field [FIL-1]", async () => {
    const page = await added(silentWithin({ seconds: 30, from: 3, to: 25 }), {
      title: "Silent ends",
      artist: "Band",
    });
    expect((await open(page)).html).toMatch(/0:22 · .*plays 0:0[23] to 0:25 of 0:30/);
    const { html } = await open(`${page}/cues`);
    expect(Number(typedIn(html, "cueInSeconds"))).toBeCloseTo(2.85, 1);
    expect(Number(typedIn(html, "cueOutSeconds"))).toBeCloseTo(25.1, 0);
    const late = await manager.post(`${page}/cues`, { cueInSeconds: "1", cueOutSeconds: "31" });
    expect([
      late.status,
      plain(await late.text()).includes("The file ends at 30 seconds."),
    ]).toEqual([422, true]);
    expect(
      (await manager.post(`${page}/cues`, { cueInSeconds: "x", cueOutSeconds: "" })).status,
    ).toBe(422);
    expect(
      await leadsTo(await manager.post(`${page}/cues`, { cueInSeconds: "1.5", cueOutSeconds: "" })),
    ).toBe(page);
    const changed = (await open(page)).html;
    for (const text of [
      "Start and end of Silent ends saved",
      "0:29 · ",
      "Song start and end changed by",
    ])
      expect(changed).toContain(text);
  });

  test("audio is replaced, a picture set and removed, the song deactivated and activated, each asked first [LIB-1] [VAL-5]", async () => {
    const page = await added(wav(6, { hertz: 503 }), { title: "Turned", artist: "Band" });
    expect((await open(`${page}/replace`)).html).toContain("Replace the audio of Turned");
    expect((await upload(`${page}/replace`, "file", wav(2), "form")).status).toBe(422);
    expect(
      await leadsTo(
        await upload(`${page}/replace`, "file", wav(9, { hertz: 504, name: "longer.wav" }), "form"),
      ),
    ).toBe(page);
    const replaced = (await open(page)).html;
    expect(replaced).toContain("0:09 · longer.wav");
    expect(replaced).toContain("Song audio replaced by");

    const small = await upload(
      `${page}/edit`,
      "picture",
      fileOf(await picture("png", 32), "small.png"),
      "picture",
    );
    expect([
      small.status,
      plain(await small.text()).includes("Uploaded file is not as per the required dimensions"),
    ]).toEqual([422, true]);
    expect(
      await leadsTo(
        await upload(
          `${page}/edit`,
          "picture",
          fileOf(await picture("png"), "cover.png"),
          "picture",
        ),
      ),
    ).toBe(page);
    expect((await open(page)).html).toMatch(/<img src="\/images\//);
    expect((await open(`${page}/remove-picture`)).html).toContain("Remove the picture of Turned?");
    expect(await leadsTo(await manager.post(`${page}/remove-picture`, {}))).toBe(page);
    expect((await songOf("Turned")).pictureFileId).toBeNull();

    expect((await open(`${page}/deactivate`)).html).toContain("Deactivate Turned?");
    expect(await leadsTo(await manager.post(`${page}/deactivate`, {}))).toBe(page);
    expect((await open(page)).html).toContain("Turned deactivated");
    expect((await songOf("Turned")).active).toBe(false);
    await manager.post(`${page}/activate`, {});
    expect((await songOf("Turned")).active).toBe(true);
  });

  test("a song's page says how many published days still play it, and when none does [RUN-1] [LIB-1]", async () => {
    const page = await added(wav(6, { hertz: 507 }), { title: "Withdrawn", artist: "Band" });
    const { id } = await songOf("Withdrawn");
    const { db } = web.at.database;
    const day = addDays(new Date().toISOString().slice(0, 10), 2);
    const { companyId, north } = client;
    await db.insert(table.scheduledSong).values({ songId: id, firstDay: day });
    await db.insert(table.groupPlaylist).values(
      north.groupIds.map((groupId) => ({
        companyId,
        groupId,
        day,
        version: 1,
        state: "published" as const,
        inputsDigest: "-",
        positions: [],
        summary: {},
        songIds: [id],
        songStarts: [43_200],
      })),
    );
    expect((await open(page)).html).not.toMatch(/may no longer play|no longer play it/);
    expect((await open(`${page}/deactivate`)).html).toContain("published days are updated");
    await manager.post(`${page}/deactivate`, {});
    const waiting = `${north.groupIds.length} published days still play it where it may no longer play, and will be updated soon.`;
    expect((await open(page)).html).toContain(waiting);
    await db
      .update(table.groupPlaylist)
      .set({ state: "superseded" })
      .where(eq(table.groupPlaylist.companyId, companyId));
    const { html } = await open(page);
    expect(html).toContain("Published days no longer play it.");
    expect(html).not.toContain("will be updated soon");
  });

  test("one that nothing was made of is deleted once that is confirmed; of others the page says what has them, and what to do [LIB-1]", async () => {
    const page = await added(wav(6, { hertz: 506 }), { title: "By mistake", artist: "Band" });
    expect((await open(page)).html).toContain(`href="${page}/remove"`);
    expect((await open(`${page}/remove`)).html).toContain("Delete By mistake?");

    const { id } = await songOf("By mistake");
    await makeChart(web.at.database, provider.companyId, "Has it", [id]);
    await makeChart(web.at.database, client.companyId, "Has it, too", [id]);
    const late = await manager.post(`${page}/remove`, {});
    const obstacle = plain(await late.text());
    expect([late.status, obstacle.includes("By mistake cannot be deleted")]).toEqual([422, true]);
    expect(obstacle).toMatch(/href="\/admin\/charts\/popular\/[^"]+">Has it</);
    expect(obstacle).toContain(`Has it, too of ${client.name}`);
    expect(obstacle).toContain(`href="${page}/deactivate"`);
    await manager.post("/admin/company/choose", {
      company: identifiers(appSecret).encrypt("company", client.companyId),
    });
    for (const from of [page, `${page}/remove`])
      expect((await open(from)).html).toMatch(
        /href="\/admin\/charts\/custom\/[^"]+"[^>]*>Has it, too</,
      );
    await web.at.database.db.delete(table.chartSong).where(eq(table.chartSong.songId, id));
    await web.at.database.db
      .insert(table.scheduledSong)
      .values({ songId: id, firstDay: "2026-03-12" });
    expect((await open(`${page}/remove`)).html).toContain("It has been scheduled since 12/03/26");
    await web.at.database.db.delete(table.scheduledSong).where(eq(table.scheduledSong.songId, id));

    expect(await leadsTo(await manager.post(`${page}/remove`, {}))).toBe("/admin/library");
    const list = (await open("/admin/library")).html;
    expect([list.includes("By mistake deleted"), list.includes(`href="${page}"`)]).toEqual([
      true,
      false,
    ]);
    expect((await open(page)).status).toBe(404);
  });

  test("the pages are the library's own staff's; an address that was changed is no song's [ROL-1] [CTX-5] [NAV-8]", async () => {
    const page = await added(wav(6, { hertz: 505 }), { title: "Closed", artist: "Band" });
    const others = await Promise.all(
      [client.users.admin, provider.staff.Fever_Admin_Ops].map((one) => web.signedIn(one)),
    );
    for (const person of [...others, web.visitor()])
      for (const path of [
        add,
        page,
        `${page}/edit`,
        `${page}/replace`,
        `${page}/remove-picture`,
        `${page}/deactivate`,
        `${page}/remove`,
      ])
        expect([path, (await person.get(path)).headers.get("Location")]).toEqual([path, "/login"]);
    expect((await open(`${page.slice(0, -2)}xx`)).status).toBe(404);
    expect((await open(`${add}?file=nonsense`)).status).toBe(404);
  });
});
