import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMasterRule, changeMasterRule, type MasterRule } from "#contract/schedule/master-rule";
import { chart, chartSong, timeSlot } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("A rule's versions, its copies and its weekdays, without script", () => {
  let web: TestWeb;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;
  let admin: Visitor;
  let timeSlotId: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    timeSlotId = await makeSlot(database, company.companyId);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const mainOf = (html: string) =>
    /<main[\s\S]*<\/main>/.exec(html)?.[0].replaceAll("<!-- -->", "") ?? "";
  const openMain = async (path: string, as = admin) => mainOf((await as.open(path)).html);
  const decoded = (address: string) => address.replaceAll("&amp;", "&");
  const linkIn = (html: string, path: string) =>
    decoded(new RegExp(`href="(${path}[^"]*)"`).exec(html)?.[1] ?? "");
  const inputOf = (html: string, name: string) =>
    new RegExp(`<input[^>]*name="${name.replace(/[[\].]/g, "\\$&")}"[^>]*>`)
      .exec(html)?.[0]
      .match(/value="([^"]*)"/)?.[1] ?? "";
  const save = async (unit: object, ...mix: [number, number][]) => {
    const { own } = await ruleOf(unit);
    const section = ruleOver(...mix);
    const body = own
      ? { id: own.id, version: own.version, ...section }
      : { timeSlotId, ...unit, ...section };
    return web.at.call(own ? changeMasterRule : addMasterRule, { body }, company.users.admin);
  };
  const ruleOf = async (unit: object, slotId = timeSlotId) =>
    (await web.at
      .as(company.users.admin)
      .masterRuleBySlot({ query: { timeSlotId: slotId, ...unit } })) as {
      own: MasterRule | null;
    };
  const mixOf = (rule: MasterRule | null) =>
    rule?.mix.map(({ name, percent }) => `${name} ${percent}`);

  test("the rule's page says who changed what, and a confirmation leads back, which can be undone [MST-1] [UI-10]", async () => {
    await save({}, [library.popular, 60], [library.thirds, 40]);
    await save({}, [library.popular, 50], [library.thirds, 50]);
    const page = await openMain("/admin/master-rule");
    expect(page).toContain("Rule changed by Test");
    expect(page).toMatch(
      /Mix: Popular: <\/dt><dd[^>]*><del[^>]*>60%<\/del><span[^>]*> → <\/span><ins[^>]*>50%/,
    );
    const versions = await openMain(linkIn(page, "/admin/master-rule/versions"));
    const restoreTo = linkIn(versions, "/admin/master-rule/version/restore");
    const question = await openMain(restoreTo);
    expect(question).toMatch(/Restore the version of \d\d\/\d\d\/\d\d \d\d:\d\d\?/);
    expect(question).toContain("Mix: Popular: 50% → 60%");
    const late = await admin.post(restoreTo, { version: "1" });
    expect([
      late.status,
      mainOf(await late.text()).includes("Someone else has changed this rule"),
    ]).toEqual([422, true]);
    const back = await leadsTo(
      await admin.post(restoreTo, { version: inputOf(question, "version") }),
    );
    const restored = (await admin.open(back ?? "")).html;
    expect(restored).toContain("Rule saved. It applies to all days that are not published yet.");
    expect(mainOf(restored)).toMatch(
      /Rule restored by [\s\S]*Restored from the version of \d\d\/\d\d\/\d\d/,
    );
    expect(mixOf((await ruleOf({})).own)).toEqual(["Popular 60", "Thirds 40"]);
    const undoForm =
      /<form[^>]*action="\/admin\/undo\/put-rules-back"[\s\S]*?<\/form>/.exec(restored)?.[0] ?? "";
    await admin.post("/admin/undo/put-rules-back", { undoOf: inputOf(undoForm, "undoOf") });
    expect(mixOf((await ruleOf({})).own)).toEqual(["Popular 50", "Thirds 50"]);
  });

  test("a rule's pages without a time slot lead to the rule, where one is chosen [MST-1]", async () => {
    for (const path of ["/admin/master-rule/versions", "/admin/master-rule/own/remove"])
      expect(await leadsTo(await admin.get(path)), path).toBe("/admin/master-rule");
  });

  test("two versions stand side by side with what differs alone [MST-1]", async () => {
    const versions = await openMain(
      linkIn(await openMain("/admin/master-rule"), "/admin/master-rule/versions"),
    );
    const options = [...versions.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
    const first = options[options.length / 2 - 1];
    const difference = await openMain(
      `/admin/master-rule/difference?id=${first}&withId=${options[0]}`,
    );
    expect(difference).toContain("Mix: Popular");
    expect(difference).toMatch(/60%[\s\S]*50%/);
    expect(difference).not.toContain("Minimum rest");
    const headings = [...difference.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(
      ([, heading]) => heading,
    );
    expect(new Set(headings).size, headings.join()).toBe(3); // also of versions of the same minute
    expect(await openMain(`/admin/master-rule/difference?id=${first}&withId=${first}`)).toContain(
      "No difference",
    );
    expect(await leadsTo(await admin.get("/admin/master-rule/difference"))).toBe(
      "/admin/master-rule",
    );
  });

  test("where a chart of the version is gone, the form comes filled in and says so on its line [MST-1]", async () => {
    const unit = { zoneId: company.south.zoneIds[0] };
    const gone = await makeChart(
      web.at.database,
      company.companyId,
      "Soon gone",
      library.songIds.slice(0, 30),
    );
    await save(unit, [library.popular, 70], [gone, 30]);
    await save(unit, [library.popular, 100]);
    await web.at.database.db.delete(chartSong).where(eq(chartSong.chartId, gone));
    await web.at.database.db.delete(chart).where(eq(chart.id, gone));
    const zone = linkIn(
      await openMain("/admin/master-rule?find=South+zone+1"),
      "/admin/master-rule\\?zoneId",
    );
    const restoreTo = linkIn(await openMain(zone), "/admin/master-rule/version/restore");
    const form = await openMain(
      (await leadsTo(await admin.post(restoreTo, { version: "2" }))) ?? "",
    );
    expect(form).toContain('href="#form-mix-1-chartId"');
    expect(form).toContain("“Soon gone” was deleted or is inactive. Choose another chart.");
    expect([inputOf(form, "mix[1].percent"), inputOf(form, "version")]).toEqual(["30", "2"]);
    expect(mixOf((await ruleOf(unit)).own)).toEqual(["Popular 100"]);
  });

  test("a rule is copied to the locations ticked, once the person has seen which rules it replaces [MST-1] [CTX-3]", async () => {
    const groupId = company.north.groupIds[1];
    const zoneId = company.north.zoneIds[0];
    await save({ groupId }, [library.thirds, 100]);
    const copyTo = linkIn(await openMain("/admin/master-rule"), "/admin/master-rule/copy");
    const page = await openMain(copyTo);
    const refOf = (name: string, html = page) =>
      new RegExp(`name="(to\\w+)"[^>]*value="([^"]+)"[^>]*/><label[^>]*>${name}<`)
        .exec(html)
        ?.slice(1) ?? [];
    const group = refOf("North group 2");
    const zone = refOf("North zone 1");
    expect([group[0], zone[0]]).toEqual(["toGroupIds", "toZoneIds"]);
    expect(page).not.toMatch(new RegExp(`<label for[^>]*>${company.name}<`));
    const chosen = {
      timeSlotId: inputOf(page, "timeSlotId"),
      toGroupIds: group[1] ?? "",
      toZoneIds: zone[1] ?? "",
    };
    const none = await admin.post(copyTo, { timeSlotId: chosen.timeSlotId });
    expect([
      none.status,
      mainOf(await none.text()).includes("Choose at least one location."),
    ]).toEqual([422, true]);
    const review = mainOf(await (await admin.post(copyTo, chosen)).text());
    expect(review).toContain("1 rule will be replaced: North group 2 (group).");
    expect(review).toContain(
      "1 rule will be added to locations that inherit now: North zone 1 (zone).",
    );
    expect(mixOf((await ruleOf({ groupId })).own)).toEqual(["Thirds 100"]);
    const other = await admin.post(copyTo, {
      ...chosen,
      toZoneIds: "",
      _seen: inputOf(review, "_seen"),
    });
    expect(mainOf(await other.text())).toContain("Check what this changes");
    const done = await leadsTo(
      await admin.post(copyTo, { ...chosen, _seen: inputOf(review, "_seen") }),
    );
    expect((await admin.open(done ?? "")).html).toContain("2 rules copied");
    for (const unit of [{ groupId }, { zoneId }])
      expect(mixOf((await ruleOf(unit)).own)).toEqual(["Popular 50", "Thirds 50"]);
    expect(mainOf(await (await admin.post(copyTo, chosen)).text())).toContain(
      "All these locations already have this rule.",
    );
    const stores = await openMain(`${copyTo}&storesOf=${group[1]}`);
    expect(stores).toMatch(/name="toStoreIds"/);
    // who owns a zone alone is offered what lies in it
    const zonal = await web.signedIn(company.users.zonal);
    const theirs = await openMain(copyTo, zonal);
    expect([...theirs.matchAll(/name="to\w+Ids"/g)].length).toBeGreaterThan(0);
    expect(refOf("North", theirs)).toEqual([]);
  });

  test("“Saturday has its own mix in the afternoon”: from the rule's page over its days to the rule of the copy [MST-1]", async () => {
    const db = web.at.database.db;
    await db
      .update(timeSlot)
      .set({ name: "Afternoon", fromMinute: 720, toMinute: 1080 })
      .where(eq(timeSlot.id, timeSlotId));
    const variantTo =
      linkIn(await openMain("/admin/master-rule"), "/admin/master-rule/slots\\?variantOf").split(
        "#",
      )[0] ?? "";
    const form = await openMain(variantTo);
    expect(form).toContain("Choose the days on which “Afternoon” has its own rule.");
    const line = (place: number, more: Record<string, string | string[]>) =>
      Object.fromEntries(
        Object.entries({
          slotName: inputOf(form, `slots[${place}].slotName`),
          fromMinute: inputOf(form, `slots[${place}].fromMinute`),
          toMinute: inputOf(form, `slots[${place}].toMinute`),
          ...more,
        }).map(([member, value]) => [`slots[${place}].${member}`, value]),
      );
    const id = inputOf(form, "slots[0].id");
    const first = line(0, {
      id,
      version: inputOf(form, "slots[0].version"),
      weekdays: ["0", "1", "2", "3", "4", "5", "6"],
    });
    const variant = (weekdays: string[]) => ({
      ...first,
      ...line(1, { rulesFromId: id, weekdays }),
      _do: "save",
    });
    const noDays = await admin.post(variantTo, variant([]));
    expect([noDays.status, mainOf(await noDays.text()).includes("form-slots-1-weekdays")]).toEqual([
      422,
      true,
    ]);
    const to = (await leadsTo(await admin.post(variantTo, variant(["6"])))) ?? "";
    const rule = await openMain(to);
    expect(rule).toContain("Has its own rule in the time slot “Afternoon, some days”.");
    const [saturday] = await db
      .select()
      .from(timeSlot)
      .where(eq(timeSlot.name, "Afternoon, some days"));
    expect(saturday).toMatchObject({ fromMinute: 720, toMinute: 1080, weekdays: [6] });
    expect(mixOf((await ruleOf({}, saturday?.id)).own)).toEqual(["Popular 50", "Thirds 50"]);
    expect(rule).toContain("Rule added by Test");
    const zonal = await web.signedIn(company.users.zonal);
    expect(await openMain("/admin/master-rule", zonal)).not.toContain("Another rule on some days");
  });
});
