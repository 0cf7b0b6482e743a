import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { showDate } from "#contract/base/dates";
import * as table from "#platform/db/schema/index";
import { keepLedger } from "#platform/modules/ads/index";
import { identifiers } from "../../app/lib/api/identifiers.server.ts";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "");
const ids = identifiers(appSecret);
const daysAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("The pages on which a campaign is written and booked, without script [ADS-2]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let admin: Visitor;
  const spotRefs: Record<string, string> = {};

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    client = await makeCompany(database);
    const { companyId } = client;
    const rule = {
      timeSlotId: await makeSlot(database, companyId),
      ...ruleOver([library.popular, 100]),
    };
    await web.at.as(client.users.admin).addMasterRule({ body: rule }).reply;
    await keepLedger({ database, db: database.db, now: new Date() }, companyId);
    await database.db.insert(table.spot).values([
      { companyId, kind: "AD", name: "Lamps", durationSeconds: 20, audioFile: "audio/any.wav" },
      { companyId, kind: "AD", name: "Sweets", durationSeconds: 30, audioFile: "audio/any.wav" },
      { companyId, kind: "TOH", name: "Bells", durationSeconds: 8, audioFile: "audio/any.wav" },
    ]);
    admin = await web.signedIn(client.users.admin);
    for (const [, ref = "", name = ""] of (await open("/admin/ads/add")).html.matchAll(
      /<option value="([\w-]{32})">(\w+), \d+ s/g,
    ))
      spotRefs[name] = ref;
  });
  afterAll(() => web?.close());

  const open = async (path: string, as = admin) => {
    const { status, html } = await as.open(path);
    return { status, html: mainOf(html) };
  };
  const form = () => ({
    name: "Diwali",
    kind: "AD",
    startsOn: daysAhead(3),
    endsOn: daysAhead(4),
    weekdays: ["0", "1", "2", "3", "4", "5", "6"],
    timing: "EVEN",
    playsAnHour: "2",
    fromHour: "10",
    toHour: "12",
    wholeCompany: "on",
    "spots[0].spotId": spotRefs.Lamps ?? "",
    "spots[0].weight": "1",
  });
  const again = async (path: string, fields: Record<string, string | string[]>) => {
    const response = await admin.post(path, fields);
    return { status: response.status, html: mainOf(await response.text()) };
  };
  /** Adds a draft and gives the page that books it. */
  const addDraft = async (change: Record<string, string | string[]> = {}) => {
    const response = await admin.post("/admin/ads/add", { ...form(), ...change });
    const to = await leadsTo(response.clone());
    if (!to)
      throw new Error(
        `${response.status} ${(await response.text())
          .replace(/<[^>]+>/g, " ")
          .replace(/\s+/g, " ")
          .slice(0, 800)}`,
      );
    return to;
  };

  test("Each kind has a form of its own, with its spots", async () => {
    expect(Object.keys(spotRefs)).toEqual(["Lamps", "Sweets"]);
    const toh = await open("/admin/ads/add?kind=TOH");
    expect(toh.html).toContain("Bells, 8 s");
    expect(toh.html).not.toContain("Lamps");
    expect(toh.html).not.toContain("At exact times");
  });

  test("A form that is refused says so at each field and keeps what was typed", async () => {
    const { status, html } = await again("/admin/ads/add", {
      ...form(),
      name: "Kept name",
      endsOn: daysAhead(2),
      wholeCompany: "",
      note: "Kept note",
    });
    expect(status).toBe(422);
    expect(html).toContain("The last day is before the first.");
    expect(html).toContain("Choose at least one location.");
    expect(html).toContain('value="Kept name"');
    expect(html).toContain("Kept note");
    expect(html).toMatch(new RegExp(`<option value="${spotRefs.Lamps}" selected="">`));
    const hours = await again("/admin/ads/add", { ...form(), fromHour: "12", toHour: "10" });
    expect(hours.html).toContain("Choose a later hour than the first one.");
    const times = await again("/admin/ads/add", {
      ...form(),
      timing: "EXACT",
      times: "09:30, 25:00",
    });
    expect(times.html).toContain("“25:00” is not a time.");
    expect(times.html).toContain('value="09:30, 25:00"');
    const plays = await again("/admin/ads/add", { ...form(), timing: "EACH", "plays[9]": "99" });
    expect(plays.html).toContain("Enter a number from 0 to 60.");
    expect(plays.html).toContain('value="99"');
    const spot = await again("/admin/ads/add", { ...form(), "spots[0].spotId": "" });
    expect(spot.status).toBe(422);
    const dates = await again("/admin/ads/add", { ...form(), blackoutDates: "31/02/27" });
    expect(dates.html).toContain("“31/02/27” is not a date.");
    expect(dates.html).toContain('value="31/02/27"');
  });

  test("Spots come and go by buttons, and nothing is saved", async () => {
    const more = await again("/admin/ads/add", { ...form(), name: "Two spots", _do: "add-spot" });
    expect(more.status).toBe(200);
    expect(more.html).toContain("Remove spot 2");
    expect(more.html).toContain('value="Two spots"');
    const less = await again("/admin/ads/add", {
      ...form(),
      "spots[1].spotId": spotRefs.Sweets ?? "",
      "spots[1].weight": "2",
      _do: "remove-0",
    });
    expect(less.html).not.toContain("Remove spot 2");
    expect(less.html).toMatch(new RegExp(`<option value="${spotRefs.Sweets}" selected="">`));
    expect(await web.at.database.db.$count(table.campaign)).toBe(0);
  });

  test("What is read of the hours is what was chosen", async () => {
    const drafts: Record<string, string>[] = [
      { name: "Even" },
      { name: "By hour", timing: "EACH", "plays[10]": "3", "plays[20]": "1", times: "rubbish" },
      { name: "Exact", timing: "EXACT", times: "9:30 18:15,18:15" },
    ];
    for (const draft of drafts)
      expect(await addDraft(draft)).toMatch(/^\/admin\/ads\/[\w-]{32}\/book$/);
    await addDraft({
      name: "Bells",
      kind: "TOH",
      timing: "HOURS",
      hours: ["9", "10"],
      "spots[0].spotId": await bells(),
    });
    const rows = await web.at.database.db.select().from(table.campaign).orderBy(table.campaign.id);
    const byHour = (plays: number[]) =>
      plays.flatMap((count, hour) => (count ? [`${hour}:${count}`] : []));
    expect(rows.map(({ name, plays, exactTimes }) => [name, byHour(plays), exactTimes])).toEqual([
      ["Even", ["10:2", "11:2"], null],
      ["By hour", ["10:3", "20:1"], null],
      ["Exact", ["9:1", "18:1"], [570, 1095]],
      ["Bells", ["9:1", "10:1"], null],
    ]);
  });
  const bells = async () =>
    /<option value="([\w-]{32})">Bells/.exec((await open("/admin/ads/add?kind=TOH")).html)?.[1] ??
    "";

  const campaignAt = async (bookPath: string) => {
    const id = ids.decrypt("campaign", bookPath.split("/")[3]);
    const [row] = await web.at.database.db
      .select()
      .from(table.campaign)
      .where(eq(table.campaign.id, id));
    return row;
  };
  /** The hidden fields of the form with an id. */
  const fieldsOf = (html: string, id: string) => {
    const [form = ""] = new RegExp(`<form[^>]*id="${id}"[\\s\\S]*?</form>`).exec(html) ?? [];
    return Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );
  };

  test("Blackout dates are typed as pages show dates, and stand by the flight", async () => {
    const day = showDate(daysAhead(4));
    const book = await addDraft({ name: "Quiet day", blackoutDates: day });
    const path = book.replace(/\/book.*$/, "");
    expect((await open(path)).html).toContain(`every day but ${day}`);
    expect((await open(`${path}/edit`)).html).toContain(`value="${day}"`);
    expect((await open(book)).html).toContain(`every day but ${day}`);
  });

  test("Plays of a week are typed in a table, and stand by their days", async () => {
    const week = { timing: "WEEK", weekdays: [], "week[24]": "2", "week[25]": "2" };
    const wrong = await again("/admin/ads/add", { ...form(), ...week, "week[167]": "99" });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("Enter a number from 0 to 60.");
    const book = await addDraft({ name: "Mondays", ...week });
    expect((await open(book)).html).toContain("Mon: 00:00–02:00, 2 plays an hour");
    const { html } = await open(`${book.replace(/\/book.*$/, "")}/edit`);
    expect(html).toMatch(/value="WEEK"[^>]*checked|checked[^>]*value="WEEK"/);
    expect(html).toMatch(/name="week\[25\]"[^>]*value="2"/);
  });

  test("The position in the break is for ads alone, shown, and kept in the form [ADS-7]", async () => {
    expect((await open("/admin/ads/add?kind=TOH")).html).not.toContain("Position in the break");
    const wrong = await again("/admin/ads/add", {
      ...form(),
      name: "",
      breakPosition: "LAST",
    });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toMatch(/<option value="LAST" selected="">Last</);
    const odd = await again("/admin/ads/add", { ...form(), breakPosition: "SECOND" });
    expect(odd.status).toBe(422);
    const book = await addDraft({ name: "Last word", breakPosition: "LAST" });
    const own = book.replace(/\/book.*$/, "");
    expect((await open(own)).html).toMatch(/>Position in the break<\/dt><dd[^>]*>Last</);
    expect((await open(`${own}/edit`)).html).toMatch(/<option value="LAST" selected="">Last</);
  });

  test("A goal is typed beside the hours, and refused on its own field", async () => {
    const wrong = await again("/admin/ads/add", { ...form(), "goal.measure": "SHARE" });
    expect(wrong.html).toContain("Enter a whole number above 0.");
    const goal = { "goal.measure": "TOTAL", "goal.target": "30" };
    const book = await addDraft({ name: "Thirty plays", ...goal });
    const { html } = await open(book);
    expect(html).toContain("30 plays in all");
    expect(html).toMatch(/>Plays<\/dt><dd[^>]*>30</);
    const far = await addDraft({ name: "Too many", ...goal, "goal.target": "500" });
    // 9 stores, 2 days, 2 hours, 2 plays
    expect((await open(far)).html).toContain("There is room for 72 of 500 plays.");
    const refused = await again(far, { mode: "all", as: "booked" });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Only 72 of 500 plays can be planned.");
    const edit = await open(`${book.replace(/\/book.*$/, "")}/edit`);
    expect(edit.html).toMatch(/name="goal\.target"[^>]*value="30"/);
  });

  test("A draft is quoted, held, booked and paused, and a cancelled one gives its plays back", async () => {
    const path = await addDraft({ name: "Whole way" });
    const quote = await open(path);
    expect(quote.html).toContain("Book Whole way");
    // 9 stores, 2 days, 2 hours, 2 plays
    expect(quote.html).toMatch(/>Plays<\/dt><dd[^>]*>72</);
    expect(quote.html).toMatch(/>Ad seconds<\/dt><dd[^>]*>1,440</);
    expect(quote.html).toContain("There is room for every play.");
    const held = await admin.post(path, { mode: "all", as: "held" });
    expect(await leadsTo(held)).toBe(path);
    const bookingPage = await open(path);
    expect(bookingPage.html).toContain("Held until");
    expect(bookingPage.html).toContain("It keeps 72 plays in 9 stores.");
    const own = path.replace(/\/book$/, "");
    expect(await leadsTo(await admin.post(path, { as: "booked" }))).toBe(own);
    expect((await campaignAt(path))?.state).toBe("BOOKED");
    expect(await leadsTo(await admin.get(path))).toBe(own);
    expect((await open(`${own}/pause`)).html).toContain("It keeps its 72 plays");
    expect(await leadsTo(await admin.post(`${own}/pause`, {}))).toBe(own);
    expect((await campaignAt(path))?.state).toBe("PAUSED");
    await admin.post(`${own}/resume`, {});
    const cancel = await open(`${own}/cancel`);
    expect(cancel.html).toContain("Cancel Whole way?");
    expect(cancel.html).toContain("Up to 72 plays in 9 stores are given back");
    await admin.post(`${own}/cancel`, {});
    expect((await campaignAt(path))?.state).toBe("CANCELLED");
    expect((await open(await addDraft({ name: "After it" }))).html).toContain(
      "There is room for every play.",
    );
  });

  test("What it takes and does to the music stands beside a form before anything is saved [PUB-1]", async () => {
    const typed = async (change: object) => {
      const members = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...form(), name: "", ...change }))
        for (const one of [value].flat()) members.append(name, String(one));
      return JSON.parse((await admin.open(`/admin/ads/quote?${members}`)).html);
    };
    const quote = await typed({ startsOn: daysAhead(9), endsOn: daysAhead(9) });
    expect(quote).toMatchObject({ price: "No rate card", isFree: true });
    expect(Object.fromEntries(quote.facts.map(Object.values))).toMatchObject({
      Stores: "9",
      Plays: "36",
      "Ad seconds": "720",
      "Hours with room": "18 of 18",
    });
    expect(quote.music).toMatchObject({ before: { words: "1:00:00" }, after: { words: "59:20" } });
    expect(await typed({ wholeCompany: "" })).toBeNull();
    const name = "Shown before";
    const checked = await again("/admin/ads/add", { ...form(), name, _do: "check" });
    expect(checked.status).toBe(200);
    expect(checked.html).toContain("The least music is left in North store 1.1");
    expect(checked.html).toContain(`value="${name}"`);
    expect((await open("/admin/ads")).html).not.toContain(name);
    const preset = /value="(dates:([\d-]+):[\d-]+)"[^>]*>Next week/.exec(checked.html);
    const dated = await again("/admin/ads/add", { ...form(), name, _do: preset?.[1] ?? "" });
    expect(dated.html).toMatch(new RegExp(`name="startsOn"[^>]*value="${preset?.[2]}"`));
    const fields = { ...form(), name, startsOn: daysAhead(9), endsOn: daysAhead(9), _do: "book" };
    const to = await leadsTo(await admin.post("/admin/ads/add", fields));
    expect(to).toMatch(/^\/admin\/ads\/[\w-]{32}$/);
    expect((await open(to ?? "")).html).toContain("Booked");
    await admin.post(`${to}/cancel`, {});
  });

  test("Pressed twice, it is booked once; a hold is released after a question, a draft deleted", async () => {
    const path = await addDraft({ name: "Twice" });
    const own = path.replace(/\/book$/, "");
    const fields = { ...fieldsOf((await open(path)).html, "form"), mode: "all", as: "held" };
    const presses = await Promise.all([admin.post(path, fields), admin.post(path, fields)]);
    expect(presses.map(({ status }) => status)).toEqual([302, 302]);
    expect((await open(`${own}/release`)).html).toContain("72 plays in 9 stores are given back");
    await admin.post(`${own}/release`, {});
    expect((await campaignAt(path))?.state).toBe("CANCELLED");
    const draft = await addDraft({ name: "Never" });
    const remove = draft.replace(/book$/, "remove");
    expect((await open(remove)).html).toContain("Delete Never?");
    expect(await leadsTo(await admin.post(remove, {}))).toBe("/admin/ads");
    expect(await campaignAt(draft)).toBeUndefined();
  });

  test("A refusal names store, date, hour and holder, and each offer is taken with one press", async () => {
    const full = { name: "Full house", playsAnHour: "30", fromHour: "15", toHour: "17" };
    const first = await addDraft(full);
    expect((await admin.post(first, { mode: "all", as: "booked" })).status).toBe(302);
    const path = await addDraft({ name: "Too late", fromHour: "15", toHour: "17" });
    expect((await open(path)).html).toContain("There is room for 0 of 72 plays.");
    const refused = await again(path, { mode: "all", as: "booked" });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("What you can take instead");
    expect(refused.html).toMatch(
      /North store 1\.1[\s\S]*15:00–17:00[\s\S]*0 of 2[\s\S]*Full house/,
    );
    expect(refused.html).toContain("Other hours");
    expect((await campaignAt(path))?.state).toBe("DRAFT");
    const offerReply = await admin.post(path, fieldsOf(refused.html, "offer-0"));
    expect(await leadsTo(offerReply)).toBe(path.replace(/\/book$/, ""));
    const booked = await campaignAt(path);
    expect(booked?.state).toBe("BOOKED");
    expect(booked?.plays.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect([booked?.plays[15], booked?.plays[16]]).toEqual([0, 0]);
  });

  test("An offer keeps the least music; other dates that leave less are taken once that is accepted [ADS-3]", async () => {
    const ofCompany = eq(table.adSetting.companyId, client.companyId);
    await web.at.database.db
      .insert(table.adSetting)
      .values({ companyId: client.companyId, leastMusicMinutes: 59 });
    const hours = { fromHour: "15", toHour: "16", startsOn: daysAhead(12), endsOn: daysAhead(12) };
    const first = await addDraft({ ...hours, name: "Loud", playsAnHour: "30" });
    expect(
      (await admin.post(first, { mode: "all", as: "booked", acceptsLessMusic: "on" })).status,
    ).toBe(302);
    const path = await addDraft({ ...hours, name: "Moved", playsAnHour: "4" });
    const full = await again(path, { mode: "all", as: "booked" });
    expect(await leadsTo(await admin.post(path, fieldsOf(full.html, "offer-0")))).toBe(
      path.replace(/\/book$/, ""),
    );
    expect((await campaignAt(path))?.plays[15]).toBe(0);
    const flight = first.replace(/book$/, "flight");
    const later = { startsOn: daysAhead(12), endsOn: daysAhead(13), mode: "all" };
    const extended = await again(flight, later);
    expect([extended.status, extended.html.includes('name="acceptsLessMusic"')]).toEqual([
      422,
      true,
    ]);
    expect(await leadsTo(await admin.post(flight, { ...later, acceptsLessMusic: "on" }))).toBe(
      first.replace(/\/book$/, ""),
    );
    await web.at.database.db.delete(table.adSetting).where(ofCompany);
  });

  test("A flight is extended and shortened; where the new days are full, fewer are offered and taken", async () => {
    const path = await addDraft({ name: "Stretch", fromHour: "18", toHour: "19" });
    await admin.post(path, { mode: "all", as: "booked" });
    const flight = path.replace(/book$/, "flight");
    const change = (day: number, more = {}) => ({
      startsOn: daysAhead(3),
      endsOn: daysAhead(day),
      mode: "all",
      ...more,
    });
    expect((await open(flight)).html).toContain(`value="${daysAhead(4)}"`);
    expect(await leadsTo(await admin.post(flight, change(5)))).toBe(path.replace(/\/book$/, ""));
    expect((await campaignAt(path))?.endsOn).toBe(daysAhead(5));
    await admin.post(flight, change(3));
    expect((await campaignAt(path))?.endsOn).toBe(daysAhead(3));
    const other = await addDraft({
      name: "In the way",
      playsAnHour: "30",
      fromHour: "18",
      toHour: "19",
      startsOn: daysAhead(6),
      endsOn: daysAhead(6),
    });
    await admin.post(other, { mode: "all", as: "booked" });
    const refused = await again(flight, change(7));
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Fewer days");
    expect(refused.html).toContain("In the way");
    expect(refused.html).toContain(`value="${daysAhead(7)}"`);
    await admin.post(flight, fieldsOf(refused.html, "offer-0"));
    expect((await campaignAt(path))?.endsOn).toBe(daysAhead(5));
    expect((await again(flight, change(2))).html).toContain("The last day is before the first.");
  });

  test("A draft is changed whole, a booked campaign in its name, note and spots; a copy is a new draft", async () => {
    const path = await addDraft({ name: "Before" });
    const [edit, copy] = ["edit", "copy"].map((page) => path.replace(/book$/, page)) as [
      string,
      string,
    ];
    expect((await open(edit)).html).toMatch(/name="playsAnHour"[^>]*value="2"/);
    expect(
      await leadsTo(await admin.post(edit, { ...form(), name: "After", playsAnHour: "1" })),
    ).toBe(path);
    expect((await campaignAt(path))?.plays[10]).toBe(1);
    await admin.post(path, { mode: "all", as: "booked" });
    const booked = await open(edit);
    expect(booked.html).not.toContain('name="startsOn"');
    const spots = { "spots[0].spotId": spotRefs.Lamps ?? "", "spots[0].weight": "1" };
    expect(
      await leadsTo(await admin.post(edit, { name: "Renamed", note: "Called them", ...spots })),
    ).toBe(path.replace(/\/book$/, ""));
    expect(await campaignAt(path)).toMatchObject({
      name: "Renamed",
      note: "Called them",
      startsOn: daysAhead(3),
    });
    expect((await open(copy)).html).toContain('value="Renamed, copy"');
    const copied =
      (await leadsTo(await admin.post(copy, { name: "Again", startsOn: daysAhead(10) }))) ?? "";
    expect(copied).toMatch(/\/book$/);
    expect(await campaignAt(copied)).toMatchObject({
      state: "DRAFT",
      startsOn: daysAhead(10),
      endsOn: daysAhead(11),
    });
  });

  test("Who may not book has none of the pages [ROL-1]", async () => {
    const path = await addDraft({ name: "Not theirs" });
    for (const user of [client.users.limited, client.users.manager]) {
      const person = await web.signedIn(user);
      expect(await leadsTo(await person.get("/admin/ads/add"))).toBe("/login");
      expect(await leadsTo(await person.post("/admin/ads/add", form()))).toBe("/login");
      expect(await leadsTo(await person.post(path, { mode: "all", as: "booked" }))).toBe("/login");
    }
    const regional = await web.signedIn(client.users.regional);
    expect((await regional.get(path)).status).toBe(403);
    expect((await regional.post(path, { mode: "all", as: "booked" })).status).toBe(403);
    expect((await campaignAt(path))?.state).toBe("DRAFT");
  });

  test("Stores selected in the stores list, or all that match its filters, begin a campaign there", async () => {
    const list = await open("/admin/stores?search=store");
    expect(list.html).toContain('formAction="/admin/ads/add"'.toLowerCase());
    const path = `/admin/ads/add?all=on&regionId=${ids.encrypt("region", client.north.regionId)}`;
    const page = await open(path);
    expect(page.html).toContain("All 4 stores that match");
    const to = await leadsTo(
      await admin.post(path, { ...form(), wholeCompany: "", allMatching: "on", name: "Matching" }),
    );
    const campaign = await open(String(to).replace("/book", ""));
    expect(campaign.html).toMatch(/Locations<\/dt><dd[^>]*>4 stores: [^,<]+, [^,<]+ and 2 more</);
    const unticked = await admin.post(path, { ...form(), wholeCompany: "" });
    expect(unticked.status).toBe(422);
    const one = client.stores[0];
    const ticked = await open(`/admin/ads/add?id=${ids.encrypt("store", one?.id ?? 0)}`);
    expect(ticked.html).toMatch(
      new RegExp(
        `checked[^>]*value="${ids.encrypt("store", one?.id ?? 0)}"|value="${ids.encrypt("store", one?.id ?? 0)}"[^>]*checked`,
      ),
    );
  });

  test("A booking above the amount waits for a second person, who declines it with a reason", async () => {
    const { database } = web.at;
    const { companyId } = client;
    await database.db
      .insert(table.adSetting)
      .values({ companyId, adRate: "1.00", approvalAbove: "100.00" });
    const person = { role: "ROLE_Client_Admin" as const, level: "national" as const };
    const second = await web.signedIn((await makeUser(database, companyId, person)).username);
    const book = await addDraft({ name: "Dear" });
    const own = book.replace(/\/book.*$/, "");
    const [, pdf = ""] = /href="([^"]*quote-pdf[^"]*)"/.exec((await open(book)).html) ?? [];
    expect((await admin.get(pdf)).headers.get("Content-Type")).toBe("application/pdf");
    expect(await leadsTo(await admin.post(book, { mode: "all", as: "booked" }))).toBe(book);
    const waiting = await open(book);
    expect(waiting.html).toContain("It stays held until someone else approves or declines it.");
    expect(waiting.html).not.toContain('value="approve"');
    expect((await again(book, { as: "approve" })).html).toContain("someone else must approve");
    expect((await open(book, second)).html).toContain('value="approve"');
    const empty = await second.post(book, { as: "decline" });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toContain("Enter a reason.");
    expect(await leadsTo(await second.post(book, { as: "decline", reason: "Too dear" }))).toBe(own);
    expect((await open(own)).html).toContain("Too dear");
    expect((await campaignAt(book))?.state).toBe("CANCELLED");
    await database.db.delete(table.adSetting).where(eq(table.adSetting.companyId, companyId));
  });

  test("While stores have no music in its hours, the page says which and leads to the rules, and takes nothing [ADS-3]", async () => {
    const { db } = web.at.database;
    await db.delete(table.masterRule).where(eq(table.masterRule.companyId, client.companyId));
    await db.delete(table.groupPlaylist).where(eq(table.groupPlaylist.companyId, client.companyId));
    const path = await addDraft({ name: "Silent" });
    const { html } = await open(path);
    expect(html).toContain("9 stores have no music in these hours.");
    expect(html).toMatch(/<li>[^<]+: \d\d\/\d\d\/\d\d – \d\d\/\d\d\/\d\d, 10:00–12:00<\/li>/);
    expect(html).toContain('href="/admin/master-rule"');
    expect(html).not.toContain("Hold or book");
    expect((await again(path, { mode: "all", as: "booked" })).status).toBe(422);
  });

  test("The form offers the company's own brands, and keeps the one that was chosen while others are looked for", async () => {
    const { db } = web.at.database;
    const { companyId } = client;
    const own = { companyId, kind: "brand" as const, name: "Corner bakery" };
    const [brand] = await db
      .insert(table.catalogueItem)
      .values(own)
      .returning({ id: table.catalogueItem.id });
    await db
      .insert(table.spot)
      .values({ companyId, kind: "AD", name: "Bread", durationSeconds: 20, brandId: brand?.id });
    const option = /<option value="([\w-]{32})"[^>]*>Corner bakery</;
    const [, ref = ""] = option.exec((await open("/admin/ads/add")).html) ?? [];
    const searchPage = await again("/admin/ads/add", {
      ...form(),
      brandId: ref,
      "_search-brands": "Fizz",
      _find: "brands",
    });
    expect(searchPage.html).toMatch(option);
    const path = await addDraft({ name: "Bread", brandId: ref });
    expect((await campaignAt(path))?.brandId).toBe(brand?.id);
    await db.delete(table.spot).where(eq(table.spot.name, "Bread"));
  });
});
