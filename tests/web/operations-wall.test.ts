import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AlertKind } from "#contract/alerts/words";
import { messages } from "#contract/base/messages";
import { alert, playerCommand, store } from "#platform/db/schema/index";
import { findCities } from "#platform/modules/places/places";
import { identifiers } from "~/lib/api/identifiers.server";
import { recording } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { fileOf } from "../support/uploads.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const path = "/admin/operations";

describe("The operations wall's pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let other: TestCompany;
  let staff: Visitor;
  let admin: Visitor;
  const ids = identifiers(appSecret);

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    [company, other] = [await makeCompany(web.at.database), await makeCompany(web.at.database)];
    staff = await web.signedIn(provider.staff.Fever_Super_Admin_Ops);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  async function addAlert(of: TestCompany, index: number, kind: AlertKind = "offline") {
    const at = new Date(Date.now() - 90 * 60_000);
    const [added] = await web.at.database.db
      .insert(alert)
      .values({
        companyId: of.companyId,
        storeId: of.stores[index]?.id ?? 0,
        kind,
        beganAt: at,
        watchedFrom: at,
        watchedAt: at,
        raisedAt: at,
      })
      .returning({ id: alert.id });
    return added?.id ?? 0;
  }
  const refOf = (id: number, version = 1) => `${ids.encrypt("alert", id)}.${version}`;
  const storedOf = async (id: number) =>
    (await web.at.database.db.select().from(alert).where(eq(alert.id, id)))[0];

  test("provider staff take, command, hand over and close across companies without choosing one [OPS-2]", async () => {
    const first = await addAlert(company, 0);
    const second = await addAlert(other, 0);
    const { html } = await staff.open(path);
    for (const { name } of [company, other]) expect(html).toContain(name);
    expect(html).toContain("2 stores in trouble, 2 not taken");
    expect(html).not.toMatch(/<[^>]+ style=/);
    await staff.post(path, { act: "take" });
    expect((await staff.open(path)).html).toContain("Select at least one alert.");
    await staff.post(path, { act: "take", id: [refOf(first), refOf(second)] });
    expect((await staff.open(path)).html).toContain("2 stores in trouble, all taken");
    // the company's own admin reads who has it
    await admin.post(path, { one: refOf(first) });
    expect((await admin.open(path)).html).toMatch(/ has it since \d\d:\d\d\./);

    const chosen = { act: "message", id: [refOf(first, 2), refOf(second, 2)] };
    const to = (await leadsTo(await staff.post(path, chosen))) ?? "";
    expect(to).toMatch(/^\/admin\/operations\/message\?id=/);
    expect((await staff.open(to)).html).toContain("Message to 2 stores");
    expect(await (await staff.post(to, { text: "" })).text()).toContain("There is a problem");
    await staff.post(to, { text: "Please switch <the amplifier> on" });
    const commands = await web.at.database.db.select().from(playerCommand);
    expect(commands.map(({ kind, text }) => [kind, text])).toEqual([
      ["message", "Please switch <the amplifier> on"],
      ["message", "Please switch <the amplifier> on"],
    ]);
    expect((await staff.open(path)).html).toContain("Please switch &lt;the amplifier&gt; on");
    expect((await staff.open(`/admin/operations/screen`)).html).toContain("Leave full screen");

    const close = `${path}/close?id=${refOf(second, 2)}`;
    expect(await (await staff.post(close, { note: "x" })).text()).toContain("There is a problem");
    await staff.post(close, { cause: "network", note: "Line repaired" });
    expect(await storedOf(second)).toMatchObject({ ending: "closed", cause: "network" });
    expect(await leadsTo(await staff.get(close))).toBe(path);
    const handOver = `${path}/hand-over?id=${refOf(first, 2)}`;
    expect((await staff.open(handOver)).html).toContain("Choose a person");
  });

  const movedTo = (of: TestCompany, city: string, state: string) =>
    web.at.database.db.update(store).set({ city, state }).where(eq(store.companyId, of.companyId));

  test("stores that went offline together stand below their shared cause [OPS-2]", async () => {
    const together = await makeCompany(web.at.database);
    await movedTo(together, "Nagpur", "Maharashtra");
    for (const index of [0, 1, 2]) await addAlert(together, index);
    await addAlert(together, 3, "silent");
    const own = await web.signedIn(together.users.admin);
    for (const at of [path, `${path}/screen`]) {
      const { html } = await own.open(at);
      expect(html).toMatch(
        /<th scope="rowgroup".*?Offline together, Nagpur.*?3 stores, within 10 min/,
      );
      expect(html).toMatch(/<th scope="rowgroup".*?On their own/s);
    }
    const { html } = await own.open(path);
    expect(html).toMatch(/Today<span aria-hidden="true".*?06.*?12.*?18/s);
  });

  test("each mark of the map, and its row, leads to the wall of that city [OPS-2]", async () => {
    const [mumbai, chennai] = [
      await makeCompany(web.at.database),
      await makeCompany(web.at.database),
    ];
    await movedTo(mumbai, "Mumbai", "Maharashtra");
    await movedTo(chennai, "Chennai", "Tamil Nadu");
    await addAlert(mumbai, 0);
    await addAlert(chennai, 0);
    const { html } = await staff.open(`${path}/map`);
    expect(html).not.toMatch(/<[^>]+ style=/);
    expect(html).toContain("<title>Mumbai: 1 of 9 stores in trouble, worst state Offline</title>");
    expect(html.match(/href="#mark-bad"/g)?.length).toBeGreaterThan(1);
    expect(html).toMatch(/<path d="M\d/);
    const place = "place=Mumbai%2C+Maharashtra%2C+IN";
    expect(html.split(`href="${path}?${place}"`)).toHaveLength(3);
    const city = await staff.open(`${path}?${place}`);
    expect(city.html).toContain(mumbai.name);
    expect(city.html).not.toContain(`${chennai.name}, Chennai`);
    expect(city.html).toContain("1 store in trouble, 1 not taken");
    // the address keeps the city where it leads on
    expect(city.html).toContain(`owner=none`);
    expect(city.html.split("place=Mumbai").length).toBeGreaterThan(4);
    expect((await staff.open(`${path}/screen?${place}`)).html).not.toContain(
      `${chennai.name}, Chennai`,
    );
  });

  test("a client's map has their own cities alone, and a quiet one says so [CTX-4]", async () => {
    const quiet = await makeCompany(web.at.database);
    await movedTo(quiet, "Pune", "Maharashtra");
    const { html } = await (await web.signedIn(quiet.users.admin)).open(`${path}/map`);
    expect(html).toContain("No store needs anybody");
    expect(html).toContain("<title>Pune: 9 stores, no trouble</title>");
    expect(html).not.toContain("Mumbai");
    const manager = await web.signedIn(quiet.users.manager);
    expect((await manager.open(`${path}/map`)).path).not.toBe(`${path}/map`);
  });

  test("a map of a hundred cities makes the page at most 40 KB longer", async () => {
    const wide = await makeCompany(web.at.database);
    const admin = await web.signedIn(wide.users.admin);
    const { html: small } = await admin.open(`${path}/shift`);
    const cities = (await findCities("IN-MH")).slice(0, 100).map(({ cityName }) => cityName);
    const [first] = await web.at.database.db
      .select()
      .from(store)
      .where(eq(store.companyId, wide.companyId))
      .limit(1);
    if (!first) throw new Error("no store");
    const { id: _id, codeKey: _code, nameKey: _name, searchLines: _search, ...row } = first;
    const added = await web.at.database.db
      .insert(store)
      .values(
        cities.map((city, n) => ({
          ...row,
          code: `MAP-${n}`,
          name: city,
          city,
          state: "Maharashtra",
        })),
      )
      .returning({ id: store.id });
    const at = new Date(Date.now() - 90 * 60_000);
    const times = { beganAt: at, watchedFrom: at, watchedAt: at, raisedAt: at };
    await web.at.database.db.insert(alert).values(
      added.map(({ id }) => ({
        ...times,
        companyId: wide.companyId,
        storeId: id,
        kind: "offline" as const,
      })),
    );
    const { html } = await admin.open(`${path}/map`);
    expect(html.match(/<use /g)?.length).toBeGreaterThanOrEqual(40);
    expect(html).toContain("61 more cities with fewer stores are dots");
    expect(html.length - small.length).toBeLessThan(40 * 1024);
  });

  const commandsOf = (of: TestCompany) =>
    web.at.database.db
      .select({
        storeId: playerCommand.storeId,
        kind: playerCommand.kind,
        volume: playerCommand.volume,
      })
      .from(playerCommand)
      .where(eq(playerCommand.companyId, of.companyId))
      .orderBy(playerCommand.storeId);

  test.each([
    ["volume", 70, "Set volume: 2 stores"],
    ["restart", null, "Restart 2 stores?"],
    ["tone", null, "Test tone: 2 stores"],
  ])(
    "the command %s goes to all ticked alerts' stores, of each company [OPS-2]",
    async (command, volume, title) => {
      const [one, two] = [await makeCompany(web.at.database), await makeCompany(web.at.database)];
      const id = [refOf(await addAlert(one, 0)), refOf(await addAlert(two, 1))];
      const to = (await leadsTo(await staff.post(path, { act: command, id }))) ?? "";
      expect((await staff.open(to)).html).toContain(title);
      await staff.post(to, volume === null ? {} : { volume: String(volume) });
      const expected = { kind: command, volume };
      expect(await commandsOf(one)).toEqual([{ storeId: one.stores[0]?.id, ...expected }]);
      expect(await commandsOf(two)).toEqual([{ storeId: two.stores[1]?.id, ...expected }]);
    },
  );

  test("a volume below the company's threshold is refused beside its field, and nothing is sent", async () => {
    const quiet = await makeCompany(web.at.database);
    const to = `${path}/volume?id=${refOf(await addAlert(quiet, 0))}`;
    expect(await (await staff.post(to, { volume: "1" })).text()).toContain("counts as too quiet");
    expect(await commandsOf(quiet)).toEqual([]);
  });

  test("the full screen counts the alerts beyond its 25 rows, and all stores in trouble", async () => {
    const many = await makeCompany(web.at.database);
    const kinds = ["offline", "silent", "low-volume"] as const;
    for (const kind of kinds)
      for (const place of many.stores.keys()) await addAlert(many, place, kind);
    const { html } = await (await web.signedIn(many.users.admin)).open(`${path}/screen`);
    expect(html).toContain("9 stores in trouble, 27 not taken");
    expect(html.match(/<th scope="row"/g)).toHaveLength(25);
    expect(html).toContain("And 2 more alerts on the wall.");
    const few = await makeCompany(web.at.database);
    await addAlert(few, 0);
    expect((await (await web.signedIn(few.users.admin)).open(`${path}/screen`)).html).not.toContain(
      "more alert",
    );
  });

  test("a person without STORES sends no commands, and nobody sees another company's wall [CTX-4]", async () => {
    const foreign = await addAlert(other, 1);
    const limited = await web.signedIn(company.users.limited);
    const { html } = await limited.open(path);
    expect(html).toContain(company.stores[0]?.name);
    expect(html).not.toContain('value="restart"');
    expect((await limited.open(`${path}/restart?id=${refOf(foreign)}`)).status).toBe(404);
    expect((await admin.open(path)).html).not.toContain(other.name);
    expect(await leadsTo(await admin.get(`${path}/note?id=${refOf(foreign)}`))).toBe(path);
    expect((await admin.open(`${path}/note?id=nonsense.1`)).status).toBe(404);
    expect((await admin.open(`${path}/nonsense?id=${refOf(foreign)}`)).status).toBe(404);
  });

  test("a shop calls for help by a form, and is told that the call has arrived", async () => {
    const manager = await web.signedIn(company.users.manager);
    await manager.post("/store-manager/help", { reason: "device", details: "Black screen" });
    expect((await manager.open("/store-manager")).html).toContain("We received your call at");
    const { html } = await admin.open(path);
    expect(html).toContain("Call for help");
    expect(html).toContain("The device does not work: Black screen");
    await manager.post("/store-manager/help", { reason: "nonsense" });
    expect((await manager.open("/store-manager")).html).toContain("Your call did not arrive.");
  });

  test("a player sends a voice note with its call, heard on the wall and the store's page [OPS-2]", async () => {
    const shop = await web.signedIn(company.users.manager);
    const call = async (from: Visitor, file: File) => {
      const body = new FormData();
      body.set("reason", "too-loud");
      body.set("file", file);
      const headers = {
        Accept: "application/json",
        "X-XSRF-TOKEN": from.jar.get("XSRF-TOKEN") ?? "",
      };
      const init = { method: "POST", body, headers };
      return (await from.send("/store-manager/help", init)).json();
    };
    const { at, noteProblem } = await call(shop, await recording("voice.webm"));
    expect([at, noteProblem]).toEqual([expect.stringMatching(/^\d\d:\d\d$/), undefined]);
    const noteIn = (html: string) =>
      /href="(\/admin\/operations\/voice-note\/[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    const toNote = noteIn((await staff.open(path)).html) ?? "";
    for (const person of [staff, admin]) {
      const answer = await person.get(toNote, { Range: "bytes=0-99" });
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([206, "audio/mpeg"]);
    }
    expect((await shop.get(toNote)).status).toBe(302);
    const toStore = `/admin/stores/${ids.encrypt("store", company.stores[0]?.id ?? 0)}`;
    const { html } = await admin.open(toStore);
    expect(html).toContain("Calls for help since");
    expect((await admin.get(noteIn(html) ?? "")).status).toBe(200);

    // after a reboot its device alone speaks for it; what is no sound leaves the call as it is
    const claim = { deviceId: "till", takeOver: true };
    await shop.send("/store-manager/claim", {
      method: "POST",
      body: JSON.stringify(claim),
      headers: {
        "Content-Type": "application/json",
        "X-XSRF-TOKEN": shop.jar.get("XSRF-TOKEN") ?? "",
      },
    });
    const rebooted = web.visitor();
    rebooted.jar.set("fever-player", shop.jar.get("fever-player") ?? "");
    expect(await call(rebooted, fileOf("%PDF-1.7", "note"))).toMatchObject({
      at: expect.any(String),
      noteProblem: messages.fileType,
    });
    expect((await call(rebooted, await recording("voice.m4a"))).noteProblem).toBeUndefined();
    expect(noteIn((await admin.open(toStore)).html)).toBeDefined();
  });

  test("only the player's page may use the microphone", async () => {
    const shop = await web.signedIn(company.users.manager);
    const policy = async (of: Visitor, page: string) =>
      (await of.get(page)).headers.get("Permissions-Policy");
    expect(await policy(shop, "/store-manager")).toContain("microphone=(self)");
    expect(await policy(admin, path)).toContain("microphone=()");
  });
});
