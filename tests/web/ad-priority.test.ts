import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { keepLedger } from "#platform/modules/ads/index";
import { setCapacity } from "#platform/modules/ads/ledger/capacity.queries";
import { hourly } from "../support/campaigns.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "");
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

describe("The pages on which a campaign's priority is agreed and used, without script [ADS-7]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let admin: Visitor;
  let spotRef = "";

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    client = await makeCompany(database);
    const { companyId } = client;
    const timeSlotId = await makeSlot(database, companyId);
    const rule = { timeSlotId, ...ruleOver([library.popular, 100]) };
    await web.at.as(client.users.admin).addMasterRule({ body: rule }).reply;
    await keepLedger({ database, db: database.db, now: new Date() }, companyId);
    // two plays of twenty seconds from 10:00 in each store
    const capacity = hourly((hour) => (hour === 10 ? 40 : 0));
    await database.transaction((tx) =>
      setCapacity(
        wholeCompany(companyId),
        tx,
        "AD",
        client.stores.map(({ id: storeId }) => ({ storeId, day, capacity })),
      ),
    );
    await database.db.insert(table.adSetting).values({ companyId, adRate: "1.00" });
    const spot = { kind: "AD" as const, name: "Lamps", durationSeconds: 20 };
    await database.db.insert(table.spot).values({ companyId, ...spot, audioFile: "audio/any.wav" });
    admin = await web.signedIn(client.users.admin);
    spotRef =
      /<option value="([\w-]{32})">Lamps/.exec((await open("/admin/ads/add")).html)?.[1] ?? "";
  });
  afterAll(() => web?.close());

  const open = async (path: string) => {
    const { status, html } = await admin.open(path);
    return { status, html: mainOf(html) };
  };
  const form = (change: Record<string, string>) => ({
    kind: "AD",
    startsOn: day,
    endsOn: day,
    weekdays: ["0", "1", "2", "3", "4", "5", "6"],
    timing: "EVEN",
    playsAnHour: "2",
    fromHour: "10",
    toHour: "11",
    wholeCompany: "on",
    "spots[0].spotId": spotRef,
    "spots[0].weight": "1",
    ...change,
  });
  const post = async (path: string, fields: Record<string, string | string[]>) => {
    const response = await admin.post(path, fields);
    const to = await leadsTo(response.clone());
    return { status: response.status, to, html: mainOf(await response.text()) };
  };
  const addDraft = async (change: Record<string, string>) =>
    (await post("/admin/ads/add", form(change))).to ?? "";
  const book = (path: string, fields: Record<string, string> = {}) =>
    post(path, { mode: "all", as: "booked", ...fields });

  test("The form asks for the priority and the term of the contract, and keeps what was typed", async () => {
    const { html } = await open("/admin/ads/add");
    expect(html).toMatch(
      /name="priority"[^>]*checked=""[^>]*value="STANDARD"|value="STANDARD"[^>]*checked=""/,
    );
    const times = { name: "Timed", timing: "EXACT", times: "10:30", mayBePreempted: "on" };
    const wrong = await post("/admin/ads/add", form({ ...times, priority: "STANDARD" }));
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("Exact times are kept, so nobody can take their plays.");
    expect(wrong.html).toMatch(/name="mayBePreempted"[^>]*checked=""/);
    const to = await addDraft({ name: "Bendable", priority: "STANDARD", mayBePreempted: "on" });
    const own = to.replace(/\/book.*$/, "");
    expect(textOf((await open(own)).html)).toContain("Standard, may be pre-empted");
    expect((await open(`${own}/edit`)).html).toMatch(/name="mayBePreempted"[^>]*checked=""/);
  });

  test("A booking of higher priority shows whose plays it would take and their price, and takes them when the person agrees", async () => {
    const firm = await addDraft({
      name: "Lamps all week",
      priority: "STANDARD",
      mayBePreempted: "on",
    });
    expect((await book(firm)).to).toBe(firm.replace(/\/book.*$/, ""));
    const premium = await addDraft({ name: "Opening", priority: "PREMIUM" });
    const refusal = await book(premium);
    expect(refusal.status).toBe(422);
    const words = textOf(refusal.html);
    expect(words).toContain("Plays that can make way");
    expect(words).toMatch(
      /Lamps all week No brand Standard 9 stores 18 ₹360 None: its flight is full/,
    );
    expect(words).toContain("Take 18 plays and book");
    const hidden = (html: string) =>
      Object.fromEntries(
        [
          ...(/<form[^>]*id="preempt"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "").matchAll(
            /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
          ),
        ].map(([, name = "", value = ""]) => [name, value]),
      );
    const fields = hidden(refusal.html);
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(["as", "version", "preempts[0].campaignId", "preempts[0].plays"]),
    );
    const changed = await book(premium, { ...fields, "preempts[0].plays": "5" });
    expect(changed.status).toBe(422);
    expect(changed.html).toContain("What makes way has changed since you were shown it.");
    expect(hidden(changed.html)).toMatchObject({ "preempts[0].plays": "18" });
    const done = await book(premium, hidden(changed.html));
    expect(done.to).toBe(premium.replace(/\/book.*$/, ""));
    const ownPage = textOf((await open(firm.replace(/\/book.*$/, ""))).html);
    expect(ownPage).toContain("18 plays to Opening, 18 of them owed");
    expect(ownPage).toContain("Campaign plays taken");
    expect(textOf((await open("/admin/notifications")).html)).toContain(
      "Campaign “Lamps all week” gave up 18 plays",
    );
  });
});
