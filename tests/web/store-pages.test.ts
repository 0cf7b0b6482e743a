import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appUser,
  auditLog,
  playerCommand,
  store,
  storeHours,
  storeHoursException,
} from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { weekFields } from "../support/store-form.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const add = "/admin/store/add";
const place = {
  storeName: "Andheri West",
  storeCode: "AND-1",
  city: "Mumbai",
  timeZone: "Asia/Kolkata",
  phone: "9876543210",
  phoneCountryCode: "91",
};
const typedIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name.replace(/[[\].]/g, "\\$&")}"[^>]*>`)
    .exec(html)?.[0]
    .match(/value="([^"]*)"/)?.[1];

describe("A store's pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let codes = 0;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  const newAdmin = async (onboardedStep = 4) =>
    (
      await makeUser(web.at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "national",
        onboardedStep,
      })
    ).username;
  const step = async (person: Visitor, name: string, fields: Record<string, string>) =>
    leadsTo(await person.post(name ? `${add}/${name}` : add, fields));
  const newPlace = () => ({ ...place, storeCode: `AND-${++codes}` });

  test("a store is added step by step; going back and a closed browser lose nothing [STO-1] [UI-6] [UI-10] [VAL-6]", async () => {
    const username = await newAdmin();
    const person = await web.signedIn(username);
    expect(typedIn((await person.open(add)).html, "phoneCountryCode")).toBe("91");
    const typed = newPlace();
    expect(await step(person, "", typed)).toBe(`${add}/hours`);
    const week = weekFields("10:00", "20:00");
    // a button of the lines keeps all that is typed, right or wrong
    expect(await step(person, "hours", { ...week, "week[0].opens": "11:00", _do: "add" })).toBe(
      `${add}/hours`,
    );
    let { html } = await person.open(`${add}/hours`);
    expect(typedIn(html, "week[0].opens")).toBe("11:00");
    expect(html).toContain('name="exceptions[0].day"');
    expect(
      await step(person, "hours", {
        ...week,
        "week[0].opens": "12:00",
        "exceptions[0].day": "2026-12-25",
        "exceptions[0].closed": "on",
        _do: "same",
      }),
    ).toBe(`${add}/hours`);
    html = (await person.open(`${add}/hours`)).html;
    for (let line = 0; line < 7; line++) expect(typedIn(html, `week[${line}].opens`)).toBe("12:00");
    expect(typedIn(html, "exceptions[0].day")).toBe("2026-12-25");
    // back by a step's button, with what is typed on the way
    expect(
      await step(person, "hours", {
        ...week,
        "week[3].opens": "13:00",
        "exceptions[0].day": "2026-12-25",
        "exceptions[0].closed": "on",
        _to: "place",
      }),
    ).toBe(add);
    // another browser, another day
    const later = await web.signedIn(username);
    expect(typedIn((await later.open(add)).html, "storeName")).toBe("Andheri West");
    html = (await later.open(`${add}/hours`)).html;
    expect(typedIn(html, "week[3].opens")).toBe("13:00");
    const hours = {
      ...week,
      "exceptions[0].day": "2026-12-25",
      "exceptions[0].closed": "on",
      "exceptions[0].note": "Christmas",
    };
    expect(await step(later, "hours", hours)).toBe(`${add}/device`);
    const suggested = typedIn((await later.open(`${add}/device`)).html, "username") ?? "";
    expect(suggested).toMatch(/^Andheri_West_\d{4}$/);
    // what is missing comes first
    expect((await later.open(`${add}/check`)).path).toBe(`${add}/device`);
    const player = `andheri.${codes}`;
    expect(
      await step(later, "device", { deviceKind: "android", deviceSerial: "A-1", username: player }),
    ).toBe(`${add}/sound`);
    expect(await step(later, "sound", { volume: "45", licenceTo: "2027-01-31" })).toBe(
      `${add}/check`,
    );
    html = (await later.open(`${add}/check`)).html;
    for (const words of [
      "Andheri West",
      "10:00 – 20:00",
      "Christmas",
      "An Android player",
      player,
      "+91 9876543210",
    ])
      expect(html).toContain(words);
    const refused = await later.post(`${add}/check`, { password: "short" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('href="#form-password"');
    const to = (await step(later, "check", { password: "Player@2026x" })) ?? "";
    expect(to).toMatch(/^\/admin\/stores\/[\w-]+$/);
    html = (await later.open(to)).html;
    for (const words of ["Andheri West added", player, "Christmas", "12:00 – 20:00"].slice(0, 3))
      expect(html).toContain(words);
    const [added] = await web.at.database.db
      .select()
      .from(store)
      .where(eq(store.code, typed.storeCode));
    expect(added).toMatchObject({
      name: "Andheri West",
      volume: 45,
      phone: "9876543210",
      deviceKind: "android",
      licenceTo: "2027-01-31",
    });
    const id = added?.id ?? 0;
    expect(await web.at.database.db.$count(storeHours, eq(storeHours.storeId, id))).toBe(7);
    expect(
      await web.at.database.db.$count(storeHoursException, eq(storeHoursException.storeId, id)),
    ).toBe(1);
    expect(
      await web.at.database.db
        .select({ role: appUser.role })
        .from(appUser)
        .where(eq(appUser.username, player)),
    ).toEqual([{ role: "ROLE_Store_Music_Manager" }]);
    // the next one begins empty
    expect(typedIn((await later.open(add)).html, "storeName")).toBe("");
    const drafts = await web.at.database.pool.query(
      "select values::text as text from form_draft where form = 'store/add'",
    );
    expect(JSON.stringify(drafts.rows)).not.toContain("Player@2026x");
  });

  test("what the last press refuses is shown on its step and field; starting over asks first [VAL-3] [STO-1]", async () => {
    const person = await web.signedIn(await newAdmin());
    const typed = newPlace();
    const begun = async () => {
      expect(await step(person, "", typed)).toBe(`${add}/hours`);
      await step(person, "hours", weekFields("10:00", "20:00"));
      await step(person, "device", {});
      expect(await step(person, "sound", { volume: "45" })).toBe(`${add}/check`);
    };
    await begun();
    // somebody else takes the code meanwhile
    await web.at.database.db.insert(store).values({
      companyId: company.companyId,
      code: typed.storeCode,
      name: "First",
      timeZone: "UTC",
    });
    const refused = await person.post(`${add}/check`, {});
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain("This store code is taken.");
    expect(html).toMatch(/<form[^>]*action="\/admin\/store\/add"/);
    expect(typedIn(html, "storeCode")).toBe(typed.storeCode);
    const again = await person.post(add, typed);
    expect(again.status).toBe(422);
    expect(await again.text()).toContain("This store code is taken.");
    const over = `${add}/over?step=sound`;
    expect(await step(person, "sound", { volume: "46", _do: "over" })).toBe(over);
    expect((await person.open(over)).html, "where one does not start over").toContain(
      `href="${add}/sound"`,
    );
    expect(
      typedIn((await person.open(`${add}/sound`)).html, "volume"),
      "nothing is lost by asking",
    ).toBe("46");
    expect(await leadsTo(await person.post(over, {}))).toBe(add);
    expect(typedIn((await person.open(add)).html, "storeCode")).toBe("");
    expect((await person.get(`${add}/nothing`)).status).toBe(404);
  });

  test("a page with script asks beside the form whether a code is free: JSON about the own company alone, no page to who is signed out [STO-1]", async () => {
    const person = await web.signedIn(await newAdmin());
    const { storeCode: code } = newPlace();
    await web.at.database.db
      .insert(store)
      .values({ companyId: company.companyId, code, name: "There", timeZone: "UTC" });
    const checkCode = async (value: string) =>
      (await person.get(`/admin/stores/code?${new URLSearchParams({ value })}`)).json();
    expect(await checkCode(code.toLowerCase())).toEqual({
      value: code.toLowerCase(),
      unique: false,
    });
    expect(await checkCode(`${code}9`)).toEqual({ value: `${code}9`, unique: true });
    expect(await checkCode("no <code>")).toEqual({ value: "no <code>", unique: null });
    const other = await makeCompany(web.at.database);
    const stranger = await web.signedIn(
      (
        await makeUser(web.at.database, other.companyId, {
          role: "ROLE_Client_Admin",
          level: "national",
        })
      ).username,
    );
    expect(await (await stranger.get(`/admin/stores/code?value=${code}`)).json()).toEqual({
      value: code,
      unique: true,
    });
    expect((await web.visitor().get(`/admin/stores/code?value=${code}`)).status).toBe(302);
  });

  test("the first store of a new client ends onboarding, then the admin lands on /admin [NAV-9]", async () => {
    const person = await web.signedIn(await newAdmin(3));
    expect((await person.open("/login")).path).toBe(add);
    await step(person, "", newPlace());
    await step(person, "hours", weekFields("10:00", "20:00"));
    await step(person, "device", {});
    await step(person, "sound", { volume: "45" });
    expect(await step(person, "check", {})).toBe("/admin");
  });

  test("a section is saved by itself, a late save is told what changed meanwhile and keeps what was typed [VAL-4] [AUD-1]", async () => {
    const person = await web.signedIn(company.users.admin);
    const list = (await person.open("/admin/stores?search=South")).html;
    const detail = /href="(\/admin\/stores\/[\w-]{30,})"/.exec(list)?.[1] ?? "";
    expect((await person.open(detail)).html).toContain("South store");
    const edit = `${detail}/edit?section=sound`;
    const version = typedIn((await person.open(edit)).html, "version") ?? "";
    expect(
      await leadsTo(
        await person.post(edit, {
          version,
          volume: "20",
          licenceName: "PPL",
          licenceTo: "2026-12-01",
        }),
      ),
    ).toBe(detail);
    const late = await person.post(edit, {
      version,
      volume: "80",
      licenceName: "PPL",
      licenceTo: "2026-12-01",
    });
    const html = await late.text();
    expect(late.status).toBe(422);
    expect(html).toContain(
      "has changed this to “20” in the meantime. Save again to keep your entry.",
    );
    expect(typedIn(html, "volume")).toBe("80");
    expect(
      await leadsTo(
        await person.post(edit, { version: typedIn(html, "version") ?? "", volume: "80" }),
      ),
    ).toBe(detail);
    const lines = await person.post(`${detail}/edit?section=hours`, {
      ...weekFields("10:00", "20:00"),
      version,
      _do: "add",
    });
    expect(await lines.text()).toContain('name="exceptions[0].day"');
    expect(await web.at.database.db.$count(auditLog, eq(auditLog.action, "store changed"))).toBe(2);
  });

  test("the player is asked from the store's page, a double submit once, and a volume out of limits comes back as typed [VAL-3]", async () => {
    const person = await web.signedIn(company.users.admin);
    const detail =
      /href="(\/admin\/stores\/[\w-]{30,})"/.exec(
        (await person.open("/admin/stores?search=South")).html,
      )?.[1] ?? "";
    const { html } = await person.open(detail);
    expect(html).toContain("No commands have been sent yet.");
    const _key = typedIn(html, "_key") ?? "";
    for (let twice = 0; twice < 2; twice++)
      expect(await leadsTo(await person.post(detail, { _key, volume: "45", _do: "volume" }))).toBe(
        detail,
      );
    const detailHtml = (await person.open(detail)).html;
    expect(detailHtml.match(/>Volume 45</g)).toHaveLength(1);
    expect(detailHtml).toMatch(/Sent by (<!-- -->)?Test, /);
    expect(await leadsTo(await person.post(detail, { volume: "never", _do: "tone" }))).toBe(detail);
    for (const [volume, words] of [
      ["5", "Enter a volume from 25 to 100."],
      ["loud", "Enter a number from 0 to 100."],
      ["", "This field is required"],
    ] as const) {
      const refused = await person.post(detail, { volume, _do: "volume" });
      expect(refused.status).toBe(422);
      expect(await refused.text(), volume).toContain(words);
    }
    expect((await person.post(detail, { _do: "dance" })).status).toBe(404);
    const rows = await web.at.database.db
      .select({ kind: playerCommand.kind })
      .from(playerCommand)
      .orderBy(playerCommand.id);
    expect(rows.map(({ kind }) => kind)).toEqual(["volume", "tone"]);
  });

  test("a store's page is seen within the scope alone, and another company's by nobody [CTX-3] [CTX-4]", async () => {
    const person = await web.signedIn(company.users.admin);
    const detail =
      /href="(\/admin\/stores\/[\w-]{30,})"/.exec(
        (await person.open("/admin/stores?search=South")).html,
      )?.[1] ?? "";
    const stranger = await web.signedIn((await makeCompany(web.at.database)).users.admin);
    const regional = await web.signedIn(company.users.regional);
    for (const other of [stranger, regional])
      for (const path of [detail, `${detail}/edit`, `${detail}/player`])
        expect((await other.get(path)).status, path).toBe(404);
    expect((await person.get(`${detail}x`)).status).toBe(404);
    expect((await person.get(`${detail}/edit?section=nothing`)).status).toBe(404);
  });
});
