import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("The hierarchy's pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let staff: string;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    staff = (await makeProvider(web.at.database)).staff.Fever_Music_Admin;
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  /** The address behind a link, by the words it is read out with. */
  const link = (html: string, words: string) => {
    for (const [, attributes = "", inner = ""] of html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)) {
      const label = /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? text(inner);
      if (label === words)
        return (/href="([^"]+)"/.exec(attributes)?.[1] ?? "").replaceAll("&amp;", "&");
    }
    throw new Error(
      `no link "${words}" among ${[...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inner = ""]) => text(inner)).join(" | ")}`,
    );
  };
  const text = (html: string) =>
    html
      .replace(/<!--.*?-->|<[^>]+>/gs, "")
      .replace(/\s+/g, " ")
      .trim();
  const open = async (visitor: Visitor, from: string, ...words: string[]) => {
    let page = await visitor.open(from);
    for (const one of words) page = await visitor.open(link(page.html, one));
    return page;
  };
  const at = (name: string, kind: string) => `${name} ${kind}`;

  test("branches open by links, and only what is open is sent [HIE-1]", async () => {
    const closed = await admin.open("/admin/hierarchy");
    expect([
      closed.status,
      closed.html.includes("North zone 1"),
      closed.html.includes("North store"),
    ]).toEqual([200, false, false]);
    expect(text(closed.html)).toContain("2 zones, 2 groups, 4 stores");
    const group = await open(
      admin,
      "/admin/hierarchy",
      at("North", "Region"),
      at("North zone 1", "Zone"),
      at("North group 1", "Group"),
    );
    expect(group.html).toContain("North store 1.1");
    expect(group.html).not.toContain("North store 2.1");
    expect(group.html).not.toContain("South zone 1");
    expect(group.html).toMatch(/aria-expanded="true"[^>]*>/);
    const back = await admin.open(link(group.html, at("North zone 1", "Zone")));
    expect([back.html.includes("North zone 2"), back.html.includes("North store 1.1")]).toEqual([
      true,
      false,
    ]);
    expect(text((await admin.open("/admin/hierarchy?search=1.2")).html)).toContain(
      "North › North zone 1 › North group 1",
    );
    expect((await admin.open("/admin/hierarchy?search=nothing+like+it")).html).toContain(
      "No Data Found",
    );
  });

  test("a region, a zone and a group are added, renamed and moved; what is wrong stands at its field with what was typed [HIE-1] [VAL-3]", async () => {
    const add = await open(admin, "/admin/hierarchy", "Add region");
    const twice = await admin.post(add.path, { name: "North" });
    const refused = await twice.text();
    expect([
      twice.status,
      refused.includes("There is already a region with this name."),
      /value="North"/.test(refused),
    ]).toEqual([422, true, true]);
    const added = (await leadsTo(await admin.post(add.path, { name: "East" }))) ?? "";
    const zoneForm = await open(admin, added, "Add zone to East");
    const region =
      /<option[^>]* value="([^"]+)"[^>]* selected=""|<option[^>]* selected=""[^>]* value="([^"]+)"/.exec(
        zoneForm.html,
      );
    const above = region?.[1] ?? region?.[2] ?? "";
    const zoneAt =
      (await leadsTo(await admin.post(zoneForm.path, { name: "East zone", above }))) ?? "";
    expect((await admin.open(zoneAt)).html).toContain("This zone has no groups yet");
    const rename = await open(admin, zoneAt, "Rename or move East zone");
    const south = /value="([^"]+)"[^>]*>South</.exec(rename.html)?.[1] ?? "";
    const moved =
      (await leadsTo(await admin.post(rename.path, { name: "Coast", above: south }))) ?? "";
    expect(text((await admin.open(moved)).html)).toMatch(/South Region.*Coast Zone/);
    const same = await open(admin, moved, "Rename or move Coast");
    expect(
      text(await (await admin.post(same.path, { name: "Coast", above: south })).text()),
    ).toContain("Coast is already in South.");
  });

  test("a group's neighbouring stores are staggered by its form, which shows the choice again", async () => {
    const form = await open(
      admin,
      "/admin/hierarchy",
      at("North", "Region"),
      at("North zone 1", "Zone"),
      at("North group 1", "Group"),
      "Rename or move North group 1",
    );
    expect(form.html).toMatch(/value="SAME"[^>]*checked|checked=""[^>]*value="SAME"/);
    const zone = /value="([^"]+)"[^>]*>[^<]*North zone 1</.exec(form.html)?.[1] ?? "";
    const saved = await admin.post(form.path, {
      name: "North group 1",
      above: zone,
      neighbours: "STAGGERED",
    });
    expect(await leadsTo(saved)).toMatch(/^\/admin\/hierarchy/);
    expect((await admin.open(form.path)).html).toMatch(
      /value="STAGGERED"[^>]*checked|checked=""[^>]*value="STAGGERED"/,
    );
  });

  test("two people have a zone's form open: who only renames it moves it nowhere back, is told, and keeps what they typed [HIE-1] [UI-10]", async () => {
    const own = await makeCompany(web.at.database);
    const { username } = await makeUser(web.at.database, own.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const first = await web.signedIn(own.users.admin);
    const second = await web.signedIn(username);
    const openForm = (as: Visitor) =>
      open(
        as,
        "/admin/hierarchy",
        at("North", "Region"),
        at("North zone 1", "Zone"),
        "Rename or move North zone 1",
      );
    const form = await openForm(first);
    const other = await openForm(second);
    const region = (name: string, { html } = form) =>
      new RegExp(`value="([^"]+)"[^>]*>${name}<`).exec(html)?.[1] ?? "";
    const hidden = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    const version = hidden(form.html);
    expect(version).toBe("1");
    expect(
      (
        await second.post(other.path, {
          name: "North zone 1",
          above: region("South", other),
          version,
        })
      ).status,
    ).toBe(302);
    const late = await first.post(form.path, { name: "Renamed", above: region("North"), version });
    const html = await late.text();
    expect([
      late.status,
      hidden(html),
      /name="name"[^>]*value="Renamed"|value="Renamed"[^>]*name="name"/.test(html),
    ]).toEqual([422, "2", true]);
    expect(text(html)).toContain(
      `${username} has changed this to “South” in the meantime. Save again to keep your entry.`,
    );
    const stored = async () =>
      (
        await web.at.database.pool.query(
          "select name, region_id::int as region from zone where id = $1",
          [own.north.zoneIds[0]],
        )
      ).rows;
    expect(await stored()).toEqual([{ name: "North zone 1", region: own.south.regionId }]);
    expect(
      (
        await first.post(form.path, {
          name: "Renamed",
          above: region("South"),
          version: hidden(html),
        })
      ).status,
    ).toBe(302);
    expect(await stored()).toEqual([{ name: "Renamed", region: own.south.regionId }]);
  });

  test("deleting asks on a page that says what stands in the way, or what goes along [HIE-1]", async () => {
    const full = await open(admin, "/admin/hierarchy", at("South", "Region"), "Delete South");
    expect(text(full.html)).toMatch(/South cannot be deleted yet.*groups.*4 stores/);
    expect(full.html).not.toContain("Delete region</button>");
    const region = await open(admin, "/admin/hierarchy", "Add region");
    const added = (await leadsTo(await admin.post(region.path, { name: "Brief" }))) ?? "";
    const { rows } = await web.at.database.pool.query("select id from region where name = 'Brief'");
    const briefly = {
      role: "ROLE_Client_Admin",
      level: "regional",
      units: [{ regionId: rows[0].id }],
    } as const;
    const { username } = await makeUser(web.at.database, company.companyId, {
      ...briefly,
      units: [...briefly.units],
    });
    const ask = await open(admin, added, "Delete Brief");
    expect(text(ask.html)).toContain(`The assignment of 1 user: ${username}. Their accounts stay.`);
    expect(await leadsTo(await admin.post(ask.path, {}))).toBe("/admin/hierarchy");
    expect((await admin.open("/admin/hierarchy")).html).not.toContain('id="Brief"');
    expect((await admin.get(ask.path)).status).toBe(404);
  });

  test("deleting says before the button is pressed whose last unit it is, to those who would lose sight of them [HIE-1] [ROL-4]", async () => {
    const { companyId, north } = company;
    const { rows } = await web.at.database.pool.query(
      "insert into zone (company_id, region_id, name) values ($1, $2, 'Only') returning id::int as id",
      [companyId, north.regionId],
    );
    const units = [{ zoneId: rows[0].id }];
    const { username } = await makeUser(web.at.database, companyId, {
      role: "ROLE_Client_Admin",
      level: "zonal",
      units,
    });
    const regional = await web.signedIn(company.users.regional);
    const page = await open(
      regional,
      "/admin/hierarchy",
      at("North", "Region"),
      at("Only", "Zone"),
      "Delete Only",
    );
    expect(text(page.html)).toMatch(
      new RegExp(
        `Only cannot be deleted yet.*1 user with no other zone: ${username}.*Assign those users to another zone`,
      ),
    );
    expect(page.html).not.toContain("Delete zone</button>");
    const whole = await open(
      admin,
      "/admin/hierarchy",
      at("North", "Region"),
      at("Only", "Zone"),
      "Delete Only",
    );
    expect(text(whole.html)).toContain(`The assignment of 1 user: ${username}.`);
  });

  test("stores without a group are looked for, ticked and assigned; a group's are moved and taken out, all that match at once [HIE-1]", async () => {
    const groupAt = (
      await open(
        admin,
        "/admin/hierarchy",
        at("North", "Region"),
        at("North zone 1", "Zone"),
        at("North group 1", "Group"),
      )
    ).path;
    const { html, path } = await open(admin, groupAt, "Assign stores to North group 1");
    const assign =
      /<form[^>]*id="assign"[^>]*action="([^"]+)"|<form[^>]*action="([^"]+)"[^>]*id="assign"/.exec(
        html,
      );
    const action = (assign?.[1] ?? assign?.[2] ?? "").replaceAll("&amp;", "&");
    const ref =
      /name="id"[^>]*value="([^"]+)"/.exec(html)?.[1] ??
      /value="([^"]+)"[^>]*aria-label="Select Alone"/.exec(html)?.[1] ??
      "";
    const group = /name="group" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(path).toContain(group);
    expect(await leadsTo(await admin.post(action, { to: "group", group }))).toContain(
      "/admin/hierarchy/unassigned",
    );
    const question = await (await admin.post(action, { to: "group", group, id: ref })).text();
    expect(text(question)).toContain("Assign 1 store");
    expect((await admin.post(action, { to: "group", id: ref, confirmed: "yes" })).status).toBe(422);
    await admin.post(action, { to: "group", group, id: ref, confirmed: "yes" });
    expect(text((await admin.open(groupAt)).html)).toMatch(/1 store assigned.*Alone/);
    const inGroup = (
      await admin.open(`${groupAt}`.replace("?", "?find=alone&").split("#")[0] ?? "")
    ).html;
    expect([inGroup.includes(">Alone<"), inGroup.includes(">North store 1.1<")]).toEqual([
      true,
      false,
    ]);
    const move =
      /<form[^>]*action="([^"]+)"[^>]*id="move"|<form[^>]*id="move"[^>]*action="([^"]+)"/.exec(
        inGroup,
      );
    const moveTo = (move?.[1] ?? move?.[2] ?? "").replaceAll("&amp;", "&");
    expect(text(await (await admin.post(moveTo, { to: "none", all: "on" })).text())).toContain(
      "Remove 1 store from the group?",
    );
    await admin.post(moveTo, { to: "none", all: "on", confirmed: "yes" });
    const { rows } = await web.at.database.pool.query(
      "select name from store where company_id = $1 and group_id is null",
      [company.companyId],
    );
    expect(rows).toEqual([{ name: "Alone" }]);
  });

  test("users of a unit are managed on a page: titles, empty lists, plus and minus, ticks, select-all [ASN-1] [ASN-2] [ASN-3] [ASN-4] [ASN-6]", async () => {
    const { database } = web.at;
    const zonal = (n: number) =>
      makeUser(database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "zonal",
        units: [{ zoneId: company.south.zoneIds[n] ?? 0 }],
      });
    const one = await zonal(0);
    const two = await zonal(1);
    const zoneAt = (
      await open(admin, "/admin/hierarchy", at("North", "Region"), at("North zone 2", "Zone"))
    ).path;
    const page = await open(admin, zoneAt, "0 users of zone North zone 2");
    expect(text(page.html)).toContain("Manage users for zone - North zone 2");
    expect(text(page.html)).toContain("Please assign users to the zone");
    expect(page.html).toContain('title="zone-South zone 1"');
    const send = async (fields: Record<string, string | string[]>) => {
      const to = (await leadsTo(await admin.post(page.path, fields))) ?? "";
      return text((await admin.open(to)).html);
    };
    const refOf = (html: string, username: string) =>
      new RegExp(`value="([^"]+)"[^>]*aria-label="(?:A|Una)ssign ${username}"`).exec(html)?.[1] ??
      /x/.source;
    const button = (html: string, username: string) =>
      refOf(html, username) !== "x"
        ? refOf(html, username)
        : (new RegExp(`aria-label="(?:A|Una)ssign ${username}"[^>]*value="([^"]+)"`).exec(
            html,
          )?.[1] ?? "");
    expect(await send({ move: "assign", one: button(page.html, one.username) })).toContain(
      "Users updated successfully",
    );
    const after = (await admin.open(page.path)).html;
    expect(after).toContain(`aria-label="Unassign ${one.username}"`);
    expect(after).toContain(`aria-label="Assign ${two.username}"`);
    expect(await send({ move: "assign", all: "on" })).toContain(
      "Please unassign users from the zone",
    );
    expect(
      await send({
        move: "unassign",
        id: [button(after, one.username), button(after, two.username)],
      }),
    ).toContain("Users updated successfully");
    expect(await send({ move: "assign" })).toContain("Select at least one user.");
    expect(text((await admin.open(`${page.path}&who=nobody`)).html)).toContain("User not found");
    const close = link(page.html, "Close");
    expect((await admin.open(close)).html).not.toContain("Manage users for");
  });

  test("what is refused leaves both lists as they were, with the server's message [ASN-3] [ROL-3]", async () => {
    const { users } = await makeCompany(web.at.database);
    const regional = await web.signedIn(users.regional);
    const zoneAt = (
      await open(regional, "/admin/hierarchy", at("North", "Region"), at("North zone 1", "Zone"))
    ).path;
    const words =
      /(\d users?) of zone North zone 1/.exec(text((await regional.open(zoneAt)).html))?.[0] ?? "";
    const page = await open(regional, zoneAt, words);
    const ids = [
      ...page.html.matchAll(/<input type="checkbox" name="id"[^>]*value="([^"]+)"/g),
    ].map(([, ref = ""]) => ref);
    const to = (await leadsTo(await regional.post(page.path, { move: "unassign", id: ids }))) ?? "";
    const after = (await regional.open(to)).html;
    expect(text(after)).toContain("has no other zone");
    expect(after).toContain(`aria-label="Unassign ${users.zonal}"`);
  });

  test("where the database fails both lists stay as they were, with the spec's words [ASN-3]", async () => {
    const { users } = await makeCompany(web.at.database);
    const person = await web.signedIn(users.admin);
    const zoneAt = (
      await open(person, "/admin/hierarchy", at("North", "Region"), at("North zone 1", "Zone"))
    ).path;
    const page = await open(person, zoneAt, "1 user of zone North zone 1");
    const { pool } = web.at.database;
    await pool.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
    await pool.query(
      "create trigger fail before insert or update or delete on user_unit for each statement execute function fail()",
    );
    const to = (await leadsTo(await person.post(page.path, { move: "unassign", all: "on" }))) ?? "";
    await pool.query("drop function fail() cascade");
    const after = (await person.open(to)).html;
    expect(text(after)).toContain("Users update failed");
    expect(after).toContain(`aria-label="Unassign ${users.zonal}"`);
  });

  test("what is not theirs is neither offered nor done: a group admin changes the own group alone [CTX-3] [ROL-4]", async () => {
    const group = await web.signedIn(company.users.group);
    const { html } = await group.open("/admin/hierarchy");
    expect([html.includes("Add region"), html.includes("South"), html.includes("Delete")]).toEqual([
      false,
      false,
      false,
    ]);
    const opened = await open(
      group,
      "/admin/hierarchy",
      at("North", "Region"),
      at("North zone 1", "Zone"),
      at("North group 1", "Group"),
    );
    expect(opened.html).toContain("Rename or move<span");
    expect(opened.html).not.toContain("Remove from the group");
    for (const person of [company.users.limited, company.users.manager])
      expect((await (await web.signedIn(person)).open("/admin/hierarchy")).path).not.toContain(
        "/admin/hierarchy",
      );
    const musicAdmin = await web.signedIn(staff);
    expect((await musicAdmin.open("/admin/hierarchy")).path).toContain("/admin/company/choose");
  });

  test("a new company is told what the levels are for, with the first step; a tampered address is not found [HIE-1] [CTX-5]", async () => {
    const fresh = await makeCompany(web.at.database);
    await web.at.database.pool.query("delete from store_hours where company_id = $1", [
      fresh.companyId,
    ]);
    for (const table of ["user_unit", "store", "store_group", "zone", "region"])
      await web.at.database.pool.query(`delete from ${table} where company_id = $1`, [
        fresh.companyId,
      ]);
    const page = await (await web.signedIn(fresh.users.admin)).open("/admin/hierarchy");
    expect(text(page.html)).toMatch(/No List Found.*Region.*Zone.*Group.*Store/);
    expect(link(page.html, "Add the first region")).toContain("/admin/hierarchy/unit?kind=region");
    expect((await admin.open("/admin/hierarchy/unit?kind=zone")).html).not.toContain(
      "A zone moves with",
    );
    for (const path of [
      "?region=abc",
      "/unit?kind=zone&id=abc",
      "/unit?kind=planet",
      "/zone/abc/delete",
      "/planet/abc/delete",
      "/users?kind=zone&id=abc",
      "/users",
    ])
      expect((await admin.get(`/admin/hierarchy${path}`)).status, path).toBe(404);
  });
});
